import { createServer, type Server } from 'node:https'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Certificates } from '../certificates.ts'
import type { Actor, ClusterContext } from '../context.ts'
import { authenticate, type Credentials } from './authentication.ts'
import { createPages } from './pages.ts'
import { parsePath } from './path.ts'
import { handleResource } from './resource-handler.ts'
import { sendObject, sendText } from './respond.ts'
import { internalError, isStatusError, pathNotFound, statusOf, unauthorized } from './status-error.ts'

export interface Call {
  request: IncomingMessage
  response: ServerResponse
  url: URL
  actor: Actor
  /** Called when the server stops, for answers that would not end by themselves. */
  onStop: (end: () => void) => () => void
}

export interface ApiServer {
  listen(port: number): Promise<number>
  stop(): Promise<void>
}

const openPages = new Set(['/healthz', '/livez', '/readyz', '/version'])

export function createApiServer(
  context: ClusterContext,
  certificates: Certificates,
  credentials: Credentials,
): ApiServer {
  const endings = new Set<() => void>()
  const pages = createPages(context)
  const onStop = (end: () => void) => {
    endings.add(end)
    return () => {
      endings.delete(end)
    }
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'https://localhost')
    const actor = authenticate(context, request, credentials)
    if (actor === undefined && !openPages.has(url.pathname)) throw unauthorized()
    const call: Call = {
      request,
      response,
      url,
      actor: actor ?? { name: 'system:anonymous', groups: [] },
      onStop,
    }
    if (pages.serve(call)) return
    const path = parsePath(url.pathname)
    if (path === undefined) {
      sendText(response, 404, { text: '404 page not found\n', type: 'text/plain; charset=utf-8' })
      return
    }
    const resource = context.registry.find(path.group, path.version, path.plural)
    if (resource === undefined) {
      const isGroup = context.registry
        .all()
        .some(({ group, version }) => group === path.group && version === path.version)
      if (!isGroup || path.plural !== '') {
        sendText(response, 404, { text: '404 page not found\n', type: 'text/plain; charset=utf-8' })
        return
      }
      throw pathNotFound()
    }
    await handleResource(context, call, { path, resource })
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
    },
    (request, response) => {
      answer(request, response).catch((error: unknown) => fail(context, response, error))
    },
  )

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

function fail(context: ClusterContext, response: ServerResponse, error: unknown): void {
  if (response.headersSent || response.destroyed) {
    response.destroy()
    return
  }
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
