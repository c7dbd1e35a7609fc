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
import { shownValue, type FieldError } from '../schema/errors.ts'
import { checkObject, checkPatch, join } from '../schema/inputs.ts'
import { findKind } from '../schema/kinds/index.ts'
import { isRecord } from '../schema/manifests.ts'

/**
 * Everything that is wrong with the variables of an operation, in the words of the store. GraphQL itself stops at the
 * first stage and would tell of wrong types in words of its own before anybody looks at the rest.
 */
export function variableErrors(
  schema: GraphQLSchema,
  { variableDefinitions = [] }: OperationDefinitionNode,
  variables: Readonly<Record<string, unknown>>,
): FieldError[] {
  return variableDefinitions.flatMap(({ variable, type: node, defaultValue }) => {
    const name = variable.name.value
    const type = inputTypeOf(schema, node)
    const value = variables[name]
    if (type === undefined || (value === undefined && defaultValue !== undefined)) return []
    // The store tells of one object without saying which argument it was.
    const path = kindInput(type) === undefined ? name : ''
    const wrong = typeErrors(type, value, path)
    if (wrong.length === 0) return []
    const told = contentErrors(type, value, path)
    return [...told, ...wrong.filter((error) => !told.some((known) => known.path === error.path))]
  })
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
    return Array.isArray(value)
      ? value.flatMap((item, index) => typeErrors(type.ofType, item, `${path}[${index}]`))
      : typeErrors(type.ofType, value, path)
  }
  if (isInputObjectType(type)) return objectErrors(type, value, path)
  try {
    type.parseValue(value)
    return []
  } catch {
    return [{ path, message: expectationOf(type), value: shownValue(value) }]
  }
}

function objectErrors(type: GraphQLInputObjectType, value: unknown, path: string): FieldError[] {
  if (!isRecord(value)) return [{ path, message: 'must be an object', value: shownValue(value) }]
  const fields = type.getFields()
  const remedy = `Fields are ${Object.keys(fields).join(', ')}.`
  return [
    ...Object.keys(value)
      .filter((key) => !Object.hasOwn(fields, key))
      .map((key) => ({ path: join(path, key), message: 'is not a known field', remedy })),
    ...Object.values(fields).flatMap((field) =>
      value[field.name] === undefined && field.defaultValue !== undefined
        ? []
        : typeErrors(field.type, value[field.name], join(path, field.name)),
    ),
  ]
}

/** What values of scalars are to be, by the name of the scalar. */
export const expectations: Record<string, string> = {
  String: 'must be a text',
  ID: 'must be a text',
  Int: 'must be a whole number',
  Float: 'must be a number',
  Boolean: 'must be true or false',
  DateTime: 'must be a moment such as "2026-11-21T03:07:00Z"',
}

function expectationOf(type: GraphQLLeafType): string {
  if (!isEnumType(type)) return expectations[type.name] ?? `must be a ${type.name}`
  return `must be one of ${type
    .getValues()
    .map(({ name }) => shownValue(name))
    .join(', ')}`
}

/** What the store would say of objects among the variables, had it been asked. */
function contentErrors(type: GraphQLInputType, value: unknown, path: string): FieldError[] {
  if (isNonNullType(type)) return contentErrors(type.ofType, value, path)
  if (isListType(type) && Array.isArray(value))
    return value.flatMap((item, index) => contentErrors(type.ofType, item, `${path}[${index}]`))
  if (!isInputObjectType(type) || !isRecord(value)) return []
  if (type.name === 'ObjectDocument') return checkObject(given(String(value['kind']), value), path).errors
  const input = kindInput(type)
  if (input === undefined) return []
  return input.operation === 'Create'
    ? checkObject(given(input.kind.kind, value), path).errors
    : checkPatch(input.kind, value['spec'], join(path, 'spec'))
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
