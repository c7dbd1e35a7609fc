import type { ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import { setTimeout as sleep } from 'node:timers/promises'
import { newAuthority } from '../../../simulator/certificates/authority.ts'

/** An admission webhook on loopback with TLS; the path selects its response. */
export interface WebhookServer {
  url: string
  /** The CA in base64, as webhook configurations have it. */
  caBundle: string
  /** The review requests so far. */
  requests: ReviewRequest[]
  /** Makes the webhook unreachable; `start` on the same port restores it. */
  stop(): Promise<void>
  start(): Promise<void>
}

export interface ReviewRequest {
  uid: string
  operation: string
  name?: string
  dryRun?: boolean
  resource: { resource: string }
  userInfo: { username: string }
  object: object | null
  oldObject: object | null
}

type Responder = (request: ReviewRequest) => object | Promise<object>

const responders: Record<string, Responder> = {
  '/allow': () => ({ allowed: true, warnings: ['looked at'] }),
  '/refuse': () => ({
    allowed: false,
    status: { message: 'not on a Friday', code: 403, reason: 'Forbidden' },
  }),
  '/refuse-silently': () => ({ allowed: false }),
  '/slow': async () => {
    await sleep(3000)
    return { allowed: true }
  },
  '/label': () => patched([{ op: 'add', path: '/metadata/labels', value: { injected: 'yes' } }]),
  '/data': () => patched([{ op: 'add', path: '/data/injected', value: 'yes' }]),
}

function patched(patch: object[]): object {
  return {
    allowed: true,
    patchType: 'JSONPatch',
    patch: Buffer.from(JSON.stringify(patch)).toString('base64'),
  }
}

export async function startWebhookServer(): Promise<WebhookServer> {
  const authority = await newAuthority('webhooks')
  const { certificate, key } = await authority.issueServer('webhook', [{ type: 'ip', value: '127.0.0.1' }])
  const requests: ReviewRequest[] = []
  const answer = async (path: string, request: ReviewRequest, to: ServerResponse): Promise<void> => {
    const response = await responders[path]?.(request)
    if (response === undefined) {
      to.writeHead(500).end('broken')
      return
    }
    const review = { apiVersion: 'admission.k8s.io/v1', kind: 'AdmissionReview' }
    to.writeHead(200, { 'content-type': 'application/json' })
    to.end(JSON.stringify({ ...review, response: { uid: request.uid, ...response } }))
  }
  const server = createServer({ cert: certificate, key }, (incoming, response) => {
    const parts: Buffer[] = []
    incoming.on('data', (part: Buffer) => parts.push(part))
    incoming.on('end', () => {
      const { request } = JSON.parse(Buffer.concat(parts).toString()) as { request: ReviewRequest }
      requests.push(request)
      void answer(new URL(incoming.url ?? '/', 'https://localhost').pathname, request, response)
    })
  })
  let port = 0
  const start = async (): Promise<void> => {
    await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
    const address = server.address()
    port = typeof address === 'object' && address !== null ? address.port : port
  }
  await start()
  return {
    url: `https://127.0.0.1:${port}`,
    caBundle: Buffer.from(authority.ca).toString('base64'),
    requests,
    start,
    stop: async () => {
      const closed = new Promise((resolve) => server.close(resolve))
      server.closeAllConnections()
      await closed
    },
  }
}
