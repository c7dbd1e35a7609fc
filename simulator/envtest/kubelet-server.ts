import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import type { TLSSocket } from 'node:tls'
import type { ClusterContext } from '../context.ts'
import { isStatusError, plainError, StatusError } from '../errors/status-error.ts'
import { log as podLog } from '../subresources/pod-subresources.ts'
import { readIdentity, type Credentials } from './credentials.ts'

/** The servers of the kubelets of a cluster, which are one: it knows the logs of all pods. */
export interface KubeletServer {
  port: number
  stop(): Promise<void>
}

/** Serves the logs of pods to the API server. Nothing else can be had of pods that run nothing. */
export async function serveKubelet(
  context: ClusterContext,
  credentials: Credentials,
): Promise<KubeletServer> {
  const { ca, certificate, key } = await readIdentity(credentials, 'kubelet')
  const options = { ca, cert: certificate, key, requestCert: true, rejectUnauthorized: true }
  const server = createServer(options, (request, response) => {
    respond(context, request, response).catch((error: unknown) => {
      const { code, message } = isStatusError(error) ? error : plainError(String(error))
      if (!response.headersSent) response.writeHead(code, { 'content-type': 'text/plain' })
      response.end(message)
    })
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', resolve)
  })
  const address = server.address()
  return {
    port: typeof address === 'object' && address !== null ? address.port : 0,
    stop: async () => {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      server.closeAllConnections()
      await closed
    },
  }
}

async function respond(
  context: ClusterContext,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  // Every client of the cluster has a certificate of its authority.
  const peer = (request.socket as TLSSocket).getPeerCertificate().subject.CN
  if (peer !== 'kube-apiserver')
    throw new StatusError({ code: 403, reason: 'Forbidden', message: 'only the API server may connect' })
  const { pathname, searchParams } = new URL(request.url ?? '/', 'https://localhost')
  const [what, namespace = '', name = '', container = ''] = pathname.split('/').slice(1)
  const resource = context.registry.findStored('pods')
  if (what !== 'containerLogs' || resource === undefined)
    throw new StatusError({
      code: 501,
      reason: 'NotImplemented',
      message: 'pods of this cluster run no processes, so there is nothing to connect to',
    })
  searchParams.set('container', container)
  await podLog(
    context,
    { resource, namespace, name, subresource: 'log' },
    {
      method: 'GET',
      mediaType: '',
      query: searchParams,
      body: null,
      options: {
        actor: { name: 'kube-apiserver', groups: [] },
        dryRun: false,
        fieldManager: '',
        fieldValidation: 'Ignore',
        force: false,
        warnings: new Set(),
      },
      stream: (send) => {
        response.writeHead(200, { 'content-type': 'text/plain' })
        send(response, (end) => {
          request.once('close', end)
          return () => request.off('close', end)
        })
      },
    },
  )
}
