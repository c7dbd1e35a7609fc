import {
  Kind,
  OperationTypeNode,
  isObjectType,
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLNamedType,
  type GraphQLSchema,
  type OperationDefinitionNode,
  type SelectionNode,
  type SelectionSetNode,
} from 'graphql'
import { dependenceOf, type Dependence } from '../../schema/graphql/dependence.ts'
import { fragmentsOf, selectedType } from './selections.ts'

/** An operation with its document. */
export interface Operation {
  document: DocumentNode
  operation: OperationDefinitionNode
}

type Nodes = FieldNode & { selectionSet: SelectionSetNode }

/** A list that shows of its objects only what depends on their rows. */
export interface RowList {
  /** The names of the list and of its nodes in the response. */
  name: string
  nodesName: string
  nodes: Nodes
  /** The type of the objects. */
  type: GraphQLNamedType
}

/** Returns the list that an operation consists of; undefined if it is none, or shows of objects what may depend on anything else. */
export function rowListIn(schema: GraphQLSchema, { document, operation }: Operation): RowList | undefined {
  const field = onlyField(operation)
  const query = schema.getQueryType()
  const connection = field && selectedType(query ?? undefined, field)
  const nodes = field === undefined ? undefined : onlyNodes(field)
  if (field === undefined || nodes === undefined || connection?.name.endsWith('Connection') !== true)
    return undefined
  const type = selectedType(connection, nodes)
  if (type === undefined || !isObjectOfPlatform(schema, type)) return undefined
  const isOfRows = dependsOnRow({ schema, fragments: fragmentsOf(document) }, nodes.selectionSet, {
    type,
    most: 'row',
  })
  return isOfRows ? { name: responseName(field), nodesName: responseName(nodes), nodes, type } : undefined
}

/** Returns the field that a query consists of. */
function onlyField({ operation, selectionSet }: OperationDefinitionNode): FieldNode | undefined {
  const [field, ...more] = selectionSet.selections
  const isOnly = more.length === 0 && field?.kind === Kind.FIELD && !hasDirectives(field)
  return operation === OperationTypeNode.QUERY && isOnly ? field : undefined
}

/** Returns the nodes of a connection of which no other objects are selected. */
function onlyNodes({ selectionSet }: FieldNode): Nodes | undefined {
  const selected: readonly SelectionNode[] = selectionSet?.selections ?? []
  const fields = selected.filter((each) => each.kind === Kind.FIELD)
  const objects = fields.filter(({ name }) => name.value === 'nodes' || name.value === 'edges')
  const [nodes] = objects
  const isOnly = objects.length === 1 && fields.length === selected.length && nodes?.name.value === 'nodes'
  if (!isOnly || nodes.selectionSet === undefined || hasDirectives(nodes)) return undefined
  return { ...nodes, selectionSet: nodes.selectionSet }
}

function isObjectOfPlatform(schema: GraphQLSchema, type: GraphQLNamedType): boolean {
  const objects = schema.getType('ManagedObject')
  return type === objects || (isObjectType(type) && type.getInterfaces().some((each) => each === objects))
}

interface Definitions {
  schema: GraphQLSchema
  fragments: ReadonlyMap<string, FragmentDefinitionNode>
}

/** Reports whether all selected fields depend on `most` at most. */
function dependsOnRow(
  definitions: Definitions,
  { selections }: SelectionSetNode,
  { type, most }: { type: GraphQLNamedType; most: Dependence },
): boolean {
  return selections.every((selection) => {
    if (hasDirectives(selection)) return false
    if (selection.kind !== Kind.FIELD) {
      const fragment =
        selection.kind === Kind.INLINE_FRAGMENT ? selection : definitions.fragments.get(selection.name.value)
      const condition = fragment?.typeCondition?.name.value
      const narrowed = condition === undefined ? type : definitions.schema.getType(condition)
      return (
        fragment !== undefined &&
        narrowed !== undefined &&
        dependsOnRow(definitions, fragment.selectionSet, { type: narrowed, most })
      )
    }
    if (selection.name.value === '__typename') return true
    // One that expires is recognized by its name.
    if (selection.name.value === 'confirmation' && selection.alias !== undefined) return false
    const dependence = dependenceOf(type, selection.name.value)
    if (dependence === undefined || (selection.arguments?.length ?? 0) > 0) return false
    if (most === 'nothing' && dependence === 'row') return false
    const inner = selectedType(type, selection)
    return (
      selection.selectionSet === undefined ||
      (inner !== undefined &&
        dependsOnRow(definitions, selection.selectionSet, { type: inner, most: dependence }))
    )
  })
}

function responseName({ alias, name }: FieldNode): string {
  return (alias ?? name).value
}

function hasDirectives({ directives = [] }: { directives?: readonly unknown[] | undefined }): boolean {
  return directives.length > 0
}
