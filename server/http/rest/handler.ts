import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { createLoaders, type RequestContext } from '../../../schema/graphql/context.ts'
import type { Verb } from '../../../schema/permissions.ts'
import type { Log } from '../../../telemetry/log.ts'
import { contextFor, type Services } from '../context.ts'
import { actorOf } from '../edge/authentication.ts'
import { asPlatformError } from '../failures.ts'
import { sendError } from './errors.ts'
import { isUnchanged, tagOf } from './preconditions.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** True if the body of the route may be a list. */
    takesList?: boolean
  }
}

export interface RestServices {
  app: FastifyInstance
  services: Services
  log: Log
}

/** JSON that is sent as it is. */
export class JsonText {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

/** The result of a handler. That of a write must be plain data, since idempotency keys store it. */
export interface Answer {
  code?: number
  body: unknown
  headers?: Readonly<Record<string, string>>
  /** The version of the object in the body, for its entity tag. */
  version?: number
}

export type Handler = (context: RequestContext, request: FastifyRequest) => Promise<Answer>

export type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'

export interface Route {
  method: Method
  url: string
  /** The `Type` of responses. */
  type: string
  /** The verb that the policy checks. */
  verb: Verb
  handler: Handler
  /** True if the body may be a list. @default false: it is an object */
  takesList?: boolean
}

/** Adds a route of the legacy API with authorization, fair concurrency, idempotency keys, entity tags and errors. */
export function addRoute({ app, services, log }: RestServices, route: Route): void {
  const { method, url, type, verb, handler, takesList = false } = route
  app.route({
    // One route for both, where Fastify would add another for HEAD.
    method: method === 'GET' ? ['GET', 'HEAD'] : method,
    url,
    config: { takesList },
    errorHandler: (error, request, reply) => {
      if (asPlatformError(error).code === 'INTERNAL' && !isOfClient(error))
        log.error({ err: error, url: request.url, requestId: request.id }, 'a request failed')
      sendError(error, { request, reply, type })
    },
    onRequest: async (request) =>
      services.policy.assert(actorOf(request), { verb, operation: `${method} ${url}` }),
    handler: async (request, reply) => {
      const { headers, id: requestId } = request
      const context = contextFor(services, { actor: actorOf(request), headers, requestId })
      const release = await services.fairness.requests.acquire(context.actor.name, costOf(request))
      try {
        const answer = await handleOnce(context, request, handler)
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

/** Reports whether an error is the fault of the client, by the status that Fastify gives it. */
export function isOfClient(error: unknown): boolean {
  return error instanceof Error && 'statusCode' in error && Number(error.statusCode) < 500
}

async function send(answer: Answer, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { code = 200, body, headers = {}, version } = answer
  void reply.code(code).headers(headers).type('application/json; charset=utf-8')
  if (body instanceof Readable) return reply.send(body)
  const text = body instanceof JsonText ? body.text : JSON.stringify(body)
  if (code >= 300) return reply.send(text)
  const tag = tagOf(text, version)
  void reply.header('etag', tag)
  const isRead = request.method === 'GET' || request.method === 'HEAD'
  return isRead && isUnchanged(request.headers, tag) ? reply.code(304).send() : reply.send(text)
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
  const { method, url, body } = request
  const key = request.headers['idempotency-key']
  if (key === undefined || method === 'GET' || method === 'HEAD') return handler(context, request)
  const keyed = { key: String(key), keyPath: 'Idempotency-Key', request: [method, url, body] }
  return context.store.once(keyed, (store) =>
    handler({ ...context, store, loaders: createLoaders(store) }, request),
  )
}

/** Returns the cost of a request on the scale of GraphQL, where each requested field counts. */
function costOf({ method, query }: FastifyRequest): number {
  const isWhole = Object.entries(query as object).some(
    ([name, size]) => name.toLowerCase() === 'size' && size === '-1',
  )
  return method === 'GET' && isWhole ? Infinity : 0
}
