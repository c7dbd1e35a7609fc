import {
  Kind,
  SchemaMetaFieldDef,
  TypeMetaFieldDef,
  getNamedType,
  isAbstractType,
  isObjectType,
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLResolveInfo,
  type GraphQLSchema,
  type SelectionSetNode,
} from 'graphql'
import { tooMuch } from '../../schema/graphql/read-budget.ts'
import { maxResponseLength } from '../../schema/limits.ts'
import { onceForEach } from '../../schema/once-for-each.ts'

/*
 * The length of introspection, which graphql-js executes in one go. Some levels of possible types multiply a short query to
 * hundreds of megabytes, so the length is computed first, once for every element of the schema that a selection reads.
 */

/** Throws INVALID_INPUT for a document whose introspection is longer than a response may be. */
export function assertShortIntrospection(schema: GraphQLSchema, document: DocumentNode): void {
  if (lengthsOf(schema)(document) > maxResponseLength) throw tooMuch('requests introspection with')
}

const lengthsOf = onceForEach((schema: GraphQLSchema) =>
  onceForEach((document: DocumentNode) => new Introspection(schema, document).length()),
)

/** Both meta-fields resolve to elements of the schema of their `info`. */
const roots: ReadonlyMap<string, GraphQLField<unknown, unknown>> = new Map([
  ['__schema', SchemaMetaFieldDef],
  ['__type', TypeMetaFieldDef],
])

/** A field of a selection, ready to be resolved. */
interface PlannedField {
  /** The length of its name in the response. */
  length: number
  resolve: (element: unknown) => unknown
  /** Undefined for a text or a boolean. */
  selection: SelectionSetNode | undefined
}

/** What is selected of elements, and the lengths of those that have been computed. */
interface Selection {
  fields: readonly PlannedField[]
  known: Map<unknown, number>
}

class Introspection {
  readonly #info: GraphQLResolveInfo
  readonly #document: DocumentNode
  readonly #fragments: ReadonlyMap<string, FragmentDefinitionNode>
  readonly #selections = new Map<SelectionSetNode, Selection>()
  /** The length of all that has been computed, which is a part of the response. */
  #computed = 0

  constructor(schema: GraphQLSchema, document: DocumentNode) {
    // The resolvers of introspection read nothing else of it.
    this.#info = { schema } as GraphQLResolveInfo
    this.#document = document
    this.#fragments = new Map(
      document.definitions.flatMap((each) =>
        each.kind === Kind.FRAGMENT_DEFINITION ? [[each.name.value, each]] : [],
      ),
    )
  }

  /** Returns the length of all operations, as soon as it is known to be too long. */
  length(): number {
    let length = 0
    for (const each of this.#document.definitions)
      if (each.kind === Kind.OPERATION_DEFINITION) {
        const fields = this.#fieldsOf(each.selectionSet).flatMap((node) =>
          this.#plan(roots.get(node.name.value), node),
        )
        length += this.#lengthOfFields(fields, undefined)
      }
    return length
  }

  /** Returns the fields of a selection, with those of fragments. */
  #fieldsOf({ selections }: SelectionSetNode): FieldNode[] {
    return selections.flatMap((selection) => {
      if (selection.kind === Kind.FIELD) return [selection]
      const { selectionSet } =
        selection.kind === Kind.INLINE_FRAGMENT
          ? selection
          : (this.#fragments.get(selection.name.value) ?? { selectionSet: undefined })
      return selectionSet === undefined ? [] : this.#fieldsOf(selectionSet)
    })
  }

  #plan(field: GraphQLField<unknown, unknown> | undefined, node: FieldNode): PlannedField[] {
    const { resolve } = field ?? {}
    if (field === undefined || resolve === undefined) return []
    const type = getNamedType(field.type)
    const args = { includeDeprecated: true, ...this.#nameIn(node) }
    const selection = isObjectType(type) ? node.selectionSet : undefined
    if (selection !== undefined && isObjectType(type)) this.#planSelection(selection, type)
    return [
      {
        length: (node.alias ?? node.name).value.length + 4,
        resolve: (element) => resolve(element, args, undefined, this.#info),
        selection,
      },
    ]
  }

  #planSelection(selection: SelectionSetNode, type: GraphQLObjectType): void {
    if (this.#selections.has(selection)) return
    const of = type.getFields()
    const fields = this.#fieldsOf(selection).flatMap((node) => this.#plan(of[node.name.value], node))
    this.#selections.set(selection, { fields, known: new Map() })
  }

  /** Returns the argument of `__type`; one in a variable may be the name of any type. */
  #nameIn({ arguments: given = [] }: FieldNode): { name?: string } {
    const [name] = given.filter((each) => each.name.value === 'name')
    if (name === undefined) return {}
    return { name: name.value.kind === Kind.STRING ? name.value.value : this.#widestType() }
  }

  #widestType(): string {
    const { schema } = this.#info
    const abstract = Object.values(schema.getTypeMap()).filter(isAbstractType)
    const [widest] = abstract.sort(
      (a, b) => schema.getPossibleTypes(b).length - schema.getPossibleTypes(a).length,
    )
    return widest?.name ?? 'Query'
  }

  #lengthOfFields(fields: readonly PlannedField[], element: unknown): number {
    let length = 2
    for (const { length: ofName, resolve, selection } of fields) {
      // The rest would not change the result.
      if (this.#computed > maxResponseLength) return Infinity
      const value = resolve(element)
      const isList = Array.isArray(value)
      let ofValue = 2
      if (selection === undefined) ofValue += String(value).length
      else if (value !== null && value !== undefined)
        for (const each of isList ? (value as unknown[]) : [value])
          ofValue += 1 + this.#lengthOf(selection, each)
      if (selection === undefined) this.#computed += ofName + ofValue
      length += ofName + ofValue
    }
    return length
  }

  #lengthOf(selection: SelectionSetNode, element: unknown): number {
    const { fields, known } = this.#selections.get(selection) ?? {
      fields: [],
      known: new Map<unknown, number>(),
    }
    const found = known.get(element)
    if (found !== undefined) return found
    const length = this.#lengthOfFields(fields, element)
    known.set(element, length)
    return length
  }
}
