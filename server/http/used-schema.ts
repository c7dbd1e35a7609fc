import {
  GraphQLInterfaceType,
  GraphQLList,
  GraphQLNonNull,
  GraphQLObjectType,
  GraphQLSchema,
  GraphQLString,
  GraphQLUnionType,
  Kind,
  TypeInfo,
  defaultTypeResolver,
  getNamedType,
  isAbstractType,
  isInterfaceType,
  isListType,
  isNonNullType,
  isObjectType,
  visit,
  visitWithTypeInfo,
  type DocumentNode,
  type FieldNode,
  type GraphQLAbstractType,
  type GraphQLFieldConfig,
  type GraphQLNamedType,
  type GraphQLOutputType,
  type GraphQLResolveInfo,
  type GraphQLTypeResolver,
  type NamedTypeNode,
  type OperationDefinitionNode,
  type OperationTypeNode,
  type SelectionSetNode,
} from 'graphql'
import type { Operation } from './row-lists.ts'
import { fragmentsOf } from './selections.ts'

/** An operation, and the part of a schema that its document uses, in which types that it treats alike are one. */
export interface UsedOperation {
  /** The part of the schema. */
  schema: GraphQLSchema
  /** The document, which asks for the names of types by another field, since types that are one have several names. */
  document: DocumentNode
  operation: OperationDefinitionNode
  /** The whole schema, which coerces variables. */
  whole: GraphQLSchema
  /** Returns the types that resolvers get to see: those of the whole schema. */
  infoOf: (info: TypesOfInfo) => TypesOfInfo
}

type TypesOfInfo = Pick<GraphQLResolveInfo, 'schema' | 'parentType' | 'returnType'>

/** The field that replaces `__typename`. Names that begin with two underscores belong to GraphQL, so no type has it. */
const typeNameField = '__concreteTypeName'

/**
 * Returns the part of a schema that an operation uses. Of the types of an interface, it merges those that the document treats alike: it
 * names none of them where it selects the interface, and the fields have the same types and resolvers in all. Selections of an interface
 * are compiled once for each of its types, and documents name few of the 70 kinds of objects, if any.
 */
export function usedOperation(schema: GraphQLSchema, { document, operation }: Operation): UsedOperation {
  const used = collectUsed(schema, document)
  const part = new Part(schema, used, mergeTypes(schema, used))
  const asking = part.askForNames(document)
  return {
    schema: part.schema(operation.operation),
    document: asking,
    operation: asking.definitions[document.definitions.indexOf(operation)] as OperationDefinitionNode,
    whole: schema,
    infoOf: (info) => part.infoOf(info),
  }
}

/** What a document uses. */
interface Used {
  /** The names of all its fields. */
  fields: ReadonlySet<string>
  /** The interfaces and unions that it selects or names. */
  abstract: ReadonlySet<GraphQLAbstractType>
  /** The types that it names within the selections of an interface or a union. */
  named: ReadonlyMap<GraphQLAbstractType, ReadonlySet<GraphQLNamedType>>
}

function collectUsed(schema: GraphQLSchema, document: DocumentNode): Used {
  const fragments = fragmentsOf(document)
  const fields = new Set<string>()
  const abstract = new Set<GraphQLAbstractType>()
  const named = new Map<GraphQLAbstractType, Set<GraphQLNamedType>>()
  const collectNamed = ({ selections }: SelectionSetNode, found: Set<GraphQLNamedType>): void => {
    for (const selection of selections) {
      if (selection.kind === Kind.FIELD) continue
      const fragment =
        selection.kind === Kind.INLINE_FRAGMENT ? selection : fragments.get(selection.name.value)
      const type = schema.getType(fragment?.typeCondition?.name.value ?? '')
      if (type !== undefined) found.add(type)
      if (fragment !== undefined) collectNamed(fragment.selectionSet, found)
    }
  }
  const types = new TypeInfo(schema)
  const enter = {
    Field: ({ name, selectionSet }: FieldNode) => {
      fields.add(name.value)
      const type = getNamedType(types.getType() ?? undefined)
      if (!isAbstractType(type) || selectionSet === undefined) return
      abstract.add(type)
      const found = named.get(type) ?? new Set()
      named.set(type, found)
      collectNamed(selectionSet, found)
    },
    // The condition of a fragment.
    NamedType: ({ name }: NamedTypeNode) => {
      const type = schema.getType(name.value)
      if (isAbstractType(type)) abstract.add(type)
    },
  }
  visit(document, visitWithTypeInfo(types, enter))
  return { fields, abstract, named }
}

/** The types that stand for the types of an interface or a union, by these. */
type Merged = ReadonlyMap<GraphQLAbstractType, ReadonlyMap<GraphQLObjectType, Alike>>

/** Types that are merged, as one that has the fields of the first. */
interface Alike {
  name: string
  first: GraphQLObjectType
}

function mergeTypes(schema: GraphQLSchema, { fields, named }: Used): Merged {
  const numbers = new Map<unknown, number>()
  const numberOf = (resolve: unknown): number => {
    const number = numbers.get(resolve) ?? numbers.size
    numbers.set(resolve, number)
    return number
  }
  /** Returns a function of types: its texts are the same for those which selections of interfaces and unions treat alike. */
  const looksAt = (selected: readonly GraphQLAbstractType[]) => {
    const names = selected.flatMap((each) => (isInterfaceType(each) ? Object.keys(each.getFields()) : []))
    const own = [...new Set(names)].filter((name) => fields.has(name))
    return (type: GraphQLObjectType): string => {
      const of = type.getFields()
      return [
        ...selected.filter((each) => schema.isSubType(each, type)),
        ...own.map((name) => `${String(of[name]?.type)}:${numberOf(of[name]?.resolve)}`),
      ].join(' ')
    }
  }
  const mergedOf = (
    type: GraphQLAbstractType,
    others: ReadonlySet<GraphQLNamedType>,
  ): ReadonlyMap<GraphQLObjectType, Alike> => {
    const possible = schema.getPossibleTypes(type).filter((each) => !others.has(each))
    const looksOf = looksAt([type, ...[...others].filter((each) => isAbstractType(each))])
    const groups = [...Map.groupBy(possible, looksOf).values()].filter(({ length }) => length > 1)
    return new Map(
      groups.flatMap((group, index) => {
        const [first] = group
        const name = `__${type.name}${index}`
        return first === undefined ? [] : group.map((each) => [each, { name, first }] as const)
      }),
    )
  }
  return new Map(Array.from(named, ([type, others]) => [type, mergedOf(type, others)]))
}

/** The part of a schema, made type by type. */
class Part {
  readonly #whole: GraphQLSchema
  readonly #used: Used
  readonly #merged: Merged
  /** The types of the part by those of the schema. */
  readonly #types = new Map<GraphQLNamedType, GraphQLNamedType>()
  /** The types that stand for others, by their names. */
  readonly #alike = new Map<string, GraphQLObjectType>()
  /** The types of the schema by those of the part. */
  readonly #originals = new Map<unknown, GraphQLOutputType>()

  constructor(whole: GraphQLSchema, used: Used, merged: Merged) {
    this.#whole = whole
    this.#used = used
    this.#merged = merged
  }

  /** Returns the part as a schema with the root type of an operation. */
  schema(operation: OperationTypeNode): GraphQLSchema {
    const root = this.#whole.getRootType(operation)
    const possible = new Map(
      [...this.#used.named.keys()].map((type) => [this.#named(type), this.#possible(type)]),
    )
    const ofVariables = ['JSON', 'Boolean'].flatMap((name) => this.#whole.getType(name) ?? [])
    return new PartialSchema(
      {
        [operation]: root == null ? null : this.#named(root),
        types: [...new Set([...possible.values()].flat()), ...ofVariables],
        directives: this.#whole.getDirectives(),
        assumeValid: true,
      },
      possible,
    )
  }

  infoOf({ parentType, returnType }: TypesOfInfo): TypesOfInfo {
    return {
      schema: this.#whole,
      parentType: (this.#originals.get(parentType) ?? parentType) as GraphQLObjectType,
      returnType: this.#originals.get(returnType) ?? returnType,
    }
  }

  /** Returns a document that asks for the names of types by a field wherever they may be those of merged types. */
  askForNames(document: DocumentNode): DocumentNode {
    const types = new TypeInfo(this.#whole)
    const merged = new Set([...this.#merged.values()].flatMap((alike) => [...alike.keys()]))
    const isAsked = (field: FieldNode): boolean => {
      const parent = types.getParentType()
      if (field.name.value !== '__typename' || !isAbstractType(parent)) return false
      return this.#whole.getPossibleTypes(parent).some((type) => merged.has(type))
    }
    const asked = (field: FieldNode): FieldNode => ({
      ...field,
      alias: field.alias ?? field.name,
      name: { kind: Kind.NAME, value: typeNameField },
    })
    return visit(
      document,
      visitWithTypeInfo(types, { Field: (field) => (isAsked(field) ? asked(field) : undefined) }),
    )
  }

  /** Returns the types that the selections of an interface or a union are compiled for. */
  #possible(type: GraphQLAbstractType): readonly GraphQLObjectType[] {
    const merged = this.#merged.get(type)
    const types = this.#whole.getPossibleTypes(type).map((each) => {
      const alike = merged?.get(each)
      return alike === undefined ? (this.#named(each) as GraphQLObjectType) : this.#standingFor(alike, type)
    })
    return [...new Set(types)]
  }

  #of(type: GraphQLOutputType): GraphQLOutputType {
    const made = isNonNullType(type)
      ? new GraphQLNonNull(this.#of(type.ofType))
      : isListType(type)
        ? new GraphQLList(this.#of(type.ofType))
        : (this.#named(type) as GraphQLOutputType)
    if (!this.#originals.has(made)) this.#originals.set(made, type)
    return made
  }

  #named(type: GraphQLNamedType): GraphQLNamedType {
    const known = this.#types.get(type)
    if (known !== undefined) return known
    const made = this.#made(type)
    this.#types.set(type, made)
    return made
  }

  #made(type: GraphQLNamedType): GraphQLNamedType {
    if (isObjectType(type)) return this.#object(type)
    if (!isAbstractType(type)) return type
    const { name } = type
    const resolveType = this.#resolverOf(type)
    // Selections of an interface are compiled for its types, by their fields.
    if (isInterfaceType(type)) return new GraphQLInterfaceType({ name, resolveType, fields: {} })
    return new GraphQLUnionType({ name, resolveType, types: () => this.#possible(type) })
  }

  #standingFor({ name, first }: Alike, type: GraphQLAbstractType): GraphQLObjectType {
    const known = this.#alike.get(name)
    if (known !== undefined) return known
    const made = this.#object(first, { name, of: type })
    this.#alike.set(name, made)
    return made
  }

  /** Makes an object type, or that which stands for it and others as a type `of` an interface or a union. */
  #object(type: GraphQLObjectType, alike?: { name: string; of: GraphQLAbstractType }): GraphQLObjectType {
    const { fields } = type.toConfig()
    const abstract = [...this.#used.abstract].filter((each) => this.#whole.isSubType(each, type))
    const interfaces = abstract.filter((each) => isInterfaceType(each))
    const made = new GraphQLObjectType({
      name: alike?.name ?? type.name,
      // Whether an object is of one of the merged types is known from the interface.
      isTypeOf: (alike === undefined && type.isTypeOf) || null,
      interfaces: () => interfaces.map((each) => this.#named(each) as GraphQLInterfaceType),
      fields: () => ({
        ...Object.fromEntries(
          Object.entries(fields)
            .filter(([field]) => this.#used.fields.has(field))
            .map(([field, config]) => [field, { ...config, type: this.#of(config.type) }]),
        ),
        ...(abstract.length === 0 ? {} : { [typeNameField]: this.#nameField(type, alike?.of) }),
      }),
    })
    this.#originals.set(made, type)
    return made
  }

  /** The resolver of the type of an object of an interface or a union. */
  #resolverOf(type: GraphQLAbstractType): GraphQLTypeResolver<unknown, unknown> {
    const merged = this.#merged.get(type)
    return (value, context, info) => {
      const name = nameOf(type, { value, context, info })
      const found = this.#whole.getType(name ?? '')
      return (isObjectType(found) ? merged?.get(found)?.name : undefined) ?? name
    }
  }

  /** The field with the name of the type of an object. */
  #nameField(
    { name }: GraphQLObjectType,
    of: GraphQLAbstractType | undefined,
  ): GraphQLFieldConfig<unknown, unknown> {
    return {
      type: new GraphQLNonNull(GraphQLString),
      // oxlint-disable-next-line max-params -- the signature is that of GraphQL
      resolve: (value, _, context, info) => (of === undefined ? name : nameOf(of, { value, context, info })),
    }
  }
}

/** A schema that knows as types of an interface or a union only those for which its selections are compiled. */
class PartialSchema extends GraphQLSchema {
  readonly #possible: ReadonlyMap<GraphQLNamedType, readonly GraphQLObjectType[]>

  constructor(
    config: ConstructorParameters<typeof GraphQLSchema>[0],
    possible: ReadonlyMap<GraphQLNamedType, readonly GraphQLObjectType[]>,
  ) {
    super(config)
    this.#possible = possible
  }

  override getPossibleTypes(type: GraphQLAbstractType): readonly GraphQLObjectType[] {
    return this.#possible.get(type) ?? super.getPossibleTypes(type)
  }
}

interface Resolved {
  value: unknown
  context: unknown
  info: GraphQLResolveInfo
}

/** Returns the name of the type of an object, for which none of our resolvers has to wait. */
function nameOf(type: GraphQLAbstractType, { value, context, info }: Resolved): string | undefined {
  const found = (type.resolveType ?? defaultTypeResolver)(value, context, info, type)
  return typeof found === 'string' ? found : undefined
}
