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
import { deepest, tooDeep } from './edge/json-scan.ts'

/*
 * What a GraphQL document costs before anything is asked: to read it, to validate it and to compile it. All of that grows
 * faster than its length, so it is looked at before, in one pass. The largest document of our own clients has 1,700
 * characters, 87 fields and 300 tokens; GraphiQL asks for the schema with 170 fields.
 */

/** Characters. */
const longest = 200_000
/** Names, brackets and values. */
export const mostTokens = 10_000
/** Operations and fragments. */
const mostDefinitions = 100
/** Fields, with those of fragments counted wherever these are used. */
const mostFields = 1000
/** Fields of one answer under one name: each is compared with each. */
const mostRepeated = 100
/** Times that fragments are used. */
const mostSpreads = 500
/** Fields that ask for the schema. */
const mostOfSchema = 500

interface Weight {
  fields: number
  spreads: number
  repeated: number
  ofSchema: number
}

/** Texts that were looked at, with their fields; as many as have so many characters together. */
const known = new LRUCache<string, number>({ maxSize: 4_000_000, sizeCalculation: (_, text) => text.length })

/**
 * How many fields a document has, with those of fragments wherever they are used; 0 where it cannot be read. Throws
 * INVALID_INPUT when it is too large or nested too deeply. A text that was accepted before is not read again.
 */
export function fieldsOf(text: string): number {
  const before = known.get(text)
  if (before !== undefined) return before
  if (text.length > longest) throw tooLarge(text.length, longest, 'characters')
  if (isDeep(text)) throw tooDeep()
  const document = parsed(text)
  const fields = document === undefined ? 0 : weigh(document)
  known.set(text, fields)
  return fields
}

/** Undefined where it is no GraphQL: what reads it next says why. */
function parsed(text: string): DocumentNode | undefined {
  try {
    return parse(text, { maxTokens: mostTokens, noLocation: true })
  } catch (error) {
    if (!(error instanceof GraphQLError)) throw error
    // The one error of the parser that is not about syntax has no field of its own.
    if (error.message.includes('tokens')) throw tooLarge(undefined, mostTokens, 'names, brackets and values')
    return undefined
  }
}

function weigh({ definitions }: DocumentNode): number {
  if (definitions.length > mostDefinitions)
    throw tooLarge(definitions.length, mostDefinitions, 'operations and fragments')
  const fragments = new Map(definitions.filter(isFragment).map((each) => [each.name.value, each]))
  const weights = new Map<string, Weight>()

  const weightOfFragment = (name: string): Weight => {
    const before = weights.get(name)
    if (before !== undefined) return before
    // While it is being weighed: a fragment that uses itself is refused by validation.
    weights.set(name, nothing)
    const fragment = fragments.get(name)
    const weight = fragment === undefined ? nothing : weightOf(fragment.selectionSet, false)
    weights.set(name, weight)
    return weight
  }

  const weightOf = ({ selections }: SelectionSetNode, isOfSchema: boolean): Weight => {
    const names = new Set<string>()
    const total: Weight = { ...nothing }
    for (const selection of selections) {
      if (selection.kind === Kind.FRAGMENT_SPREAD) {
        const weight = weightOfFragment(selection.name.value)
        add(total, isOfSchema ? { ...weight, ofSchema: weight.fields } : weight)
        total.spreads += 1
        continue
      }
      if (selection.kind === Kind.FIELD) {
        const { alias, name } = selection
        const shown = (alias ?? name).value
        total.fields += 1
        if (names.has(shown)) total.repeated += 1
        names.add(shown)
        const asksSchema = isOfSchema || name.value === '__schema' || name.value === '__type'
        if (asksSchema) total.ofSchema += 1
        if (selection.selectionSet !== undefined) add(total, weightOf(selection.selectionSet, asksSchema))
      } else add(total, weightOf(selection.selectionSet, isOfSchema))
    }
    return total
  }

  const whole: Weight = { ...nothing }
  for (const definition of definitions)
    if (definition.kind === Kind.OPERATION_DEFINITION) add(whole, weightOf(definition.selectionSet, false))
  // Those that nothing uses are validated all the same.
  for (const name of fragments.keys()) if (!weights.has(name)) add(whole, weightOfFragment(name))
  if (whole.fields > mostFields) throw tooLarge(whole.fields, mostFields, 'fields')
  if (whole.spreads > mostSpreads) throw tooLarge(whole.spreads, mostSpreads, 'uses of fragments')
  if (whole.repeated > mostRepeated)
    throw tooLarge(whole.repeated, mostRepeated, 'fields of which another one has the same name')
  if (whole.ofSchema > mostOfSchema) throw tooLarge(whole.ofSchema, mostOfSchema, 'fields about the schema')
  return whole.fields
}

const nothing: Readonly<Weight> = { fields: 0, spreads: 0, repeated: 0, ofSchema: 0 }

function add(total: Weight, { fields, spreads, repeated, ofSchema }: Weight): void {
  total.fields += fields
  total.spreads += spreads
  total.repeated += repeated
  total.ofSchema += ofSchema
}

function isFragment(definition: DefinitionNode): definition is FragmentDefinitionNode {
  return definition.kind === Kind.FRAGMENT_DEFINITION
}

// oxlint-disable-next-line max-params -- how many there are, how many may be, of what
function tooLarge(count: number | undefined, most: number, of: string) {
  const [found, limit] = [count?.toLocaleString('en'), most.toLocaleString('en')]
  const message = `has more than ${limit} ${of}`
  const remedy = 'Ask for less at once, and send values as variables.'
  return invalidInput([{ path: 'query', message, remedy, ...(found === undefined ? {} : { value: found }) }])
}

const codesOf = (brackets: string): ReadonlySet<number> => new Set(Buffer.from(brackets))
const [openings, closings] = [codesOf('{[('), codesOf('}])')]

/** Whether brackets are nested so deeply that whoever reads the text runs out of stack. */
function isDeep(query: string): boolean {
  let depth = 0
  for (let at = 0; at < query.length; at++) {
    const code = query.charCodeAt(at)
    if (openings.has(code)) depth += 1
    else if (closings.has(code)) depth -= 1
    if (depth > deepest) return true
  }
  return false
}
