import type { Kind } from '../../../schema/kinds/kind.ts'

/** A spec field and its name in the legacy API. */
export interface RestField {
  /** The name of the field in the spec. */
  field: string
  /** The name in the legacy API, in PascalCase. */
  name: string
  /** The kind of the object whose id the field contains. */
  references?: string
}

/** Fields of every object that only the server sets. */
export const serverFields = ['ID', 'CreatedAt', 'UpdatedAt', 'DeletedAt'] as const

/** Fields of older clients that identify the user, as the token does today; accepted and ignored. */
export const ignoredFields: ReadonlySet<string> = new Set(['UserID', 'CompanyID'])

/** Fields that report the progress of a reconcile; accepted from clients that send back what they read, and ignored. */
export const reconciliationFields: ReadonlySet<string> = new Set([
  'Reconciled',
  'CreationAcknowledged',
  'CreationConfirmed',
  'CreationFailed',
  'DeletionScheduled',
  'DeletionAcknowledged',
  'DeletionConfirmed',
  'InterruptReconciliation',
  'Status',
])

/** Returns the spec fields of a kind with their names in the legacy API. */
export function restFields(kind: Kind): RestField[] {
  return Object.keys(kind.spec.shape).map((field) => {
    const to = kind.references.find((reference) => reference.field === field)?.to
    const name = kind.rest.fields?.[field] ?? (to === undefined ? pascalCase(field) : `${to}ID`)
    return { field, name, ...(to === undefined ? {} : { references: to }) }
  })
}

/** Finds a field by its name, an older name, or its name in lower case, as filters write it. */
export function findRestField(fields: readonly RestField[], kind: Kind, name: string): RestField | undefined {
  const same = (other: string): boolean => other === name || other.toLowerCase() === name
  const alias = Object.entries(kind.rest.fieldAliases ?? {}).find(([theirs]) => same(theirs))?.[1]
  return fields.find((each) => same(each.name) || each.field === alias)
}

/** Returns the paths of a kind, with dashes and with underscores; they stand after `/v0` and before `/versions`. */
export function restPaths(kind: Kind): string[] {
  const paths = [kind.rest.path, ...(kind.rest.pathAliases ?? [])]
  return [...new Set(paths.flatMap((path) => [path, path.replaceAll('-', '_')]))]
}

function pascalCase(field: string): string {
  return field.charAt(0).toUpperCase() + field.slice(1)
}
