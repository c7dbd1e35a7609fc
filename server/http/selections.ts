import {
  Kind,
  getNamedType,
  isInterfaceType,
  isObjectType,
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLNamedType,
} from 'graphql'

/** Returns the fragments of a document by their names. */
export function fragmentsOf({ definitions }: DocumentNode): ReadonlyMap<string, FragmentDefinitionNode> {
  return new Map(
    definitions.flatMap((each) =>
      each.kind === Kind.FRAGMENT_DEFINITION ? [[each.name.value, each] as const] : [],
    ),
  )
}

/** Returns the type of what is selected of a type; undefined if the type has no such field. */
export function selectedType(
  type: GraphQLNamedType | undefined,
  { name }: FieldNode,
): GraphQLNamedType | undefined {
  if (!isObjectType(type) && !isInterfaceType(type)) return undefined
  const field = type.getFields()[name.value]
  return field && getNamedType(field.type)
}
