import {
  Kind,
  TypeInfo,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isLeafType,
  isRequiredInputField,
  print,
  validate,
  visit,
  visitWithTypeInfo,
  type ASTNode,
  type DocumentNode,
  type GraphQLError,
  type GraphQLInputObjectType,
  type GraphQLInputType,
  type GraphQLSchema,
  type ObjectFieldNode,
  type ObjectValueNode,
  type ValueNode,
} from 'graphql'
import { invalidInput, shortened, type FieldError, type RefusedPart } from '../../schema/errors.ts'
import { join } from '../../schema/issue-errors.ts'
import { shownAt } from '../../schema/inputs.ts'
import { expectationOf, fieldsRemedy, oneOfErrors } from './variables.ts'

/** Validates a document and returns its errors, with the details of {@link explainErrors}. */
export function validateDocument(schema: GraphQLSchema, document: DocumentNode): readonly GraphQLError[] {
  const errors = validate(schema, document)
  explainErrors(errors, { schema, document })
  return errors
}

/**
 * Adds machine-readable details to validation errors, which GraphQL itself reports as sentences only: `fields` for an invalid
 * literal, worded as for the same value in a variable, and `refused` for a part of the document that the schema does not have.
 */
export function explainErrors(
  errors: readonly GraphQLError[],
  { schema, document }: { schema: GraphQLSchema; document: DocumentNode },
): void {
  const locations = locationsOf(new Set(errors.map(subjectOf)), { schema, document })
  for (const error of errors) {
    const node = subjectOf(error)
    const location = node && locations.get(node)
    if (node === undefined || location === undefined) continue
    if (isValue(node)) {
      const { message, details } = invalidInput([
        valueError(node, location) ?? { path: location.path, code: 'INVALID', message: withoutStop(error) },
      ])
      error.message = message
      Object.assign(error.extensions, details)
    } else {
      const refused = refusedPart(node, location)
      if (refused !== undefined) Object.assign(error.extensions, { refused })
    }
  }
}

/** Returns the node that an error is about. */
function subjectOf({ nodes }: GraphQLError): ASTNode | undefined {
  return nodes?.[0]
}

function withoutStop({ message }: GraphQLError): string {
  return message.replace(/\.$/, '')
}

/** The path of a node, and what the schema defines there. */
interface NodeLocation {
  /** The arguments and fields that lead to a value; `input` itself is left out, as for variables. */
  path: string
  /** The expected type of a value. */
  type: GraphQLInputType | undefined
  /** The type of the object that a field belongs to. */
  objectType: GraphQLInputType | undefined
  /** Reports whether the schema defines the name of the node. */
  known: boolean
  /** The field that a selection belongs to. */
  selectionOf: string | undefined
  /** Required fields that an object lacks; validation reports one error for each. */
  missing: string[]
}

/** Returns the locations of nodes of a document. */
function locationsOf(
  nodes: ReadonlySet<ASTNode | undefined>,
  { schema, document }: { schema: GraphQLSchema; document: DocumentNode },
): Map<ASTNode, NodeLocation> {
  const types = new TypeInfo(schema)
  const locations = new Map<ASTNode, NodeLocation>()
  const segments: string[] = []
  const segmentOf = (node: ASTNode, key: string | number | undefined): string | undefined => {
    if (node.kind === Kind.ARGUMENT || node.kind === Kind.OBJECT_FIELD) return node.name.value
    if (node.kind === Kind.VARIABLE_DEFINITION) return node.variable.name.value
    return typeof key === 'number' && isValue(node) ? String(key) : undefined
  }
  const known = (node: ASTNode): boolean => {
    if (node.kind === Kind.FIELD) return types.getFieldDef() != null
    if (node.kind === Kind.ARGUMENT) return types.getArgument() != null
    if (node.kind === Kind.DIRECTIVE) return types.getDirective() != null
    return node.kind !== Kind.NAMED_TYPE || schema.getType(node.name.value) !== undefined
  }
  visit(
    document,
    visitWithTypeInfo(types, {
      enter: (node, key) => {
        const segment = segmentOf(node, key)
        if (segment !== undefined) segments.push(segment)
        if (!nodes.has(node)) return
        // On entering a list, the input type is already that of its items.
        const type =
          (node.kind === Kind.LIST ? types.getParentInputType() : types.getInputType()) ?? undefined
        locations.set(node, {
          path: (segments[0] === 'input' && segments.length > 1 ? segments.slice(1) : segments).reduce(
            join,
            '',
          ),
          type,
          objectType: types.getParentInputType() ?? undefined,
          known: known(node),
          selectionOf: types.getFieldDef()?.name,
          missing: missingFields(node, type),
        })
      },
      leave: (node, key) => {
        if (segmentOf(node, key) !== undefined) segments.pop()
      },
    }),
  )
  return locations
}

function missingFields(node: ASTNode, type: GraphQLInputType | undefined): string[] {
  const objectType = type && getNamedType(type)
  if (node.kind !== Kind.OBJECT || !isInputObjectType(objectType)) return []
  const given = new Set(node.fields.map(({ name }) => name.value))
  return Object.values(objectType.getFields())
    .filter((field) => isRequiredInputField(field) && !given.has(field.name))
    .map(({ name }) => name)
}

type WrittenValue = ValueNode | ObjectFieldNode

const values: ReadonlySet<Kind> = new Set([
  Kind.INT,
  Kind.FLOAT,
  Kind.STRING,
  Kind.BOOLEAN,
  Kind.NULL,
  Kind.ENUM,
  Kind.LIST,
  Kind.OBJECT,
  Kind.OBJECT_FIELD,
])

function isValue(node: ASTNode): node is WrittenValue {
  return values.has(node.kind)
}

/** Kinds of values that messages do not show, because a part of them may be a secret. */
const compoundKinds: ReadonlySet<Kind> = new Set([Kind.LIST, Kind.OBJECT, Kind.OBJECT_FIELD])

/** Returns the error of an invalid value; undefined when the schema alone does not determine it. */
function valueError(
  node: WrittenValue,
  { path, type, objectType, missing }: NodeLocation,
): FieldError | undefined {
  if (node.kind === Kind.OBJECT_FIELD) {
    const within = objectType && getNamedType(objectType)
    return isInputObjectType(within)
      ? { path, code: 'UNKNOWN_FIELD', message: 'is not a known field', remedy: fieldsRemedy(within) }
      : undefined
  }
  const named = type && getNamedType(type)
  if (node.kind === Kind.OBJECT && isInputObjectType(named)) {
    if (named.isOneOf) return oneOfError(node, { path, type: named })
    const field = missing.shift()
    if (field === undefined) return undefined
    return { path: path === 'input' ? field : join(path, field), code: 'REQUIRED', message: 'is missing' }
  }
  if (node.kind === Kind.NULL) return { path, code: 'REQUIRED', message: 'must not be null', value: 'null' }
  if (named === undefined) return undefined
  const isShown = shownAt(path, '').value !== undefined && !compoundKinds.has(node.kind)
  return {
    path,
    code: isEnumType(named) ? 'NOT_SUPPORTED' : 'INVALID_TYPE',
    message: isLeafType(named) ? expectationOf(named) : 'must be an object',
    ...(isShown && { value: shortened(print(node)) }),
  }
}

function oneOfError(
  { fields }: ObjectValueNode,
  { path, type }: { path: string; type: GraphQLInputObjectType },
): FieldError | undefined {
  const given = fields.map(({ name }) => name.value)
  const isNull = (field: string): boolean =>
    fields.some(({ name, value }) => name.value === field && value.kind === Kind.NULL)
  return oneOfErrors(type, { path, given, isNull })[0]
}

const parts: Partial<Record<Kind, RefusedPart['part']>> = {
  [Kind.FIELD]: 'field',
  [Kind.SELECTION_SET]: 'field',
  [Kind.ARGUMENT]: 'argument',
  [Kind.NAMED_TYPE]: 'type',
  [Kind.DIRECTIVE]: 'directive',
  [Kind.VARIABLE]: 'variable',
  [Kind.VARIABLE_DEFINITION]: 'variable',
  [Kind.FRAGMENT_SPREAD]: 'fragment',
  [Kind.FRAGMENT_DEFINITION]: 'fragment',
  [Kind.INLINE_FRAGMENT]: 'fragment',
}

function refusedPart(node: ASTNode, { known, selectionOf = '' }: NodeLocation): RefusedPart | undefined {
  const part = parts[node.kind]
  if (part === undefined) return undefined
  if (node.kind === Kind.SELECTION_SET) return { part, name: selectionOf, known }
  if (node.kind === Kind.VARIABLE_DEFINITION) return { part, name: node.variable.name.value, known }
  return { part, name: 'name' in node ? (node.name?.value ?? '') : '', known }
}
