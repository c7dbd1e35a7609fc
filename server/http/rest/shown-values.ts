import type { RequestContext } from '../../../schema/graphql/context.ts'
import type { ListFilter } from '../../../schema/graphql/store-queries.ts'
import type { Kind } from '../../../schema/kinds/kind.ts'
import type { RestField } from './fields.ts'
import { pagesOf } from './lists.ts'
import { toRest } from './to-rest.ts'

/* Filters by what objects show, for fields that the store has no filters for, such as times of the status. */

export type FieldValue = string | number | boolean

interface ShownValues {
  kind: Kind
  /** Selects the objects that are compared. */
  filter: ListFilter
  /** The values that the fields have to show. */
  shown: ReadonlyMap<RestField, FieldValue>
}

/** Returns the IDs of the objects whose fields show all of the values. */
export async function idsShowing(
  context: RequestContext,
  { kind, filter, shown }: ShownValues,
): Promise<bigint[]> {
  const order = [{ field: 'id', direction: 'asc' }] as const
  const request = { filter, order, page: { page: 1, size: -1 } }
  const ids: bigint[] = []
  for await (const objects of pagesOf((query) => context.store.listViews(query), request)) {
    const forms = await toRest(kind, objects, context)
    const matches = (form: Readonly<Record<string, unknown>> = {}): boolean =>
      [...shown].every(([field, value]) => isShown(field, form[field.name], value))
    ids.push(...objects.filter((_, index) => matches(forms[index])).map(({ id }) => id))
  }
  return ids
}

// oxlint-disable-next-line max-params -- a field, what it shows, and what it has to show
function isShown({ schema }: RestField, shown: unknown, value: FieldValue): boolean {
  return schema['format'] === 'date-time' && typeof shown === 'string'
    ? Date.parse(shown) === Date.parse(String(value))
    : shown === value
}
