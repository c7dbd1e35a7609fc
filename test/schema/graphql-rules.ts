import {
  getNamedType,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isIntrospectionType,
  isListType,
  isNonNullType,
  isObjectType,
  isScalarType,
  isSpecifiedScalarType,
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputField,
  type GraphQLNamedType,
  type GraphQLSchema,
} from 'graphql'

/* The rules of the GraphQL schemas (docs/decisions/027-graphql-schema.md). Each returns the places that violate it. */

export interface Rule {
  name: string
  /** Rules on mutations and nodes do not apply to the protocol of workers. @default true */
  appliesToWorkers?: boolean
  violations: (schema: GraphQLSchema) => string[]
}

type OutputField = GraphQLField<unknown, unknown>

/** A field, argument or input field, with its path: `Type.field` or `Type.field(argument)`. */
interface Member {
  path: string
  name: string
  member: OutputField | GraphQLArgument | GraphQLInputField
}

function typesOf(schema: GraphQLSchema): GraphQLNamedType[] {
  return Object.values(schema.getTypeMap()).filter(
    (type) => !isIntrospectionType(type) && !isSpecifiedScalarType(type),
  )
}

interface FieldOf {
  path: string
  type: GraphQLNamedType
  field: OutputField
}

function outputFields(schema: GraphQLSchema): FieldOf[] {
  return typesOf(schema).flatMap((type) =>
    isObjectType(type) || isInterfaceType(type)
      ? Object.values(type.getFields()).map((field) => ({ path: `${type.name}.${field.name}`, type, field }))
      : [],
  )
}

function inputFields(schema: GraphQLSchema): Member[] {
  return typesOf(schema).flatMap((type) =>
    isInputObjectType(type)
      ? Object.values(type.getFields()).map((member) => ({
          path: `${type.name}.${member.name}`,
          name: member.name,
          member,
        }))
      : [],
  )
}

function membersOf(schema: GraphQLSchema): Member[] {
  const outputs = outputFields(schema).flatMap(({ path, field }): Member[] => [
    { path, name: field.name, member: field },
    ...field.args.map((member) => ({ path: `${path}(${member.name})`, name: member.name, member })),
  ])
  return [...outputs, ...inputFields(schema)]
}

const isSentence = (text: string | null | undefined): boolean => /^\S.*\.$/s.test(text ?? '')

const describesAll: Rule = {
  name: 'every type, field, argument and enum value is described in sentences',
  violations: (schema) => [
    ...typesOf(schema)
      .filter(({ description }) => !isSentence(description))
      .map(({ name }) => name),
    ...membersOf(schema)
      .filter(({ member }) => !isSentence(member.description))
      .map(({ path }) => path),
    ...typesOf(schema).flatMap((type) =>
      isEnumType(type)
        ? type
            .getValues()
            .filter(({ description }) => !isSentence(description))
            .map(({ name }) => `${type.name}.${name}`)
        : [],
    ),
  ],
}

const describesEnums: Rule = {
  name: 'an enum has a description of its own, not that of a field',
  violations: (schema) => {
    const ofFields = new Set(membersOf(schema).map(({ member }) => member.description))
    return typesOf(schema)
      .filter((type) => isEnumType(type) && ofFields.has(type.description))
      .map(({ name }) => name)
  },
}

/** Where any JSON is allowed: manifests, values of any field, and what only the parties of the protocol understand. */
const jsonPlaces: readonly RegExp[] = [
  // The spec of a kind that the dependency names, and scalars of the types that a definition declares.
  /^(Helm)?WorkloadDefinitionDependency(Input)?\.spec$/,
  /^WorkloadDefinitionParameter(Input)?\.default$/,
  /^(Update)?WorkloadInstanceSpec(Input)?\.parameters$/,
  /^WorkloadInstancePlacementOverride(Input)?\.parameters$/,
  /^EnvironmentPlacementOverride(Input)?\.parameters$/,
  /^\w+\.manifest$/,
  /^ObjectDocumentInput\.spec$/,
  /^FieldDifference\.(before|after)$/,
  /^Change\.spec(Before|After)$/,
  // Parameters of a provider, which its schema checks, and a value of any field.
  /^(Update)?(Profile|(KubernetesRuntime|Terraform)Definition|(Database|Bucket|Gateway|SupportService)Instance)(Spec)?(Input)?\.parameters$/,
  // Variables and outputs of Terraform have any type.
  /^(Update)?Terraform(Definition|Instance)Spec(Input)?\.(variables|optionalVariables)$/,
  /^TerraformInstanceOutputs\.values$/,
  /^TierDefault(Input)?\.value$/,
  // The JSON Schema of a kind of a module.
  /^ModuleApiOutputsKind\.schema$/,
  // Values of the parameters that the definition of an application declares.
  /^ApplicationEnvironment(Input)?\.parameters$/,
  /^(Update)?(Stage|CanaryWorkload|Preview)Spec(Input)?\.parameters$/,
  /^ApplicationPreviews(Input)?\.parameters$/,
  // A map by the keys of a Secret.
  /^(Update)?SecretDefinitionSpec(Input)?\.from$/,
]
const jsonPlacesOfWorkers: readonly RegExp[] = [
  /^\w+\.manifestSpec$/,
  /^Mutation\.(report(Reconcile|Process)|confirmDeletion)\(report\)$/,
  /^Query\.releasePolicies$/,
  /^\w+\.(secrets|parameters|state|spec|outputs|kinds|notice)$/,
]

function jsonRule(name: string, allowed: readonly RegExp[]): Rule {
  return {
    name,
    violations: (schema) =>
      membersOf(schema)
        .filter(
          ({ path, member }) =>
            getNamedType(member.type).name === 'JSON' && !allowed.some((each) => each.test(path)),
        )
        .map(({ path }) => path),
  }
}

const pagesLists: Rule = {
  name: 'every connection has edges, nodes, totalCount and pageInfo, and its fields page in both directions',
  violations: (schema) => [
    ...typesOf(schema)
      .filter((type) => isObjectType(type) && type.name.endsWith('Connection'))
      .filter(
        (type) =>
          !isObjectType(type) ||
          ['edges', 'nodes', 'totalCount', 'pageInfo'].some((field) => !(field in type.getFields())),
      )
      .map(({ name }) => name),
    ...outputFields(schema)
      .filter(({ field }) => getNamedType(field.type).name.endsWith('Connection'))
      .filter(({ field }) =>
        ['first', 'after', 'last', 'before'].some((name) => field.args.every((arg) => arg.name !== name)),
      )
      .map(({ path }) => path),
  ],
}

const shoutsEnums: Rule = {
  name: 'enum values are in SCREAMING_SNAKE_CASE, except the names of types',
  violations: (schema) =>
    typesOf(schema).flatMap((type) =>
      isEnumType(type)
        ? type
            .getValues()
            .filter(({ name }) => !/^[A-Z][A-Z0-9]*(_[A-Z0-9]+)*$/.test(name))
            .filter(({ name }) => schema.getType(name) === undefined)
            .map(({ name }) => `${type.name}.${name}`)
        : [],
    ),
}

/** Specs hold times as users wrote them, which a DateTime would normalize. */
const isOfSpec = (path: string): boolean => /^\w+Spec(Input)?\./.test(path)

const typesTimes: Rule = {
  name: 'times are of type DateTime, except in specs',
  violations: (schema) =>
    membersOf(schema)
      .filter(({ name }) => /(At|Time)$|^(time|since|until|firstSeen|lastSeen)$|(After|Before)$/.test(name))
      .filter(({ path, member }) => getNamedType(member.type).name === 'String' && !isOfSpec(path))
      .map(({ path }) => path),
}

const namesObjectsOnce: Rule = {
  name: 'an object is identified by one argument, and by one field of a @oneOf input',
  violations: (schema) => [
    ...outputFields(schema)
      .filter(({ field }) => hasBoth(field.args.map(({ name }) => name)))
      .map(({ path }) => path),
    ...typesOf(schema)
      .filter((type) => isInputObjectType(type) && !type.isOneOf && hasBoth(Object.keys(type.getFields())))
      .map(({ name }) => name),
  ],
}

function hasBoth(names: readonly string[]): boolean {
  return names.includes('id') && names.some((name) => name === 'name' || name === 'named')
}

const datesDeprecations: Rule = {
  name: 'a deprecation has the date from which the member may be removed',
  violations: (schema) =>
    membersOf(schema)
      .filter(({ member }) => member.deprecationReason != null)
      .filter(({ member }) => !/\b\d{4}-\d{2}-\d{2}\b/.test(member.deprecationReason ?? ''))
      .map(({ path }) => path),
}

const shapesMutations: Rule = {
  name: 'a mutation takes an input of its own, and returns a nullable payload of its own with errors',
  appliesToWorkers: false,
  violations: (schema) =>
    Object.values(schema.getMutationType()?.getFields() ?? {})
      .filter(({ name, args, type }) => {
        const stem = `${name.charAt(0).toUpperCase()}${name.slice(1)}`
        const input = args.find((arg) => arg.name === 'input')
        const payload = getNullableType(type)
        return !(
          input !== undefined &&
          getNamedType(input.type).name === `${stem}Input` &&
          !isNonNullType(type) &&
          isObjectType(payload) &&
          payload.name === `${stem}Payload` &&
          'errors' in payload.getFields()
        )
      })
      .map(({ name }) => `Mutation.${name}`),
}

const nullsRoots: Rule = {
  name: 'fields of Query are nullable, so that one that fails leaves the others',
  appliesToWorkers: false,
  violations: (schema) =>
    Object.values(schema.getQueryType()?.getFields() ?? {})
      .filter(({ type }) => isNonNullType(type))
      .map(({ name }) => `Query.${name}`),
}

/** The IDs of removals identify them within their list only. */
const withIdsOfTheirOwn: ReadonlySet<string> = new Set(['ConfirmationRemoval'])

const nodesHaveIds: Rule = {
  name: 'a type with an id is a Node',
  appliesToWorkers: false,
  violations: (schema) =>
    typesOf(schema)
      .filter((type) => isObjectType(type) && 'id' in type.getFields())
      .filter((type) => isObjectType(type) && type.getInterfaces().every(({ name }) => name !== 'Node'))
      .filter(({ name }) => !withIdsOfTheirOwn.has(name))
      .map(({ name }) => name),
}

const specifiesScalars: Rule = {
  name: 'a custom scalar links to its specification',
  violations: (schema) =>
    typesOf(schema)
      .filter((type) => isScalarType(type) && type.specifiedByURL == null)
      .map(({ name }) => name),
}

const fillsLists: Rule = {
  name: 'lists have no null items, except lists of requested IDs',
  violations: (schema) =>
    membersOf(schema)
      .filter(({ path }) => path !== 'Query.nodes')
      .filter(({ member }) => {
        const type = getNullableType(member.type)
        return isListType(type) && !isNonNullType(type.ofType)
      })
      .map(({ path }) => path),
}

const usesAllTypes: Rule = {
  name: 'every type is used',
  violations: (schema) => {
    const roots = [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()]
    const used = new Set<string>(roots.flatMap((type) => (type == null ? [] : [type.name])))
    for (const { member } of membersOf(schema)) used.add(getNamedType(member.type).name)
    return typesOf(schema)
      .filter(({ name }) => !used.has(name))
      .filter((type) => !isInterfaceType(type) || schema.getPossibleTypes(type).length === 0)
      .filter((type) => !isObjectType(type) || type.getInterfaces().length === 0)
      .map(({ name }) => name)
  },
}

export const rules: readonly Rule[] = [
  describesAll,
  describesEnums,
  { ...jsonRule('JSON occurs only where values are free', jsonPlaces), appliesToWorkers: false },
  pagesLists,
  shoutsEnums,
  typesTimes,
  namesObjectsOnce,
  datesDeprecations,
  shapesMutations,
  nullsRoots,
  nodesHaveIds,
  specifiesScalars,
  fillsLists,
  usesAllTypes,
]

/** The rule on JSON in the protocol of workers, which transfers specs and reports as a whole. */
export const workerRules: readonly Rule[] = [
  ...rules.filter(({ appliesToWorkers = true }) => appliesToWorkers),
  jsonRule('JSON occurs only where values are free', [...jsonPlaces, ...jsonPlacesOfWorkers]),
]
