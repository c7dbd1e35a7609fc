import type { Kind } from '../../../schema/kinds/kind.ts'

/** One spec field in both languages. */
export interface RestField {
  /** Ours, in the spec. */
  field: string
  /** Theirs, PascalCase. */
  name: string
  /** Kind of the object whose id it holds. */
  references?: string
}

/** Fields of every object that the server sets. */
export const serverFields = ['ID', 'CreatedAt', 'UpdatedAt', 'DeletedAt'] as const

/** Fields of older clients that say what the token says today; accepted and left out. */
export const ignoredFields: ReadonlySet<string> = new Set(['UserID', 'CompanyID'])

/** Fields that tell how far a reconcile is; accepted from clients that send back what they read, and left out. */
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

export function restFields(kind: Kind): RestField[] {
  return Object.keys(kind.spec.shape).map((field) => {
    const to = kind.references.find((reference) => reference.field === field)?.to
    const name = kind.rest.fields?.[field] ?? (to === undefined ? pascalCase(field) : `${to}ID`)
    return { field, name, ...(to === undefined ? {} : { references: to }) }
  })
}

/** The field that a client means, by its name, an older name, or its name in lower case as filters write it. */
export function findRestField(fields: readonly RestField[], kind: Kind, name: string): RestField | undefined {
  const same = (other: string): boolean => other === name || other.toLowerCase() === name
  const alias = Object.entries(kind.rest.fieldAliases ?? {}).find(([theirs]) => same(theirs))?.[1]
  return fields.find((each) => same(each.name) || each.field === alias)
}

/** Paths below `/v0` and before `/versions`, in both spellings. */
export function restPaths(kind: Kind): string[] {
  const paths = [kind.rest.path, ...(kind.rest.pathAliases ?? [])]
  return [...new Set(paths.flatMap((path) => [path, path.replaceAll('-', '_')]))]
}

function pascalCase(field: string): string {
  return field.charAt(0).toUpperCase() + field.slice(1)
}
