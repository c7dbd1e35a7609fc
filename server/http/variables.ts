import {
  isEnumType,
  isInputObjectType,
  isInputType,
  isListType,
  isNonNullType,
  typeFromAST,
  getNamedType,
  type GraphQLInputObjectType,
  type GraphQLInputType,
  type GraphQLLeafType,
  type GraphQLSchema,
  type GraphQLType,
  type NamedTypeNode,
  type OperationDefinitionNode,
  type TypeNode,
} from 'graphql'
import { shownValue, type FieldError } from '../../schema/errors.ts'
import type { ActorStore } from '../../schema/graphql/store.ts'
import type { InputToCheck } from '../../schema/graphql/store-writes.ts'
import { join } from '../../schema/issue-errors.ts'
import { shownAt } from '../../schema/inputs.ts'
import { findKind } from '../../schema/kinds/index.ts'
import { maxObjects } from '../../schema/limits.ts'
import { isRecord } from '../../schema/manifests.ts'
import { own } from '../../schema/own.ts'

/**
 * Returns all errors of the variables of an operation, worded as the store words them. GraphQL itself would stop at type
 * errors, with its own wording, before the store validates anything.
 */
export async function variableErrors(
  { schema, store }: { schema: GraphQLSchema; store: Pick<ActorStore, 'check'> },
  { variableDefinitions = [] }: OperationDefinitionNode,
  variables: Readonly<Record<string, unknown>>,
): Promise<FieldError[]> {
  const errors: FieldError[] = []
  for (const { variable, type: node, defaultValue } of variableDefinitions) {
    const name = variable.name.value
    const type = inputTypeOf(schema, node)
    const value = own(variables, name)
    if (type === undefined || (value === undefined && defaultValue !== undefined)) continue
    // For the input of a mutation, the store reports paths without the name of the argument.
    const path = mutationInputs(schema).has(getNamedType(type).name) ? '' : name
    const ofTypes = typeErrors(type, value, path)
    if (ofTypes.length === 0) continue
    // The store knows enums as manifests spell them.
    const ofEnums = new Set(ofTypes.filter(({ code }) => code === 'NOT_SUPPORTED').map((error) => error.path))
    const ofStore: FieldError[] = []
    for (const checked of inputsIn(type, value, path))
      ofStore.push(...(await store.check(checked)).filter((error) => !ofEnums.has(error.path)))
    const reported = new Set(ofStore.map((error) => error.path))
    errors.push(...ofStore, ...ofTypes.filter((error) => !reported.has(error.path)))
  }
  return errors
}

/** Returns the names of the types of the argument `input` of mutations. */
function mutationInputs(schema: GraphQLSchema): ReadonlySet<string> {
  const known = inputsOfMutations.get(schema)
  if (known !== undefined) return known
  const found = Object.values(schema.getMutationType()?.getFields() ?? {}).flatMap(({ args }) =>
    args.filter(({ name }) => name === 'input').map(({ type }) => getNamedType(type).name),
  )
  const names = new Set(found)
  inputsOfMutations.set(schema, names)
  return names
}

const inputsOfMutations = new WeakMap<GraphQLSchema, ReadonlySet<string>>()

function inputTypeOf(schema: GraphQLSchema, node: TypeNode): GraphQLInputType | undefined {
  // typeFromAST accepts any type node, but its overloads need a specific one.
  const type: GraphQLType | undefined = typeFromAST(schema, node as NamedTypeNode)
  return isInputType(type) ? type : undefined
}

/** Returns the errors of a value that does not match its type. */
function typeErrors(type: GraphQLInputType, value: unknown, path: string): FieldError[] {
  if (isNonNullType(type)) {
    if (value === undefined) return [{ path, code: 'REQUIRED', message: 'is missing' }]
    if (value === null) return [{ path, code: 'REQUIRED', message: 'must not be null', value: 'null' }]
    return typeErrors(type.ofType, value, path)
  }
  if (value === undefined || value === null) return []
  if (isListType(type)) {
    if (Array.isArray(value) && value.length > maxItems) return [tooManyItems(value.length, path)]
    return Array.isArray(value)
      ? value.flatMap((item, index) => typeErrors(type.ofType, item, `${path}[${index}]`))
      : typeErrors(type.ofType, value, path)
  }
  if (isInputObjectType(type)) return objectErrors(type, value, path)
  try {
    type.parseValue(value)
    return []
  } catch {
    return [
      {
        path,
        code: isEnumType(type) ? 'NOT_SUPPORTED' : 'INVALID_TYPE',
        message: expectationOf(type),
        ...shownAt(path, value),
      },
    ]
  }
}

function objectErrors(type: GraphQLInputObjectType, value: unknown, path: string): FieldError[] {
  if (!isRecord(value))
    return [{ path, code: 'INVALID_TYPE', message: 'must be an object', ...shownAt(path, value) }]
  const fields = type.getFields()
  const remedy = fieldsRemedy(type)
  const given = Object.keys(value).filter((key) => value[key] !== undefined && Object.hasOwn(fields, key))
  return [
    ...(type.isOneOf ? oneOfErrors(type, { path, given, isNull: (key) => value[key] === null }) : []),
    ...Object.keys(value)
      .filter((key) => !Object.hasOwn(fields, key))
      .map((key) => ({
        path: join(path, key),
        code: 'UNKNOWN_FIELD' as const,
        message: 'is not a known field',
        remedy,
      })),
    ...Object.values(fields).flatMap((field) =>
      own(value, field.name) === undefined && field.defaultValue !== undefined
        ? []
        : typeErrors(field.type, own(value, field.name), join(path, field.name)),
    ),
  ]
}

interface GivenFields {
  path: string
  /** The names of the fields that the value has. */
  given: readonly string[]
  isNull: (field: string) => boolean
}

/** Returns the errors of a value of a `@oneOf` type, which must have one of its fields. */
export function oneOfErrors(
  type: GraphQLInputObjectType,
  { path, given, isNull }: GivenFields,
): FieldError[] {
  const fields = Object.keys(type.getFields())
  const known = fields.join(', ')
  const [field] = given
  if (given.length === 1 && field !== undefined) {
    if (!isNull(field)) return []
    const remedy = `Set one of ${known}.`
    return [{ path: join(path, field), code: 'REQUIRED', message: 'must not be null', value: 'null', remedy }]
  }
  const message = `must have exactly one of the fields ${known}`
  const code = given.length === 0 ? 'REQUIRED' : 'CONFLICT'
  const usable = given.filter((name) => fields.includes(name))
  const remedy =
    usable.length === 0
      ? `Add one of ${known}.`
      : `Keep ${usable.length === 1 ? 'only ' : 'one of '}${usable.join(', ')}.`
  return [{ path, code, message, remedy }]
}

/** Returns the remedy for an unknown field: the list of known ones. */
export function fieldsRemedy(type: GraphQLInputObjectType): string {
  return `Fields are ${Object.keys(type.getFields()).join(', ')}.`
}

/**
 * The maximum number of entries of a list in the variables. It bounds the work of this check; operations have lower limits
 * and check them themselves.
 */
const maxItems = 10_000

function tooManyItems(length: number, path: string): FieldError {
  const message = `has more than ${maxItems.toLocaleString('en')} entries`
  return {
    path,
    code: 'TOO_MANY',
    message,
    value: length.toLocaleString('en'),
    remedy: 'Send them in several requests.',
  }
}

/** What a value of a scalar must be, by the name of the scalar. */
const expectations: Record<string, string> = {
  String: 'must be a string',
  ID: 'must be a string',
  Int: 'must be an integer',
  Float: 'must be a number',
  Boolean: 'must be true or false',
  DateTime: 'must be a timestamp such as "2026-11-21T03:07:00Z"',
  StringMap: 'must be an object whose values are strings, such as {"team": "shop"}',
  StringMapPatch: 'must be an object whose values are strings or null, such as {"team": null}',
}

/** Describes what a value of a scalar or an enum must be. */
export function expectationOf(type: GraphQLLeafType): string {
  if (!isEnumType(type)) return expectations[type.name] ?? `must be a ${type.name}`
  return `must be one of ${type
    .getValues()
    .map(({ name }) => shownValue(name))
    .join(', ')}`
}

/** Yields the object inputs among the variables, for the store to check. */
function* inputsIn(type: GraphQLInputType, value: unknown, path: string): Generator<InputToCheck> {
  if (isNonNullType(type)) return yield* inputsIn(type.ofType, value, path)
  if (isListType(type) && Array.isArray(value)) {
    if (value.length > maxObjects) return
    for (const [index, item] of value.entries()) yield* inputsIn(type.ofType, item, `${path}[${index}]`)
    return
  }
  if (!isInputObjectType(type) || !isRecord(value)) return
  if (type.name === 'ObjectDocumentInput') yield { input: given(String(value['kind']), value), path }
  const input = kindInput(type)
  if (input === undefined) {
    for (const field of Object.values(type.getFields()))
      yield* inputsIn(field.type, own(value, field.name), join(path, field.name))
    return
  }
  const { spec } = asManifest(type, value) as { spec?: unknown }
  if (input.operation === 'Create') yield { input: given(input.kind.kind, { ...value, spec }), path }
  else yield { kind: input.kind, edit: spec, path: join(path, 'spec') }
}

function given(kind: string, { name, project, labels, annotations, spec }: Record<string, unknown>) {
  return {
    kind,
    name,
    project: project ?? undefined,
    labels: labels ?? undefined,
    annotations: annotations ?? undefined,
    spec: withoutNulls(spec),
  }
}

/** Converts the names of enum values to the values of manifests. Leaves values of other types unchanged. */
function asManifest(type: GraphQLInputType, value: unknown): unknown {
  if (isNonNullType(type)) return asManifest(type.ofType, value)
  if (isListType(type) && Array.isArray(value)) return value.map((item) => asManifest(type.ofType, item))
  if (isEnumType(type)) return type.getValue(String(value))?.value ?? value
  if (!isInputObjectType(type) || !isRecord(value)) return value
  const fields = type.getFields()
  return Object.fromEntries(
    Object.entries(value).map(([key, entry]) => {
      const field = own(fields, key)
      return [key, field === undefined ? entry : asManifest(field.type, entry)]
    }),
  )
}

/** Removes null fields: in an input, null means the same as absent. */
function withoutNulls(spec: unknown): unknown {
  if (!isRecord(spec)) return spec
  return Object.fromEntries(Object.entries(spec).filter(([, value]) => value !== null))
}

/** Returns the kind and operation of an input type, from its name: `CreateProjectInput` creates a Project. */
function kindInput(type: GraphQLInputType) {
  const named = isNonNullType(type) ? type.ofType : type
  const [, operation = '', name = ''] =
    ('name' in named && /^(Create|Update)(.+)Input$/.exec(named.name)) || []
  const kind = findKind(name)
  return kind && { operation, kind }
}
