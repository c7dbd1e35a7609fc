import type { FastifyRequest } from 'fastify'
import { invalidInput, type FieldError } from '../../../../schema/errors.ts'
import { issueErrors } from '../../../../schema/issue-errors.ts'
import { isRecord } from '../../../../schema/records.ts'
import { dataEnvelope } from '../envelope.ts'
import type { Answer, Handler } from '../handler.ts'
import { emptyPayload, serverFieldError } from '../from-rest.ts'
import { idOf, writeIn, writeParameters } from '../objects.ts'
import { pageParameters, queryOf } from '../queries.ts'
import type { RequestContext } from '../../../../schema/graphql/context.ts'
import type { Collection, Entry, Input } from './collection.ts'
import { serverFields } from './fields.ts'
import { filtersOf } from './filters.ts'
import { pageAnswer } from './page-answer.ts'
import { entryNotFound } from './spec-parts.ts'

/** Returns the handlers of the common routes of a collection. */
export function collectionHandlers(collection: Collection) {
  const { type } = collection
  const findIn = async (context: RequestContext, request: FastifyRequest): Promise<Entry> => {
    const id = idOf(request)
    const entry = await collection.find(context, Number(id))
    if (entry === undefined) throw entryNotFound(type, id)
    return entry
  }
  const change =
    (isWhole: boolean): Handler =>
    async (context, request) => {
      const write = writeIn(queryOf(request, writeParameters), context)
      const entry = await findIn(context, request)
      const given = readBody(collection, request.body)
      const input = validated(collection, isWhole ? given : { ...inputOf(collection, entry), ...given })
      return answer(type, await collection.update(context, { entry, input }, write))
    }
  return {
    list: async (context, request) => {
      const query = queryOf(request, collectionParameters(collection))
      const filters = filtersOf(collection, query)
      return pageAnswer(request, { type, query }, (range) => collection.list(context, { filters, ...range }))
    },
    get: async (context, request) => {
      queryOf(request, [])
      return answer(type, await findIn(context, request))
    },
    create: async (context, request) => {
      const write = writeIn(queryOf(request, writeParameters), context)
      const input = validated(collection, readBody(collection, request.body))
      const entry = await collection.create(context, input, write)
      return { ...answer(type, entry, 201), headers: { location: `/v0/${collection.path}/${entry.ID}` } }
    },
    patch: change(false),
    put: change(true),
    delete: async (context, request) => {
      const write = writeIn(queryOf(request, writeParameters), context)
      const entry = await findIn(context, request)
      await collection.remove(context, entry, write)
      return answer(type, entry)
    },
  } satisfies Record<string, Handler>
}

/** Returns the parameters of a list, in lower case. */
export function collectionParameters({ filters }: Collection): string[] {
  return [...pageParameters, ...filters.map((name) => name.toLowerCase())]
}

function answer(type: string, entry: Entry, code = 200): Answer {
  return { code, body: dataEnvelope(type, [entry], { code }) }
}

/** Returns the fields of an entry that requests set. */
function inputOf({ input }: Collection, entry: Entry): Input {
  const set = Object.entries(entry).filter(([name, value]) => name in input.shape && value !== undefined)
  return Object.fromEntries(set)
}

/** Returns the fields of a body that a collection has, whose names may have any case. Throws INVALID_INPUT. */
function readBody({ input, reported }: Collection, body: unknown): Record<string, unknown> {
  if (!isRecord(body) || Object.keys(body).length === 0) throw emptyPayload()
  const names = [...Object.keys(input.shape), ...Object.keys(reported.shape), ...Object.keys(serverFields)]
  const byLowerCase = new Map(names.map((name) => [name.toLowerCase(), name]))
  const found: Record<string, unknown> = {}
  const seen = new Set<string>()
  const errors: FieldError[] = []
  for (const [path, value] of Object.entries(body)) {
    const name = byLowerCase.get(path.toLowerCase())
    if (name === undefined) {
      const remedy = `Fields are ${Object.keys(input.shape).join(', ')}.`
      errors.push({ path, code: 'UNKNOWN_FIELD', message: 'Unsupported fields are not allowed', remedy })
    } else if (seen.has(name)) errors.push({ path, code: 'DUPLICATE', message: `repeats ${name}` })
    else if (name in serverFields) errors.push(serverFieldError(path))
    else if (name in input.shape) found[name] = value ?? undefined
    seen.add(name ?? path)
  }
  if (errors.length > 0) throw invalidInput(errors)
  return found
}

function validated({ input }: Collection, given: Record<string, unknown>): Input {
  const { data, error } = input.safeParse(given)
  if (error !== undefined) throw invalidInput(issueErrors(error, { at: '', input: given }))
  return data
}
