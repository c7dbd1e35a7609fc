import { Confirmation } from '../../../schema/confirmation.ts'
import { isRecord } from '../../../schema/records.ts'
import type { RequestContext } from '../../../schema/graphql/context.ts'
import { kindNamed } from '../../../schema/kinds/index.ts'
import type { Kind } from '../../../schema/kinds/kind.ts'
import type { ObjectStatus } from '../../../schema/status.ts'
import type { StoredObject } from '../../../prisma/client.ts'
import { restFields, type RestField } from './fields.ts'
import { nestedNames, renamed } from './names.ts'
import { progressOf } from './legacy-status.ts'

/**
 * Converts an object to its form in the legacy API: IDs are JSON numbers, times have the format of RFC 3339, and fields
 * without a value are omitted.
 */
export async function toRest(
  kind: Kind,
  object: StoredObject,
  context: RequestContext,
): Promise<Record<string, unknown>> {
  const [progress, confirmation] = [progressOf(object), pendingConfirmation(kind, object)]
  const values = await Promise.all(
    restFields(kind).map(async (field): Promise<unknown> => {
      if (field.from === 'reference') return referencedId(field, object, context)
      if (field.from === 'owned') return ownedId(field, object, context)
      if (field.from === 'project') return projectName(object, context)
      if (field.name === 'Confirmation') return confirmation
      return valueOf(field, object) ?? (field.from === 'status' ? progress[field.name] : undefined)
    }),
  )
  const entries = restFields(kind).map(({ name }, index) => [name, values[index]] as const)
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined && value !== null))
}

function valueOf(field: RestField, object: StoredObject): unknown {
  const { name, from } = field
  if (from === 'name') return object.name
  if (from === 'inert') return field.default
  if (from === 'spec') return specValue(field, object)
  if (from === 'status' && field.field !== undefined)
    return (object.status as unknown as ObjectStatus).outputs[field.field]
  if (from === 'labels') return Object.keys(object.labels as object).length === 0 ? undefined : object.labels
  if (name === 'ID') return Number(object.id)
  if (name === 'CreatedAt') return object.createdAt.toISOString()
  return name === 'UpdatedAt' ? object.updatedAt.toISOString() : undefined
}

function specValue({ field = '' }: RestField, { kind, spec }: StoredObject): unknown {
  const value = (spec as Record<string, unknown>)[field]
  const declared = kindNamed(kind)
  const names = nestedNames(declared, field)
  if (names === undefined) return value
  return renamed(completed(declared, field, value), (name) => names[name] ?? name)
}

/** Returns a list of objects with the values of omitted fields that the legacy API always has. */
// oxlint-disable-next-line max-params -- a field of a kind, and its value
export function completed({ rest }: Kind, field: string, value: unknown): unknown {
  const complete = rest.lists?.[field]?.complete
  if (complete === undefined || !Array.isArray(value)) return value
  return value.map((each: unknown) => (isRecord(each) ? { ...each, ...complete(each) } : each))
}

async function referencedId(
  { field = '' }: RestField,
  object: StoredObject,
  { loaders }: RequestContext,
): Promise<number | undefined> {
  const target = await loaders.referenced.load({ id: object.id, field })
  return target === undefined ? undefined : Number(target.id)
}

async function ownedId(
  { to = '' }: RestField,
  { id }: StoredObject,
  { store }: RequestContext,
): Promise<number | undefined> {
  const { objects } = await store.list({
    kind: to,
    ownedBy: id,
    orderBy: [{ field: 'id', direction: 'asc' }],
    limit: 1,
  })
  const [owned] = objects
  return owned === undefined ? undefined : Number(owned.id)
}

async function projectName(
  { projectId }: StoredObject,
  { store }: RequestContext,
): Promise<string | undefined> {
  return projectId === null ? undefined : store.projectName(projectId)
}

/** Returns the removals that wait for a confirmation, and the path to confirm them. */
function pendingConfirmation(kind: Kind, object: StoredObject): unknown {
  const { data } = Confirmation.safeParse(object.confirmation)
  if (data === undefined || data.confirmedBy !== undefined || new Date(data.expiresAt) <= new Date())
    return undefined
  return {
    Token: data.token,
    ExpiresAt: data.expiresAt,
    Removals: data.removals.map(({ id, text }) => ({ ID: id, Text: text })),
    Path: `/v0/${kind.rest.path}/${object.id}/confirmations`,
  }
}
