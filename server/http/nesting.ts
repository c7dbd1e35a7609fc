import type { FastifyInstance } from 'fastify'
import { fieldsOf } from './documents.ts'
import { maxDepth, tooDeep } from './edge/json-scan.ts'

/**
 * Rejects requests nested so deeply that recursion would run out of stack. The nesting of bodies was checked while they
 * were received.
 */
export function addNestingLimit(app: FastifyInstance): void {
  app.addHook('preValidation', async ({ body, query }) => {
    assertFlatQuery(body)
    assertFlat(query)
  })
}

/** Throws INVALID_INPUT for a GraphQL or REST request that is nested too deeply. */
export function assertFlat(request: unknown): void {
  if (isDeep(request)) throw tooDeep()
  assertFlatQuery(request)
}

function assertFlatQuery(request: unknown): void {
  const query = isObject(request) ? request['query'] : undefined
  if (typeof query !== 'string') return
  fieldsOf(query)
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

/** Reports whether a value is nested too deeply. Iterates level by level, so it needs no stack itself. */
function isDeep(value: unknown): boolean {
  let level = [value].filter(isObject)
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > maxDepth) return true
    level = level.flatMap((each) => Object.values(each).filter(isObject))
  }
  return false
}
