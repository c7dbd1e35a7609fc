import {
  GraphQLError,
  Kind,
  parse,
  type DefinitionNode,
  type DocumentNode,
  type FragmentDefinitionNode,
  type SelectionSetNode,
} from 'graphql'
import { LRUCache } from 'lru-cache'
import { invalidInput } from '../../schema/errors.ts'
import { maxDepth, tooDeep } from './edge/json-scan.ts'

/*
 * Limits of GraphQL documents. The time to parse, validate and compile a document grows faster than its length, so one pass
 * checks these limits first. For scale: the largest document of our own clients has 1,700 characters, 87 fields and 300
 * tokens; the introspection query of GraphiQL has 170 fields, and the start of a reconcile, which selects fields of every kind, 1,000.
 */

/** Characters of a document. */
const maxCharacters = 200_000
/** Names, brackets and values. */
export const maxTokens = 10_000
/** Operations and fragments. */
const maxDefinitions = 100
/** Fields, with those of fragments counted wherever these are used. */
const maxFields = 2000
/** Fields of one selection that share a response name: validation compares each pair of them. */
const maxRepeated = 100
/** Fragment spreads. */
const maxSpreads = 500
/** Introspection fields. */
const maxIntrospection = 500

interface Weight {
  fields: number
  spreads: number
  repeated: number
  introspection: number
}

/** Field counts of the documents that were accepted recently; the size is in characters of documents. */
const accepted = new LRUCache<string, number>({
  maxSize: 4_000_000,
  sizeCalculation: (_, text) => text.length,
})

/**
 * Counts the fields of a document, and those of fragments at each spread; returns 0 for a document that does not parse.
 * Throws INVALID_INPUT when it is too large or nested too deeply. Accepted documents are cached.
 */
export function fieldsOf(text: string): number {
  const cached = accepted.get(text)
  if (cached !== undefined) return cached
  if (text.length > maxCharacters) throw tooLarge(text.length, maxCharacters, 'characters')
  if (isDeep(text)) throw tooDeep()
  const document = parsed(text)
  const fields = document === undefined ? 0 : weigh(document)
  accepted.set(text, fields)
  return fields
}

/** Parses a document; returns undefined for a syntax error, which Apollo reports. */
function parsed(text: string): DocumentNode | undefined {
  try {
    return parse(text, { maxTokens, noLocation: true })
  } catch (error) {
    if (!(error instanceof GraphQLError)) throw error
    // The token limit is the one parser error that is not about syntax, and only its message identifies it.
    if (error.message.includes('tokens')) throw tooLarge(undefined, maxTokens, 'names, brackets and values')
    return undefined
  }
}

function weigh({ definitions }: DocumentNode): number {
  if (definitions.length > maxDefinitions)
    throw tooLarge(definitions.length, maxDefinitions, 'operations and fragments')
  const fragments = new Map(definitions.filter(isFragment).map((each) => [each.name.value, each]))
  const weights = new Map<string, Weight>()

  const weightOfFragment = (name: string): Weight => {
    const cached = weights.get(name)
    if (cached !== undefined) return cached
    // Set before recursion, so that cycles end; validation rejects them.
    weights.set(name, noWeight)
    const fragment = fragments.get(name)
    const weight = fragment === undefined ? noWeight : weightOf(fragment.selectionSet, false)
    weights.set(name, weight)
    return weight
  }

  const weightOf = ({ selections }: SelectionSetNode, isIntrospection: boolean): Weight => {
    const names = new Set<string>()
    const total: Weight = { ...noWeight }
    for (const selection of selections) {
      if (selection.kind === Kind.FRAGMENT_SPREAD) {
        const weight = weightOfFragment(selection.name.value)
        add(total, isIntrospection ? { ...weight, introspection: weight.fields } : weight)
        total.spreads += 1
        continue
      }
      if (selection.kind === Kind.FIELD) {
        const { alias, name } = selection
        const shown = (alias ?? name).value
        total.fields += 1
        if (names.has(shown)) total.repeated += 1
        names.add(shown)
        const isIntrospectionField = isIntrospection || name.value === '__schema' || name.value === '__type'
        if (isIntrospectionField) total.introspection += 1
        if (selection.selectionSet !== undefined)
          add(total, weightOf(selection.selectionSet, isIntrospectionField))
      } else add(total, weightOf(selection.selectionSet, isIntrospection))
    }
    return total
  }

  const whole: Weight = { ...noWeight }
  for (const definition of definitions)
    if (definition.kind === Kind.OPERATION_DEFINITION) add(whole, weightOf(definition.selectionSet, false))
  // Unused fragments are validated as well.
  for (const name of fragments.keys()) if (!weights.has(name)) add(whole, weightOfFragment(name))
  if (whole.fields > maxFields) throw tooLarge(whole.fields, maxFields, 'fields')
  if (whole.spreads > maxSpreads) throw tooLarge(whole.spreads, maxSpreads, 'uses of fragments')
  if (whole.repeated > maxRepeated)
    throw tooLarge(whole.repeated, maxRepeated, 'fields with the same response name as another field')
  if (whole.introspection > maxIntrospection)
    throw tooLarge(whole.introspection, maxIntrospection, 'introspection fields')
  return whole.fields
}

const noWeight: Readonly<Weight> = { fields: 0, spreads: 0, repeated: 0, introspection: 0 }

function add(total: Weight, { fields, spreads, repeated, introspection }: Weight): void {
  total.fields += fields
  total.spreads += spreads
  total.repeated += repeated
  total.introspection += introspection
}

function isFragment(definition: DefinitionNode): definition is FragmentDefinitionNode {
  return definition.kind === Kind.FRAGMENT_DEFINITION
}

// oxlint-disable-next-line max-params -- the number found, the limit, and the unit
function tooLarge(count: number | undefined, max: number, of: string) {
  const [found, limit] = [count?.toLocaleString('en'), max.toLocaleString('en')]
  const message = `has more than ${limit} ${of}`
  const remedy = 'Request less at once, and send values as variables.'
  return invalidInput([
    { path: 'query', code: 'TOO_MANY', message, remedy, ...(found === undefined ? {} : { value: found }) },
  ])
}

const codesOf = (brackets: string): ReadonlySet<number> => new Set(Buffer.from(brackets))
const [openings, closings] = [codesOf('{[('), codesOf('}])')]

/** Reports whether brackets are nested so deeply that a recursive parser would run out of stack. */
function isDeep(query: string): boolean {
  let depth = 0
  for (let index = 0; index < query.length; index++) {
    const code = query.charCodeAt(index)
    if (openings.has(code)) depth += 1
    else if (closings.has(code)) depth -= 1
    if (depth > maxDepth) return true
  }
  return false
}
