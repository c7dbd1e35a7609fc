import {
  Kind,
  TypeInfo,
  getNamedType,
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
  type GraphQLInputType,
  type GraphQLSchema,
  type ObjectFieldNode,
  type ValueNode,
} from 'graphql'
import { invalidInput, shortened, type FieldError, type RefusedPart } from '../../schema/errors.ts'
import { join, shownAt } from '../../schema/inputs.ts'
import { expectationOf, fieldsRemedy } from './variables.ts'

/** Validates a document; its errors say in `extensions` what they are about. */
export function validateDocument(schema: GraphQLSchema, document: DocumentNode): readonly GraphQLError[] {
  const errors = validate(schema, document)
  explainErrors(errors, { schema, document })
  return errors
}

/**
 * Adds to errors of validation what clients decide by: `fields` where a value that is written into the document is wrong,
 * in the words in which the same value of a variable is refused, and `refused` where a part of it does not fit the schema.
 * GraphQL itself has neither, only sentences.
 */
export function explainErrors(
  errors: readonly GraphQLError[],
  { schema, document }: { schema: GraphQLSchema; document: DocumentNode },
): void {
  const places = placesOf(new Set(errors.map(subjectOf)), { schema, document })
  for (const error of errors) {
    const node = subjectOf(error)
    const place = node && places.get(node)
    if (node === undefined || place === undefined) continue
    if (isValue(node)) {
      const { message, details } = invalidInput([
        valueError(node, place) ?? { path: place.path, message: withoutStop(error) },
      ])
      error.message = message
      Object.assign(error.extensions, details)
    } else {
      const refused = refusedPart(node, place)
      if (refused !== undefined) Object.assign(error.extensions, { refused })
    }
  }
}

/** The node that an error is about. */
function subjectOf({ nodes }: GraphQLError): ASTNode | undefined {
  return nodes?.[0]
}

function withoutStop({ message }: GraphQLError): string {
  return message.replace(/\.$/, '')
}

interface Place {
  /** Names of the arguments and fields down to a value; an input as a whole is not named, as with variables. */
  path: string
  /** Of a value: the type that it must have. */
  type: GraphQLInputType | undefined
  /** Of a field of an object: the type of the object. */
  objectType: GraphQLInputType | undefined
  /** False where the schema has nothing of the name that stands here. */
  known: boolean
  /** The field of which this is the selection. */
  selectionOf: string | undefined
  /** Required fields that an object does not have, each of which is an error of its own. */
  missing: string[]
}

/** Finds where the nodes stand, and what the schema has there. */
function placesOf(
  nodes: ReadonlySet<ASTNode | undefined>,
  { schema, document }: { schema: GraphQLSchema; document: DocumentNode },
): Map<ASTNode, Place> {
  const types = new TypeInfo(schema)
  const places = new Map<ASTNode, Place>()
  const at: string[] = []
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
        if (segment !== undefined) at.push(segment)
        if (!nodes.has(node)) return
        // Within a list, the type is that of its items.
        const type =
          (node.kind === Kind.LIST ? types.getParentInputType() : types.getInputType()) ?? undefined
        places.set(node, {
          path: (at[0] === 'input' && at.length > 1 ? at.slice(1) : at).reduce(join, ''),
          type,
          objectType: types.getParentInputType() ?? undefined,
          known: known(node),
          selectionOf: types.getFieldDef()?.name,
          missing: missingFields(node, type),
        })
      },
      leave: (node, key) => {
        if (segmentOf(node, key) !== undefined) at.pop()
      },
    }),
  )
  return places
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

/** Not shown: a part of it may be a secret. */
const withParts: ReadonlySet<Kind> = new Set([Kind.LIST, Kind.OBJECT, Kind.OBJECT_FIELD])

/** Says what is wrong with a value; undefined where the schema alone does not tell. */
function valueError(node: WrittenValue, { path, type, objectType, missing }: Place): FieldError | undefined {
  if (node.kind === Kind.OBJECT_FIELD) {
    const within = objectType && getNamedType(objectType)
    return isInputObjectType(within)
      ? { path, message: 'is not a known field', remedy: fieldsRemedy(within) }
      : undefined
  }
  const named = type && getNamedType(type)
  if (node.kind === Kind.OBJECT && isInputObjectType(named)) {
    const field = missing.shift()
    if (field === undefined) return undefined
    return { path: path === 'input' ? field : join(path, field), message: 'is missing' }
  }
  if (node.kind === Kind.NULL) return { path, message: 'must not be null', value: 'null' }
  if (named === undefined) return undefined
  const isShown = shownAt(path, '').value !== undefined && !withParts.has(node.kind)
  return {
    path,
    message: isLeafType(named) ? expectationOf(named) : 'must be an object',
    ...(isShown && { value: shortened(print(node)) }),
  }
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

function refusedPart(node: ASTNode, { known, selectionOf = '' }: Place): RefusedPart | undefined {
  const part = parts[node.kind]
  if (part === undefined) return undefined
  if (node.kind === Kind.SELECTION_SET) return { part, name: selectionOf, known }
  if (node.kind === Kind.VARIABLE_DEFINITION) return { part, name: node.variable.name.value, known }
  return { part, name: 'name' in node ? (node.name?.value ?? '') : '', known }
}
