import {
  Kind,
  isAbstractType,
  type GraphQLNamedType,
  type SelectionNode,
  type SelectionSetNode,
} from 'graphql'
import { fragmentsOf, selectedType } from './selections.ts'
import type { UsedOperation } from './used-schema.ts'

/**
 * Returns the number of fields that a compiled operation consists of. Selections of an interface or a union are compiled once for each
 * of its types, and those within them again for each of theirs: two levels of objects of all kinds make thousands of one field.
 */
export function compiledFields({
  schema,
  document,
  operation,
}: Pick<UsedOperation, 'schema' | 'document' | 'operation'>): number {
  const fragments = fragmentsOf(document)
  const counted = new Map<string, number>()
  const typesOf = (type: GraphQLNamedType | undefined): number =>
    isAbstractType(type) ? schema.getPossibleTypes(type).length : 1
  const ofSet = ({ selections }: SelectionSetNode, type: GraphQLNamedType | undefined): number =>
    selections.reduce((total, each) => total + ofSelection(each, type), 0)
  const ofSelection = (selection: SelectionNode, type: GraphQLNamedType | undefined): number => {
    if (selection.kind === Kind.FIELD) {
      if (selection.selectionSet === undefined) return 1
      const selected = selectedType(type, selection)
      return 1 + typesOf(selected) * ofSet(selection.selectionSet, selected)
    }
    const condition =
      selection.kind === Kind.INLINE_FRAGMENT
        ? (selection.typeCondition?.name.value ?? type?.name)
        : fragments.get(selection.name.value)?.typeCondition.name.value
    const narrowed = condition === undefined ? type : schema.getType(condition)
    const share = Math.min(1, typesOf(narrowed) / typesOf(type))
    return (
      share *
      (selection.kind === Kind.INLINE_FRAGMENT
        ? ofSet(selection.selectionSet, narrowed)
        : ofFragment(selection.name.value))
    )
  }
  const ofFragment = (name: string): number => {
    const known = counted.get(name)
    if (known !== undefined) return known
    const fragment = fragments.get(name)
    if (fragment === undefined) return 0
    const count = ofSet(fragment.selectionSet, schema.getType(fragment.typeCondition.name.value))
    counted.set(name, count)
    return count
  }
  const root = schema.getRootType(operation.operation) ?? undefined
  return Math.ceil(ofSet(operation.selectionSet, root))
}
