import { Kind, type GraphQLResolveInfo, type SelectionSetNode } from 'graphql'

/** Returns the names of the fields that are selected of what a field returns, whether or not they are included. */
export function selectedFields({
  fieldNodes,
  fragments,
}: Pick<GraphQLResolveInfo, 'fieldNodes' | 'fragments'>): ReadonlySet<string> {
  const names = new Set<string>()
  const seen = new Set<string>()
  const collect = ({ selections }: SelectionSetNode): void => {
    for (const selection of selections) {
      if (selection.kind === Kind.FIELD) names.add(selection.name.value)
      else if (selection.kind === Kind.INLINE_FRAGMENT) collect(selection.selectionSet)
      else if (!seen.has(selection.name.value)) {
        seen.add(selection.name.value)
        const fragment = fragments[selection.name.value]
        if (fragment !== undefined) collect(fragment.selectionSet)
      }
    }
  }
  for (const { selectionSet } of fieldNodes) if (selectionSet !== undefined) collect(selectionSet)
  return names
}
