import { createHash } from 'node:crypto'
import { parseQuantity } from '../../schema/kubernetes/quantity.ts'
import type { Manifest } from '../../schema/manifests.ts'
import type { SeaweedfsParameters } from './parameters.ts'
import type { DesiredBucket } from './provider.ts'

/*
 * Jobs that manage a bucket through the shell of SeaweedFS, from within the cluster, so that workers need no path to its
 * network. The name of a Job contains a digest of what it does: the same bucket has the same Job, and a changed one a new
 * Job, which replaces it. Jobs may run again at any time.
 */

/** The Secret with the key of the bucket. */
export const keySecret = 'bucket-key'

/** The names of the key's parts, as entries of the Secret. */
export const keyEntries = { accessKeyId: 'access-key-id', secretAccessKey: 'secret-access-key' } as const

export interface BucketJob {
  /** The name of the bucket, and of its user. */
  bucket: string
  parameters: SeaweedfsParameters
}

/**
 * Defines `weed_shell`, which runs commands of the shell. Its output is hidden, because it contains keys. The shell reports
 * errors as lines and exits without an error.
 */
const prelude = `
out=/tmp/out
weed_shell() {
  printf '%s\\n' "$1" | timeout 120 weed shell -master="$MASTER" -filer="$FILER" > "$out" 2>&1 || {
    echo "SeaweedFS at $MASTER did not respond"
    exit 1
  }
  if grep -E '^(error|unknown command)' "$out"; then exit 1; fi
}
has_bucket() {
  weed_shell s3.bucket.list
  grep -q "^ *$BUCKET[[:space:]]" "$out"
}
`

/** Returns the Job that creates a bucket and its user, or changes them. */
export function configureJob(
  { bucket, parameters }: BucketJob,
  { versioning, publicRead, quota }: Omit<DesiredBucket, 'runtime'>,
  keyDigest: string,
): Manifest {
  const megabytes = quota === undefined ? undefined : Math.max(1, Math.floor(parseQuantity(quota) / 2 ** 20))
  const script = `${prelude}
weed_shell "s3.configure -user=$BUCKET -buckets=$BUCKET -actions=Read,Write,List,Tagging -access_key=$ACCESS_KEY_ID -secret_key=$SECRET_ACCESS_KEY -apply"
has_bucket || weed_shell "s3.bucket.create -name=$BUCKET -owner=$BUCKET"
${versioningCommands(versioning)}
weed_shell "s3.bucket.quota -name=$BUCKET ${megabytes === undefined ? '-op=remove' : `-op=set -sizeMB=${megabytes}`}"
weed_shell "s3.anonymous.set -bucket=$BUCKET -access=${publicRead ? 'Read' : 'none'}"
echo "bucket $BUCKET is ready"
`
  const key = Object.values(keyEntries).map((entry) => ({
    name: entry.replaceAll('-', '_').toUpperCase(),
    valueFrom: { secretKeyRef: { name: keySecret, key: entry } },
  }))
  return job({ bucket, parameters }, { verb: 'configure', script, env: key, seed: keyDigest })
}

/** A bucket that never had versions stays without a state, because it cannot return to it. */
function versioningCommands(versioning: boolean): string {
  if (versioning) return 'weed_shell "s3.bucket.versioning -name=$BUCKET -enable"'
  return `weed_shell "s3.bucket.versioning -name=$BUCKET"
if grep -q '^Versioning: Enabled' "$out"; then weed_shell "s3.bucket.versioning -name=$BUCKET -suspend"; fi`
}

/** Returns the Job that deletes a bucket with all objects, and its user. */
export function deleteJob({ bucket, parameters }: BucketJob): Manifest {
  const script = `${prelude}
if has_bucket; then weed_shell "s3.bucket.delete -name=$BUCKET"; fi
weed_shell "s3.anonymous.set -bucket=$BUCKET -access=none"
weed_shell s3.user.list
if grep -q "\\"name\\":\\"$BUCKET\\"" "$out"; then weed_shell "s3.configure -user=$BUCKET -delete -apply"; fi
echo "bucket $BUCKET is gone"
`
  return job({ bucket, parameters }, { verb: 'delete', script, env: [], seed: '' })
}

interface Work {
  verb: string
  script: string
  env: readonly object[]
  /** What the Job depends on besides its script. */
  seed: string
}

function job({ bucket, parameters }: BucketJob, { verb, script, env, seed }: Work): Manifest {
  const { master, filer, image } = parameters
  const digest = createHash('sha256')
    .update(JSON.stringify([bucket, master, filer, image, script, seed]))
    .digest('hex')
    .slice(0, 10)
  return {
    apiVersion: 'batch/v1',
    kind: 'Job',
    metadata: { name: `${verb}-bucket-${digest}` },
    spec: {
      // Retried until SeaweedFS responds, with the delays of restarted containers.
      backoffLimit: 100_000,
      template: {
        spec: {
          restartPolicy: 'OnFailure',
          automountServiceAccountToken: false,
          enableServiceLinks: false,
          securityContext: {
            runAsNonRoot: true,
            runAsUser: 1000,
            seccompProfile: { type: 'RuntimeDefault' },
          },
          containers: [
            {
              name: 'weed',
              image,
              command: ['/bin/sh', '-eu', '-c', script],
              env: [
                { name: 'MASTER', value: master },
                { name: 'FILER', value: filer },
                { name: 'BUCKET', value: bucket },
                ...env,
              ],
              terminationMessagePolicy: 'FallbackToLogsOnError',
              resources: { requests: { cpu: '10m', memory: '64Mi' }, limits: { memory: '256Mi' } },
              securityContext: { allowPrivilegeEscalation: false, capabilities: { drop: ['ALL'] } },
            },
          ],
        },
      },
    },
  }
}
