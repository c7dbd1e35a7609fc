import type { Kind } from '../../schema/kinds/kind.ts'

/** A field of an original format. */
export interface LegacyField {
  /** Ours, in the spec. */
  field: string
  /**
   * `file`: a path, whose text is the value; `name` and `named`: another object, as text or as `{Name: ...}`; `id`: by
   * its number, as in the REST API.
   */
  takes: 'value' | 'file' | 'name' | 'named' | 'id'
}

/**
 * The fields of a kind as the original formats spell them: `KubernetesRuntimeInstance: {Name: x}` of Threeport,
 * `WorkloadClusterName: x` of QleetOS 0.2. They follow from the names of the REST API.
 */
export function legacyFields(kind: Kind): Map<string, LegacyField> {
  const found = new Map<string, LegacyField>()
  for (const field of Object.keys(kind.spec.shape)) {
    const to = kind.references.find((reference) => reference.field === field)?.to
    if (to === undefined) {
      const name = kind.rest.fields?.[field] ?? `${field.charAt(0).toUpperCase()}${field.slice(1)}`
      found.set(name, { field, takes: name.endsWith('Document') ? 'file' : 'value' })
    } else addReference(found, field, to)
  }
  for (const [older, field] of Object.entries(kind.rest.fieldAliases ?? {})) {
    const base = older.replace(/ID$/, '')
    if (base === older) found.set(older, { field, takes: 'value' })
    else addReference(found, field, base)
  }
  return found
}

function addReference(found: Map<string, LegacyField>, field: string, base: string): void {
  found.set(`${base}Name`, { field, takes: 'name' })
  found.set(base, { field, takes: 'named' })
  found.set(`${base}ID`, { field, takes: 'id' })
}

/** Said who owns an object; the token says it today. */
export const ownerFields: ReadonlySet<string> = new Set(['UserID', 'CompanyID'])

/** Fields of kinds that we have whose meaning is still to come; harmless while they are empty or false. */
export const unsupportedFields: ReadonlySet<string> = new Set([
  'HighAvailability',
  'InfraProviderAccountName',
  'ThreeportAgentImage',
  'ThreeportControlPlaneHost',
])

const names = ['AwsEksKubernetesRuntime', 'AwsObjectStorageBucket', 'AwsRelationalDatabase', 'ControlPlane']
const moreNames = ['DomainName', 'Gateway', 'HelmWorkload', 'ObservabilityStack', 'Secret', 'Terraform']

/** Kinds of the original that are still to come. */
export const unsupportedKinds: ReadonlySet<string> = new Set([
  'AwsAccount',
  ...[...names, ...moreNames].flatMap((name) => [name, `${name}Definition`, `${name}Instance`]),
])
