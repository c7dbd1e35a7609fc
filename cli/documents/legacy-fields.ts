import type { Kind } from '../../schema/kinds/kind.ts'

/** A field of a legacy format. */
export interface LegacyField {
  /** The corresponding field of the spec. */
  field: string
  /**
   * How the value is given. `file`: the path of a file with the value; `folder`: that of a folder with its parts; `name`,
   * `named` and `id`: a reference to another object as a string, as `{Name: ...}`, or by its id in the REST API.
   */
  takes: 'value' | 'file' | 'folder' | 'name' | 'named' | 'id'
  /** The part of a pair that has it, if both have a field of this name. */
  part?: 'definition' | 'instance'
}

/**
 * Returns the fields of a kind by their names in the legacy formats: `KubernetesRuntimeInstance: {Name: x}` of Threeport,
 * `WorkloadClusterName: x` of QleetOS 0.2. They are derived from the names of the REST API.
 */
export function legacyFields(kind: Kind): Map<string, LegacyField> {
  const found = new Map<string, LegacyField>()
  for (const field of Object.keys(kind.spec.shape)) {
    const to = kind.references.find((reference) => reference.field === field)?.to
    if (to === undefined) {
      const name = kind.rest.fields?.[field] ?? `${field.charAt(0).toUpperCase()}${field.slice(1)}`
      found.set(name, { field, takes: takenAs(name) })
    } else addReference(found, field, to)
  }
  for (const [older, field] of Object.entries(kind.rest.fieldAliases ?? {})) {
    const base = older.replace(/ID$/, '')
    if (base === older) found.set(older, { field, takes: 'value' })
    else addReference(found, field, base)
  }
  return found
}

function takenAs(name: string): LegacyField['takes'] {
  if (name.endsWith('Dir')) return 'folder'
  return name.endsWith('Document') ? 'file' : 'value'
}

function addReference(found: Map<string, LegacyField>, field: string, base: string): void {
  found.set(`${base}Name`, { field, takes: 'name' })
  found.set(base, { field, takes: 'named' })
  found.set(`${base}ID`, { field, takes: 'id' })
}

const owner = 'the token identifies the owner'
const account = 'values of Secrets are stored here, not in an account of AWS'

const promtail = 'Alloy has replaced Promtail, whose values it does not understand'

/** Fields that are accepted without effect, with the reason. */
export const ignoredFields: ReadonlyMap<string, string> = new Map([
  ['UserID', owner],
  ['CompanyID', owner],
  ['AwsAccountID', account],
  ['AwsAccountName', account],
  ['AuthEnabled', 'control planes always authenticate their clients'],
  ['OnboardParent', 'a parent is no object of its children'],
  ['CustomComponentInfo', 'all components are in one image: set image and version of the definition instead'],
  ['PromtailHelmChartVersion', promtail],
  ['PromtailHelmValues', promtail],
  ['PromtailHelmValuesDocument', promtail],
])

/** Fields of supported kinds that are not supported yet. Accepted while empty or false. */
export const unsupportedFields: ReadonlySet<string> = new Set([
  'ThreeportAgentImage',
  'ThreeportControlPlaneHost',
])
