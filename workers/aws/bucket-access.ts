import { z } from 'zod'
import { shortName } from '../../schema/short-name.ts'
import type { RuntimeForReconcileFragment } from '../generated/documents.ts'
import { failed, inheritedStatus, waitingFor, type Outcome } from '../engine/outcome.ts'
import { reconcileOwned, unreadyOwned } from '../engine/owned-objects.ts'
import type { ReconcileContext } from '../engine/reconciler.ts'
import { unready } from '../resources/runtime-access.ts'

/** What the owner of an AwsPodIdentity wants its pods to have access to. */
export const PodIdentityParameters = z.object({ bucketArn: z.string() })

/** The application to which a bucket is attached. */
export interface AttachedApplication {
  id: string
  kind: string
  name: string
  version: number
  outputs: { namespace?: string | null } | null
  status: Parameters<typeof inheritedStatus>[0]
  runtime:
    | (RuntimeForReconcileFragment & {
        outputs: { clusterName?: string | null; network?: { accountId: string } | null } | null
      })
    | null
}

interface Accessible {
  bucketArn: string
  accountId: string
  /** The account as `project/name`. */
  account: string
  /** The application whose pods get access; null for none. */
  application: AttachedApplication | null
  serviceAccount: string | undefined
}

/**
 * Ensures that the pods of a service account of an application have access to a bucket. Resolves with the ARN of their role, undefined
 * if nothing is to be done, or with an outcome while they have no access yet.
 */
export async function ensureBucketAccess(
  context: ReconcileContext,
  { bucketArn, accountId, account, application, serviceAccount }: Accessible,
): Promise<{ roleArn: string } | undefined | Outcome> {
  if (application === null || serviceAccount === undefined) {
    const released = context.owns ? await reconcileOwned(context, []) : undefined
    return released !== undefined && 'outcome' in released ? released : undefined
  }
  const { runtime, outputs } = application
  const notReady = runtime === null ? undefined : unready(runtime)
  if (notReady !== undefined) return notReady
  const namespace = outputs?.namespace
  if (runtime === null || namespace == null) {
    const { id, kind, name, version, status } = application
    return waitingFor({ id, kind, name, version, ...inheritedStatus(status) }, 'has a namespace')
  }
  if (runtime.outputs?.clusterName == null || runtime.outputs.network?.accountId !== accountId)
    return noRoles(runtime.name, accountId)
  const project = runtime.projectName ?? 'default'
  const owned = await reconcileOwned(context, [
    {
      kind: 'AwsPodIdentity',
      name: shortName(`${runtime.name}-${namespace}-${serviceAccount}`),
      project,
      spec: { awsAccount: account, runtime: `${project}/${runtime.name}`, namespace, serviceAccount },
      claim: bucketArn,
      parameters: PodIdentityParameters.parse({ bucketArn }),
      field: 'spec.workloadInstance',
    },
  ])
  if ('outcome' in owned) return owned
  const waiting = unreadyOwned(owned)
  if (waiting !== undefined) return waiting
  const [{ status: identity } = { status: { outputs: {} } }] = owned.objects
  // The server parsed the outputs with the schema of the kind.
  return identity.outputs as { roleArn: string }
}

function noRoles(runtime: string, accountId: string): Outcome {
  const message =
    `Pods in runtime ${runtime} cannot have a role of account ${accountId}, because it is not a cluster of Amazon EKS in that account. ` +
    'Remove workloadServiceAccountName from the definition, and declare the bucket as a dependency of the application, which then ' +
    'gets an access key.'
  return failed({ reason: 'NoRolesForPods', message, blocked: true }, { retryable: false })
}
