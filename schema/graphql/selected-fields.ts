import { Kind, type GraphQLResolveInfo, type SelectionNode } from 'graphql'

/** Reports whether the selection of a field consists of fields with these names, whether or not they are included. */
export function selectsOnly(
  { fieldNodes, fragments }: Pick<GraphQLResolveInfo, 'fieldNodes' | 'fragments'>,
  names: readonly string[],
): boolean {
  const isWithin = (selection: SelectionNode): boolean => {
    if (selection.kind === Kind.FIELD) return names.includes(selection.name.value)
    const set =
      selection.kind === Kind.INLINE_FRAGMENT
        ? selection.selectionSet
        : fragments[selection.name.value]?.selectionSet
    // Validation has refused fragments that are unknown, and those that contain themselves.
    return set !== undefined && set.selections.every(isWithin)
  }
  return fieldNodes.every(({ selectionSet }) => selectionSet?.selections.every(isWithin) === true)
}
