import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isPlatformError, PlatformError, shownValue } from '../../../schema/errors.ts'
import type { Verb } from '../../../schema/permissions.ts'
import { foreignSegment } from '../../../schema/modules/paths.ts'
import { keysPath } from '../../../schema/modules/token.ts'
import type { Log } from '../../../telemetry/log.ts'
import type { ModuleRoute } from '../../modules/routes.ts'
import { contextFor, type Services } from '../context.ts'
import { actorOf } from '../edge/authentication.ts'
import { hasBody } from '../edge/refused-body.ts'
import type { Limits } from '../edge/limits.ts'
import { asPlatformError } from '../failures.ts'
import { requestIdHeader } from '../request-id.ts'
import { sendError } from '../rest/errors.ts'
import { isOfClient } from '../rest/handler.ts'
import { contentPolicy, requestHeaders, responseHeaders } from './headers.ts'
import { forwardedPath } from './paths.ts'
import { limitedBody } from './request-body.ts'

/* Requests to the kinds of modules, which the servers pass on. */

declare module 'fastify' {
  interface FastifyRequest {
    /** Where a request to a module goes; set once it is permitted. */
    target: Target | undefined
  }
}

interface Target extends ReturnType<typeof forwardedPath> {
  route: ModuleRoute
}

/** The verb that a method needs. */
const verbs = {
  GET: 'read',
  HEAD: 'read',
  POST: 'write',
  PUT: 'write',
  PATCH: 'write',
  DELETE: 'delete',
} as const satisfies Record<string, Verb>

const methods = Object.keys(verbs) as (keyof typeof verbs)[]

export interface ModuleProxyOptions {
  services: Services
  log: Log
  limits: Pick<Limits, 'body'>
}

/** Adds the paths of modules, and the public keys with which modules verify who sends a request. */
export function addModules(app: FastifyInstance, options: ModuleProxyOptions): void {
  const { services, log } = options
  app.get(keysPath, { config: { open: true } }, async (_, reply) =>
    reply.header('cache-control', 'public, max-age=300').send(services.modules.tokens.keys),
  )
  app.decorateRequest('target', undefined)
  void app.register(async (own) => {
    own.removeAllContentTypeParsers()
    own.addContentTypeParser('*', (_, payload, done) => done(null, payload))
    own.route({
      method: methods,
      url: `/:namespace(^${foreignSegment}$)/*`,
      errorHandler: (error, request, reply) => {
        if (asPlatformError(error).code === 'INTERNAL' && !isOfClient(error))
          log.error({ err: error, url: request.url, requestId: request.id }, 'a request to a module failed')
        sendError(error, { request, reply, type: '' })
      },
      onRequest: async (request) => {
        request.target = await permittedTarget(services, request)
      },
      handler: (request, reply) => forward(options, request, reply),
    })
  })
}

/** Returns where a request goes. Throws NOT_FOUND if no module has the path, and FORBIDDEN if the actor may not send it. */
async function permittedTarget({ modules, policy }: Services, request: FastifyRequest): Promise<Target> {
  const actor = actorOf(request)
  const { path, query } = forwardedPath(request.raw.url ?? '')
  const route = await modules.route(path)
  if (route === undefined) {
    const message = `no module has the path ${shownValue(path)}; the paths of modules are at /v0/module-api-routes`
    throw new PlatformError('NOT_FOUND', message)
  }
  const verb = verbs[request.method as keyof typeof verbs]
  policy.assertAt(actor, { verb, targets: [{ kind: route.name, project: undefined }] })
  return { route, path, query }
}

async function forward(
  { services, limits }: ModuleProxyOptions,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { target, method, headers, id: requestId } = request
  if (target === undefined) throw new Error('a request to a module has no target')
  const { modules, fairness } = services
  const { module, id: routeId } = target.route
  const { actor, traceparent } = contextFor(services, { actor: actorOf(request), headers, requestId })
  const left = new AbortController()
  const release = await fairness.requests.acquire(actor.name, 0)
  reply.raw.once('close', () => {
    release()
    left.abort()
  })
  const start = performance.now()
  const observe = (status: number): void =>
    modules.observe({
      module: module.name,
      method,
      status,
      seconds: (performance.now() - start) / 1e3,
    })
  try {
    const body = bodyOf(request, limits.body)
    const write = { routeId, actor: actor.name, method, path: target.path, traceparent }
    if (verbs[method as keyof typeof verbs] !== 'read') await modules.record(write)
    const token = await modules.tokens.sign({
      actor,
      requestId,
      method,
      path: target.path,
      module: module.name,
    })
    const { response, url } = await modules.upstreams.send(module, `${target.path}${target.query}`, {
      method: method,
      body,
      signal: left.signal,
      headers: {
        ...requestHeaders(headers),
        ...(body === null ? {} : lengthOf(headers['content-length'])),
        authorization: `Bearer ${token}`,
        [requestIdHeader]: requestId,
        ...(traceparent === undefined ? {} : { traceparent }),
      },
    })
    observe(response.statusCode)
    void reply
      .code(response.statusCode)
      .headers(responseHeaders(response.headers, (location) => ownLocation(location, url)))
      .header('content-security-policy', contentPolicy)
    return await reply.send(response.body)
  } catch (error) {
    observe(isPlatformError(error) && error.code === 'UNAVAILABLE' ? 503 : 0)
    throw error
  }
}

function bodyOf({ raw, body, headers }: FastifyRequest, limit: number): Readable | null {
  if (!hasBody(raw) || !(body instanceof Readable)) return null
  return limitedBody(body, { declared: Number(headers['content-length'] ?? 0), limit })
}

/** A body of known length is sent with it, so that a module may refuse one that is too long. */
function lengthOf(length: string | undefined): Record<string, string> {
  return length === undefined ? {} : { 'content-length': length }
}

/** Returns a location within a module as a path of this server. */
function ownLocation(location: string, { href, origin, pathname }: URL): string {
  const base = href.replace(/\/$/, '')
  if (location === base || location.startsWith(`${base}/`)) return location.slice(base.length) || '/'
  const below = pathname.replace(/\/$/, '')
  const isBelow = below !== '' && location.startsWith(`${below}/`)
  return isBelow && URL.canParse(location, origin) ? location.slice(below.length) : location
}
