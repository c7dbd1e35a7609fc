import { maxConditions, maxFilterDepth, type ObjectFilter } from '../../../schema/object-filter.ts'

/** Returns the ids of the objects to which the conditions of a filter relate others. */
export function relatedIds(filter: ObjectFilter): bigint[] {
  const ids: bigint[] = []
  mapRelatedIds(filter, (id) => {
    ids.push(id)
    return id
  })
  // The store refuses filters with more conditions.
  return ids.slice(0, maxConditions + 1)
}

/** Returns the filter with its related ids replaced, down to the depth that the store accepts. */
export function mapRelatedIds<Filter extends ObjectFilter>(
  filter: Filter,
  replaced: (id: bigint) => bigint,
  depth = 1,
): Filter {
  if (depth > maxFilterDepth) return filter
  const { references, owners, ownedBy, and, or, not } = filter
  const inner = (node: ObjectFilter): ObjectFilter => mapRelatedIds(node, replaced, depth + 1)
  const target = (given: NonNullable<ObjectFilter['references']>) =>
    typeof given === 'bigint' ? replaced(given) : { ...given, id: replaced(given.id) }
  return {
    ...filter,
    ...(references === undefined ? {} : { references: target(references) }),
    ...(owners === undefined ? {} : { owners: replaced(owners) }),
    ...(ownedBy === undefined ? {} : { ownedBy: replaced(ownedBy) }),
    ...(and === undefined ? {} : { and: and.map(inner) }),
    ...(or === undefined ? {} : { or: or.map(inner) }),
    ...(not === undefined ? {} : { not: inner(not) }),
  }
}
