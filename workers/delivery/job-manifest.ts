import { createHash } from 'node:crypto'
import type { z } from 'zod'
import { bindingSuffix } from '../../schema/dependencies/binding.ts'
import { defined } from '../../schema/defined.ts'
import type { RolloutJob } from '../../schema/kinds/rollout-job.ts'
import { isRecord, type Manifest } from '../../schema/manifests.ts'
import { withContainers } from '../../schema/overriding/pod-templates.ts'
import { repositoryOf } from '../../schema/overriding/containers.ts'
import { singleRunJob } from './single-run-job.ts'

type JobSpec = z.infer<(typeof RolloutJob)['spec']>

export const defaultDeadline = 600

interface Place {
  spec: JobSpec
  /** The manifests of the revision, before overrides. */
  manifests: readonly Manifest[]
  /** What distinguishes the object of the job from all others. */
  identity: string
}

/** Returns the Kubernetes Job of a rollout. It pulls and is scheduled like the pods of the revision with its image. */
export function jobManifest({ spec, manifests, identity }: Place): Manifest {
  const { job, revision, attempt, command, args, env = [], deadline = defaultDeadline } = spec
  const digest = createHash('sha256').update(identity).digest('hex').slice(0, 10)
  const variables = env.map(({ name, value, dependency, key = 'uri' }) =>
    dependency === undefined
      ? { name, value: value ?? '' }
      : { name, valueFrom: { secretKeyRef: { name: `${dependency}${bindingSuffix}`, key } } },
  )
  return singleRunJob({
    name: `${job}-r${revision}-${attempt}-${digest}`,
    deadline,
    pod: podSettings(manifests, spec.image),
    container: {
      name: job,
      image: imageOf(spec, manifests),
      ...defined({ command, args }),
      ...(variables.length === 0 ? {} : { env: variables }),
    },
  })
}

/** Returns the image of a job: that of the revision by digest, or of its definition, or else the given one. */
function imageOf({ image, images }: JobSpec, manifests: readonly Manifest[]): string {
  const delivered = images.find(({ name }) => name === image)
  if (delivered !== undefined) return `${delivered.name}@${delivered.digest}`
  let found: string | undefined
  for (const manifest of manifests)
    withContainers(manifest, (container) => {
      if (repositoryOf(container['image']) === image) found ??= String(container['image'])
      return container
    })
  return found ?? image
}

/** What pods need to get the image of a job and a node, and cannot break. */
const inherited = ['imagePullSecrets', 'nodeSelector', 'tolerations'] as const

/** Returns the settings of the first pods that have the image of a job. */
function podSettings(manifests: readonly Manifest[], image: string): Record<string, unknown> {
  for (const { spec } of manifests) {
    const pod = podOf(spec)
    const containers = Array.isArray(pod['containers']) ? pod['containers'] : []
    if (!containers.some((each) => isRecord(each) && repositoryOf(each['image']) === repositoryOf(image)))
      continue
    return defined(Object.fromEntries(inherited.map((field) => [field, pod[field]])))
  }
  return {}
}

function podOf(spec: unknown): Record<string, unknown> {
  const template = isRecord(spec) && isRecord(spec['template']) ? spec['template'] : {}
  return isRecord(template['spec']) ? template['spec'] : {}
}
