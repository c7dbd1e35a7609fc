import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { invalidInput } from '../schema/errors.ts'

/** Levels of lists and objects in a body, and of brackets in a query. Nothing that people write comes near. */
const deepest = 200

/** Refuses what is nested so deeply that whoever walks through it runs out of stack. */
export function addNestingLimit(app: FastifyInstance): void {
  app.addHook('preValidation', async ({ body, query }) => {
    // A stream is not read yet, so there is nothing to look at.
    if (!(body instanceof Readable)) assertFlat(body)
    assertFlat(query)
  })
}

/** Throws INVALID_INPUT for a request of GraphQL or REST that is nested too deeply. */
export function assertFlat(request: unknown): void {
  const query = isObject(request) ? request['query'] : undefined
  if (!isDeep(request) && (typeof query !== 'string' || !isDeepQuery(query))) return
  const message = `is nested more than ${deepest} levels deep`
  throw invalidInput([{ path: 'body', message, remedy: 'Flatten it.' }])
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

/** Level by level, so it needs no stack itself. */
function isDeep(value: unknown): boolean {
  let level = [value].filter(isObject)
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > deepest) return true
    level = level.flatMap((each) => Object.values(each).filter(isObject))
  }
  return false
}

function isDeepQuery(query: string): boolean {
  let depth = 0
  for (const { 0: bracket } of query.matchAll(/[{}[\]()]/g)) {
    depth += '{[('.includes(bracket) ? 1 : -1
    if (depth > deepest) return true
  }
  return false
}
