import {
  isEnumType,
  isInputObjectType,
  isInputType,
  isListType,
  isNonNullType,
  typeFromAST,
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
import type { ActorStore, InputToCheck } from '../../schema/graphql/store.ts'
import { join, shownAt } from '../../schema/inputs.ts'
import { findKind } from '../../schema/kinds/index.ts'
import { mostObjects } from '../../schema/limits.ts'
import { isRecord } from '../../schema/manifests.ts'
import { own } from '../../schema/own.ts'

/**
 * Everything that is wrong with the variables of an operation, in the words of the store. GraphQL itself stops at the
 * first stage and would tell of wrong types in words of its own before anybody looks at the rest.
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
    // The store tells of one object without saying which argument it was.
    const path = kindInput(type) === undefined ? name : ''
    const wrong = typeErrors(type, value, path)
    if (wrong.length === 0) continue
    const told: FieldError[] = []
    for (const checked of inputsIn(type, value, path)) told.push(...(await store.check(checked)))
    const known = new Set(told.map((error) => error.path))
    errors.push(...told, ...wrong.filter((error) => !known.has(error.path)))
  }
  return errors
}

function inputTypeOf(schema: GraphQLSchema, node: TypeNode): GraphQLInputType | undefined {
  // The overloads of typeFromAST want to know which sort of node it is.
  const type: GraphQLType | undefined = typeFromAST(schema, node as NamedTypeNode)
  return isInputType(type) ? type : undefined
}

/** Where a value does not fit its type. */
function typeErrors(type: GraphQLInputType, value: unknown, path: string): FieldError[] {
  if (isNonNullType(type)) {
    if (value === undefined) return [{ path, message: 'is missing' }]
    if (value === null) return [{ path, message: 'must not be null', value: 'null' }]
    return typeErrors(type.ofType, value, path)
  }
  if (value === undefined || value === null) return []
  if (isListType(type)) {
    if (Array.isArray(value) && value.length > mostItems) return [tooManyItems(value.length, path)]
    return Array.isArray(value)
      ? value.flatMap((item, index) => typeErrors(type.ofType, item, `${path}[${index}]`))
      : typeErrors(type.ofType, value, path)
  }
  if (isInputObjectType(type)) return objectErrors(type, value, path)
  try {
    type.parseValue(value)
    return []
  } catch {
    return [{ path, message: expectationOf(type), ...shownAt(path, value) }]
  }
}

function objectErrors(type: GraphQLInputObjectType, value: unknown, path: string): FieldError[] {
  if (!isRecord(value)) return [{ path, message: 'must be an object', ...shownAt(path, value) }]
  const fields = type.getFields()
  const remedy = fieldsRemedy(type)
  return [
    ...Object.keys(value)
      .filter((key) => !Object.hasOwn(fields, key))
      .map((key) => ({ path: join(path, key), message: 'is not a known field', remedy })),
    ...Object.values(fields).flatMap((field) =>
      own(value, field.name) === undefined && field.defaultValue !== undefined
        ? []
        : typeErrors(field.type, own(value, field.name), join(path, field.name)),
    ),
  ]
}

export function fieldsRemedy(type: GraphQLInputObjectType): string {
  return `Fields are ${Object.keys(type.getFields()).join(', ')}.`
}

/**
 * Entries of any list among the variables. What an operation takes of each is less and is checked by it; this is how much
 * is looked at before.
 */
const mostItems = 10_000

function tooManyItems(length: number, path: string): FieldError {
  const message = `has more than ${mostItems.toLocaleString('en')} entries`
  return { path, message, value: length.toLocaleString('en'), remedy: 'Send them in several requests.' }
}

/** What values of scalars are to be, by the name of the scalar. */
const expectations: Record<string, string> = {
  String: 'must be a string',
  ID: 'must be a string',
  Int: 'must be an integer',
  Float: 'must be a number',
  Boolean: 'must be true or false',
  DateTime: 'must be a moment such as "2026-11-21T03:07:00Z"',
}

/** Says what a value of a scalar or an enum must be. */
export function expectationOf(type: GraphQLLeafType): string {
  if (!isEnumType(type)) return expectations[type.name] ?? `must be a ${type.name}`
  return `must be one of ${type
    .getValues()
    .map(({ name }) => shownValue(name))
    .join(', ')}`
}

/** The objects among the variables, of which the store would say what is wrong, had it been asked. */
function* inputsIn(type: GraphQLInputType, value: unknown, path: string): Generator<InputToCheck> {
  if (isNonNullType(type)) return yield* inputsIn(type.ofType, value, path)
  if (isListType(type) && Array.isArray(value)) {
    if (value.length > mostObjects) return
    for (const [index, item] of value.entries()) yield* inputsIn(type.ofType, item, `${path}[${index}]`)
    return
  }
  if (!isInputObjectType(type) || !isRecord(value)) return
  if (type.name === 'ObjectDocument') yield { input: given(String(value['kind']), value), path }
  const input = kindInput(type)
  if (input === undefined) return
  if (input.operation === 'Create') yield { input: given(input.kind.kind, value), path }
  else yield { kind: input.kind, edit: value['spec'], path: join(path, 'spec') }
}

function given(kind: string, { name, project, labels, spec }: Record<string, unknown>) {
  return { kind, name, project: project ?? undefined, labels: labels ?? undefined, spec: withoutNulls(spec) }
}

/** Null in an input means the same as left out. */
function withoutNulls(spec: unknown): unknown {
  if (!isRecord(spec)) return spec
  return Object.fromEntries(Object.entries(spec).filter(([, value]) => value !== null))
}

/** `CreateProjectInput` is the input of an operation on a Project. */
function kindInput(type: GraphQLInputType) {
  const named = isNonNullType(type) ? type.ofType : type
  const [, operation = '', name = ''] =
    ('name' in named && /^(Create|Update)(.+)Input$/.exec(named.name)) || []
  const kind = findKind(name)
  return kind && { operation, kind }
}
