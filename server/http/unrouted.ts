import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { PlatformError, errorTable, isPlatformError, shownValue } from '../../schema/errors.ts'
import type { Log } from '../../telemetry/log.ts'
import type { AllowedMethods } from './allowed-methods.ts'
import { asPlatformError } from './failures.ts'
import { sendError } from './rest/errors.ts'

/** Adds handlers for requests without a route, and for errors outside of GraphQL, such as a missing token. */
export function addErrors(
  app: FastifyInstance,
  { log, allowedMethods }: { log: Log; allowedMethods: AllowedMethods },
): void {
  // Fastify refuses a request with a content type that it cannot parse, though a question for methods needs none.
  app.addHook('onRequest', async ({ is404, method, raw }) => {
    if (is404 && method === 'OPTIONS') delete raw.headers['content-type']
  })
  app.setNotFoundHandler((request, reply) => {
    const allowed = allowedMethods(request)
    // A route that has the method has found nothing.
    const methods = allowed.includes(request.method) ? [] : allowed
    if (methods.length > 0) void reply.header('allow', [...new Set([...methods, 'OPTIONS'])].join(', '))
    if (methods.length > 0 && request.method === 'OPTIONS') return reply.code(204).send()
    return answer(methods.length > 0 ? wrongMethod(request, methods) : unknownPath(request), request, reply)
  })
  app.setErrorHandler((error, request, reply) => {
    if (statusOf(error) === undefined && asPlatformError(error).code === 'INTERNAL')
      log.error({ err: error, url: loggedUrl(request), requestId: request.id }, 'a request failed')
    return answer(error, request, reply)
  })
}

/** Returns the URL of a request; of one that may have a token in its path, only the route. */
function loggedUrl({ url, routeOptions }: FastifyRequest): string {
  return routeOptions.config.admit === undefined ? url : (routeOptions.url ?? '')
}

function unknownPath({ method, url }: FastifyRequest): PlatformError {
  const message = `no route matches ${method} ${shownValue(url)}; the paths are at /api in a browser, and at /v0 as JSON`
  return new PlatformError('NOT_FOUND', message)
}

const anyOf = new Intl.ListFormat('en', { type: 'disjunction' })

function wrongMethod({ method, url }: FastifyRequest, methods: readonly string[]): Error {
  const message = `${shownValue(url.split('?')[0])} has no method ${method}; use ${anyOf.format(methods)}`
  return Object.assign(new PlatformError('INVALID_INPUT', message), { statusCode: 405 })
}

/** Sends an error: for paths of the legacy API in its envelope, else in the form of GraphQL. */
function answer(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const path = request.url.split('?')[0] ?? ''
  if (path.startsWith('/v0/') || path === '/v0' || path.endsWith('/versions')) {
    sendError(error, { request, reply, type: '' })
    return reply
  }
  const status = statusOf(error)
  const requestId = request.id
  if (status !== undefined && !isPlatformError(error)) {
    const { message } = error as Error
    return reply
      .code(status)
      .send({ errors: [{ message, extensions: { code: 'INVALID_INPUT', requestId } }] })
  }
  const { code, message, details } = asPlatformError(error)
  const extensions = { code, ...details, requestId }
  if (details.retryAfter !== undefined) void reply.header('retry-after', details.retryAfter)
  return reply.code(status ?? errorTable[code].http).send({ errors: [{ message, extensions }] })
}

/** Returns the 4xx status that an error carries, or undefined for errors that are not the client's fault. */
function statusOf(error: unknown): number | undefined {
  const status = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 500
  return status >= 400 && status < 500 ? status : undefined
}
