import { Agent, createServer, request } from 'node:https'
import { stringify } from 'yaml'
import { accessTo } from '../../support/access-to.ts'
import { newAuthority } from '../../../simulator/certificates/authority.ts'

/** A proxy in front of a cluster that records every request. */
export interface CountingProxy {
  /** The kubeconfig that leads through the proxy. */
  kubeconfig: string
  /** The requests so far, in order. */
  requests: SentRequest[]
  /** Returns the requests that change something. */
  writes(): SentRequest[]
  close(): Promise<void>
}

export interface SentRequest {
  method: string
  path: string
  dryRun: boolean
}

/** Reports whether the request is a review, which is sent as a creation. */
function isReview(path: string): boolean {
  return path.startsWith('/apis/authorization.k8s.io/') || path.startsWith('/apis/authentication.k8s.io/')
}

export async function startCountingProxy(kubeconfig: string): Promise<CountingProxy> {
  const { server: upstream, ca, certificate, key, token } = accessTo(kubeconfig)
  const authority = await newAuthority('proxy-ca')
  const own = await authority.issueServer('proxy', [{ type: 'ip', value: '127.0.0.1' }])
  const agent = new Agent({
    keepAlive: true,
    ...(ca === undefined ? {} : { ca }),
    ...(certificate === undefined ? {} : { cert: certificate }),
    ...(key === undefined ? {} : { key }),
  })
  const requests: SentRequest[] = []
  const server = createServer({ cert: own.certificate, key: own.key }, (incoming, outgoing) => {
    const { method = 'GET', url = '/' } = incoming
    const { pathname, searchParams } = new URL(url, upstream)
    requests.push({ method, path: pathname, dryRun: searchParams.has('dryRun') })
    const { host: _, authorization: __, ...headers } = incoming.headers
    const sent = request(
      new URL(url, upstream),
      {
        method,
        agent,
        headers: { ...headers, ...(token === undefined ? {} : { authorization: `Bearer ${token}` }) },
      },
      (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
        answer.pipe(outgoing)
        // Either side may disconnect during a watch.
        answer.on('error', () => outgoing.destroy())
      },
    )
    sent.on('error', () => outgoing.destroy())
    outgoing.on('close', () => sent.destroy())
    incoming.pipe(sent)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return {
    kubeconfig: stringify({
      apiVersion: 'v1',
      kind: 'Config',
      clusters: [
        {
          name: 'proxy',
          cluster: {
            server: `https://127.0.0.1:${port}`,
            'certificate-authority-data': Buffer.from(authority.ca).toString('base64'),
          },
        },
      ],
      users: [{ name: 'proxy', user: { token: 'the-proxy-has-its-own' } }],
      contexts: [{ name: 'proxy', context: { cluster: 'proxy', user: 'proxy' } }],
      'current-context': 'proxy',
    }),
    requests,
    writes: () =>
      requests.filter(({ method, path, dryRun }) => method !== 'GET' && !dryRun && !isReview(path)),
    close: async () => {
      const closed = new Promise((resolve) => server.close(resolve))
      server.closeAllConnections()
      await closed
      agent.destroy()
    },
  }
}
