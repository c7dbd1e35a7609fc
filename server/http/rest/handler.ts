import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { createLoaders, type RequestContext } from '../../../schema/graphql/context.ts'
import type { Verb } from '../../../schema/permissions.ts'
import type { Log } from '../../../telemetry/log.ts'
import { contextFor, type Services } from '../context.ts'
import { actorOf } from '../edge/authentication.ts'
import { asPlatformError } from '../failures.ts'
import { sendError } from './errors.ts'
import { isMergePatch } from './merge-patch.ts'
import { isConditional, isUnchanged, tagOf } from './preconditions.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Reports whether the body of a request may be a list. @default it is an object */
    takesList?: (request: FastifyRequest) => boolean
  }
}

export interface RestServices {
  app: FastifyInstance
  services: Services
  log: Log
}

/** The result of a handler. That of a write must be plain data, since idempotency keys store it; a buffer is encoded JSON. */
export interface Answer {
  code?: number
  body: unknown
  headers?: Readonly<Record<string, string>>
  /** The version of the object in the body, for its entity tag. */
  version?: number
}

export type Handler = (context: RequestContext, request: FastifyRequest) => Promise<Answer>

export type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'

/** A route of one or more spellings of a path. */
export interface Route {
  method: Method
  /** The first segments that it has below `/v0`; the first of them names it in metrics. */
  paths: readonly string[]
  /** What follows, as a template. */
  below: '' | `/${string}`
  /** The `Type` of responses. */
  type: string
  /** The verb that the policy checks. */
  verb: Verb
  handler: Handler
  /** True if the body may be a list. @default false: it is an object */
  takesList?: boolean
}

/**
 * Adds routes of the legacy API with authorization, fair concurrency, idempotency keys, entity tags and errors. Those that
 * differ only in their first segment are one route of Fastify, since one for each would take 10 MB.
 */
export function addRoutes(rest: RestServices, routes: readonly Route[]): void {
  const shared = Map.groupBy(routes, ({ method, below }) => `${method} ${below}`)
  for (const group of shared.values()) addShared(rest, group)
}

function addShared({ app, services, log }: RestServices, routes: readonly Route[]): void {
  const [first] = routes
  if (first === undefined) return
  const { method, below } = first
  const { segment, find } = oneOf(routes)
  const templateOf = (request: FastifyRequest): string => `/v0/${find(request).paths[0]}${below}`
  app.route({
    // One route for both, where Fastify would add another for HEAD.
    method: method === 'GET' ? ['GET', 'HEAD'] : method,
    url: `/v0/${segment}${below}`,
    config: { takesList: (request) => find(request).takesList === true, templateOf },
    errorHandler: (error, request, reply) => {
      if (asPlatformError(error).code === 'INTERNAL' && !isOfClient(error))
        log.error({ err: error, url: request.url, requestId: request.id }, 'a request failed')
      sendError(error, { request, reply, type: find(request).type })
    },
    onRequest: async (request) =>
      services.policy.assert(actorOf(request), {
        verb: find(request).verb,
        operation: `${method} ${templateOf(request)}`,
      }),
    handler: async (request, reply) => {
      const { headers, id: requestId } = request
      const context = contextFor(services, { actor: actorOf(request), headers, requestId })
      const release = await services.fairness.requests.acquire(context.actor.name, costOf(request))
      try {
        const answer = await handleOnce(context, request, find(request).handler)
        if (answer.body instanceof Readable) answer.body.once('close', release)
        else release()
        return await send(answer, request, reply)
      } catch (error) {
        release()
        throw error
      }
    },
  })
}

/** Returns a segment of the URL of a route that stands for the paths of all values, and how to find the value of a request. */
export function oneOf<Value extends { paths: readonly string[] }>(
  values: readonly Value[],
): { segment: string; find: (request: FastifyRequest) => Value } {
  const byPath = new Map<string, Value>()
  for (const value of values)
    for (const path of value.paths) {
      if (byPath.has(path)) throw new Error(`two routes have the path ${path}`)
      byPath.set(path, value)
    }
  const find = ({ params }: FastifyRequest): Value => {
    const value = byPath.get((params as { path: string }).path)
    if (value === undefined) throw new Error('the router chose a route for a path that it does not have')
    return value
  }
  return { segment: `:path(^(?:${[...byPath.keys()].sort().join('|')})$)`, find }
}

/** Reports whether an error is the fault of the client, by the status that Fastify gives it. */
export function isOfClient(error: unknown): boolean {
  return error instanceof Error && 'statusCode' in error && Number(error.statusCode) < 500
}

async function send(answer: Answer, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { code = 200, body, headers = {}, version } = answer
  void reply.code(code).headers(headers).type('application/json; charset=utf-8')
  if (body instanceof Readable) return reply.send(body)
  const json = Buffer.isBuffer(body) ? body : JSON.stringify(body)
  if (code >= 300) return reply.send(json)
  const tag = tagOf(json, version)
  void reply.header('etag', tag)
  const isRead = request.method === 'GET' || request.method === 'HEAD'
  return isRead && isUnchanged(request.headers, tag) ? reply.code(304).send() : reply.send(json)
}

/**
 * Handles a request. With an `Idempotency-Key` header, a write takes effect once, and repeated requests get the same
 * response.
 */
async function handleOnce(
  context: RequestContext,
  request: FastifyRequest,
  handler: Handler,
): Promise<Answer> {
  const { method, headers } = request
  const key = headers['idempotency-key']
  const isRead = method === 'GET' || method === 'HEAD'
  // A dry run has no effect that a repetition could duplicate.
  if (key === undefined || isRead || hasParameter(request, 'dryrun', 'true')) return handler(context, request)
  const keyed = { key: String(key), keyPath: 'Idempotency-Key', request: decisivePartsOf(request) }
  return context.store.once(keyed, (store) =>
    handler({ ...context, store, loaders: createLoaders(store) }, request),
  )
}

/** Returns what decides about the effect of a write. Headers that most requests lack are added only where they are. */
function decisivePartsOf({ method, url, body, headers }: FastifyRequest): unknown[] {
  const conditions = {
    ...(isConditional(headers) ? { ifMatch: headers['if-match'] } : {}),
    ...(isMergePatch(headers) ? { merges: true } : {}),
  }
  return [method, url, body, ...(Object.keys(conditions).length === 0 ? [] : [conditions])]
}

/** Returns the cost of a request on the scale of GraphQL, where each requested field counts. */
function costOf(request: FastifyRequest): number {
  return request.method === 'GET' && hasParameter(request, 'size', '-1') ? Infinity : 0
}

/** Reports whether the query of a request has a parameter, in any case, with a value. */
function hasParameter({ query }: FastifyRequest, name: string, value: string): boolean {
  return Object.entries(query as object).some(([key, given]) => key.toLowerCase() === name && given === value)
}
