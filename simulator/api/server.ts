import type { IncomingMessage } from 'node:http'
import { createServer, type Server } from 'node:https'
import type { Certificates } from '../certificates/authority.ts'
import type { Actor, ClusterContext } from '../context.ts'
import {
  internalError,
  isStatusError,
  notImplemented,
  pathNotFound,
  statusOf,
  unauthorized,
} from '../errors/status-error.ts'
import { executionOf, type Execution } from '../subresources/exec.ts'
import { authenticate, isAnonymous, type Credentials } from './authentication.ts'
import type { Call } from './call.ts'
import { refuseUpgrade, serveExecution } from './exec-socket.ts'
import { createPages } from './pages.ts'
import { parsePath } from './path.ts'
import { handleResource } from './resource-handler.ts'
import { sendObject, sendText, setWarnings } from './respond.ts'

export interface ApiServer {
  listen(port: number): Promise<number>
  stop(): Promise<void>
}

function groupOf(pathname: string): string {
  const [, root, group = ''] = pathname.split('/')
  return root === 'api' ? '' : root === 'apis' ? group || '?' : '?'
}

/** The sender of a request that is not authenticated yet. */
const unauthenticated: Actor = { name: '', groups: [] }

/** The warnings for clients that still use deprecated resources. */
const deprecations: Readonly<Record<string, string>> = {
  '/endpoints': 'v1 Endpoints is deprecated in v1.33+; use discovery.k8s.io/v1 EndpointSlice',
  '/componentstatuses': 'v1 ComponentStatus is deprecated in v1.19+',
}

/** Reports whether a path is open to requests without credentials, as by the role `system:public-info-viewer`. */
function isOpen(pathname: string): boolean {
  return /^\/(healthz|livez|readyz)(\/|$)|^\/version\/?$/.test(pathname)
}

/** Handles one call, whatever its transport; never rejects. */
export type ApiHandler = (call: Call) => Promise<void>

export function createApiHandler(context: ClusterContext, credentials: Credentials): ApiHandler {
  const pages = createPages(context)

  async function respond(call: Call): Promise<void> {
    const { request, response, url } = call
    const actor = authenticate(context, request, credentials)
    if (actor === undefined || (isAnonymous(actor) && !isOpen(url.pathname))) throw unauthorized()
    call.actor = actor
    if (pages.serve(call)) return
    const path = parsePath(url.pathname)
    const resource =
      path === undefined ? undefined : context.registry.find(path.group, path.version, path.plural)
    if (path === undefined || resource === undefined) {
      if (isBuiltinGroup(path?.group ?? groupOf(url.pathname))) throw pathNotFound()
      sendText(response, 404, { text: '404 page not found\n', type: 'text/plain; charset=utf-8' })
      return
    }
    const deprecation = deprecations[`${path.group}/${path.plural}`]
    if (deprecation !== undefined) call.warnings.add(deprecation)
    await handleResource(context, call, { path, resource })
  }

  function isBuiltinGroup(group: string): boolean {
    return context.registry.all().some((each) => each.group === group && each.custom === undefined)
  }

  return (call) => respond(call).catch((error: unknown) => fail(context, call, error))
}

export function createApiServer(
  context: ClusterContext,
  certificates: Certificates,
  credentials: Credentials,
): ApiServer {
  const endings = new Set<() => void>()
  const handle = createApiHandler(context, credentials)
  const onStop = (end: () => void) => {
    endings.add(end)
    return () => {
      endings.delete(end)
    }
  }

  const server: Server = createServer(
    {
      cert: certificates.server.certificate,
      key: certificates.server.key,
      ca: certificates.ca,
      requestCert: true,
      rejectUnauthorized: false,
      keepAliveTimeout: 120_000,
      requestTimeout: 0,
      // As in the API server: ReadHeaderTimeout in apiserver/pkg/server/secure_serving.go.
      headersTimeout: 32_000,
      connectionsCheckingInterval: 5000,
    },
    (request, response) => {
      const url = new URL(request.url ?? '/', 'https://localhost')
      void handle({ request, response, url, actor: unauthenticated, warnings: new Set(), onStop })
    },
  )

  server.on('upgrade', (request, stream, head) => {
    const upgrade = { request, stream, head }
    try {
      const removeEnd = onStop(serveExecution(upgrade, executionFor(context, request, credentials)))
      stream.once('close', removeEnd)
    } catch (error) {
      const known = isStatusError(error) ? error : internalError(String(error))
      refuseUpgrade(upgrade, known.code, statusOf(known))
    }
  })

  return {
    async listen(port) {
      await new Promise<void>((resolve, reject) => {
        server.once('error', reject)
        server.listen(port, '127.0.0.1', () => {
          server.off('error', reject)
          resolve()
        })
      })
      const address = server.address()
      return typeof address === 'object' && address !== null ? address.port : port
    },
    async stop() {
      for (const end of endings) end()
      const closed = new Promise<void>((resolve) => {
        server.close(() => resolve())
      })
      server.closeAllConnections()
      await closed
    },
  }
}

/** Returns the command of a request for pods/exec. Throws a StatusError for others, and if it cannot run. */
function executionFor(
  context: ClusterContext,
  request: IncomingMessage,
  credentials: Credentials,
): Execution {
  const actor = authenticate(context, request, credentials)
  if (actor === undefined || isAnonymous(actor)) throw unauthorized()
  const { pathname, searchParams } = new URL(request.url ?? '/', 'https://localhost')
  const { plural = '', namespace = '', name = '', subresource = '' } = parsePath(pathname) ?? {}
  const resource = context.registry.find('', 'v1', plural)
  if (resource === undefined || plural !== 'pods' || subresource !== 'exec')
    throw notImplemented(`the simulated cluster runs no processes and has no ${plural}/${subresource}`)
  return executionOf(context, { resource, namespace, name, subresource }, searchParams)
}

function fail(context: ClusterContext, { response, warnings }: Call, error: unknown): void {
  if (response.headersSent || response.destroyed) {
    response.destroy()
    return
  }
  setWarnings(response, warnings)
  if (isStatusError(error)) {
    sendObject(response, error.code, { object: statusOf(error) })
    return
  }
  const message = error instanceof Error ? error.message : String(error)
  context.log('request failed', {
    cluster: context.name,
    error: error instanceof Error ? error.stack : message,
  })
  sendObject(response, 500, { object: statusOf(internalError(message)) })
}
