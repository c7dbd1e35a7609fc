import type { AnyObject } from '../../client-sdk/index.ts'
import type { Overrides } from '../../schema/overrides.ts'
import { isRecord } from '../../schema/manifests.ts'

/* What decides about an object or a resource, beyond its definition. */

/** The fields of specs that decide. Each kind has some of them. */
interface Deciding {
  profile?: string
  profileVersion?: number
  tier?: string
  parameters?: Record<string, unknown>
  overrides?: Overrides
  scale?: readonly { kind?: string; name: string; replicas: number }[]
}

/** Returns what decides about an object: its profile, its tier, and the parameters and images that are set. */
export function decidedBy({ manifestSpec }: AnyObject): string[] {
  const { profile, profileVersion, tier, parameters = {}, overrides = {} } = decidingFields(manifestSpec)
  const names = Object.keys(parameters)
  return [
    ...(profile === undefined ? [] : [`profile ${profile}, version ${profileVersion}`]),
    ...(tier === undefined ? [] : [`tier ${tier}`]),
    // Those of a provider belong to its profile.
    ...(profile === undefined && names.length > 0 ? [`parameters ${names.join(', ')}`] : []),
    ...(overrides.images === undefined
      ? []
      : [`overrides.images ${overrides.images.map(({ name }) => name).join(', ')}`]),
  ]
}

/** Returns the fields of an instance that change one of its resources. */
export function resourceDecidedBy(
  { kind, name }: { kind: string; name: string },
  { manifestSpec }: AnyObject,
): string[] {
  const { overrides = {}, scale = [] } = decidingFields(manifestSpec)
  const hasPods = kindsWithPods.includes(kind)
  const concerns = ({ workload }: { workload?: string | undefined }): boolean =>
    hasPods && (workload === undefined || workload === name)
  const replicas = scale.find((each) => each.name === name && (each.kind ?? kind) === kind)
  const variables = (overrides.env ?? []).filter(concerns)
  const patches = (overrides.patches ?? []).flatMap(({ target }, index) =>
    target !== undefined && (target.kind ?? kind) === kind && (target.name ?? name) === name
      ? [`overrides.patches[${index}]`]
      : [],
  )
  return [
    ...(replicas === undefined ? [] : [`scale ${replicas.replicas}`]),
    ...(variables.length === 0 ? [] : [`overrides.env ${variables.map((each) => each.name).join(', ')}`]),
    ...((overrides.resources ?? []).some(concerns) ? ['overrides.resources'] : []),
    ...patches,
  ]
}

/** The kinds whose containers overrides change. */
const kindsWithPods: readonly string[] = [
  'Deployment',
  'StatefulSet',
  'DaemonSet',
  'ReplicaSet',
  'Job',
  'CronJob',
  'Pod',
]

function decidingFields(spec: unknown): Deciding {
  // The server has validated the spec with the schema of the kind.
  return isRecord(spec) ? spec : {}
}
