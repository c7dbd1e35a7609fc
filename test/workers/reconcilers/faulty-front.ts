import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { pipeline } from 'node:stream/promises'
import { Agent, request } from 'undici'
import { stringify } from 'yaml'
import { accessTo } from '../../support/access-to.ts'
import { startTcpProxy, type TcpProxy } from '../../support/tcp-proxy.ts'
import { createAuthority, type Behaviour } from '../kube/client/misbehaving-server.ts'

/** A proxy in front of a cluster that fails on request. */
export interface FaultyFront {
  /** The kubeconfig that leads through the proxy. */
  kubeconfig: string
  /** What was applied through the proxy. */
  applied: string[]
  /** The TCP proxy in front of it. */
  proxy: TcpProxy
  /** Responds in place of the cluster; undefined forwards again. */
  behave(behaviour: Behaviour | undefined): void
  /** Presents an expired certificate. */
  expire(): void
  renew(): void
  close(): Promise<void>
}

const day = 86_400_000

export async function startFaultyFront(kubeconfig: string): Promise<FaultyFront> {
  const { server: upstream, ca, certificate, key, token } = accessTo(kubeconfig)
  const agent = new Agent({
    connect: {
      ...(ca === undefined ? {} : { ca }),
      ...(certificate === undefined ? {} : { cert: certificate }),
      ...(key === undefined ? {} : { key }),
    },
  })
  const authority = await createAuthority('front-authority')
  const valid = await authority.issue('front')
  const expired = await authority.issue('front', {
    from: new Date(Date.now() - 2 * day),
    to: new Date(Date.now() - day),
  })
  const applied: string[] = []
  let current: Behaviour | undefined
  const passOn: Behaviour = (asked, answer) => {
    const forward = async (): Promise<void> => {
      const parts: Buffer[] = []
      for await (const part of asked) parts.push(part as Buffer)
      const sent = Buffer.concat(parts)
      if (asked.method === 'PATCH') applied.push(sent.toString())
      const { host: _, connection: __, authorization: ___, ...headers } = asked.headers
      const {
        statusCode,
        headers: own,
        body,
      } = await request(`${upstream}${asked.url ?? ''}`, {
        dispatcher: agent,
        method: asked.method as 'GET',
        headers: { ...headers, ...(token === undefined ? {} : { authorization: `Bearer ${token}` }) },
        ...(sent.length === 0 ? {} : { body: sent }),
      })
      answer.writeHead(statusCode, own as Record<string, string>)
      answer.flushHeaders()
      await pipeline(body, answer)
    }
    forward().catch(() => answer.destroy())
  }
  const server = createServer(valid, (asked, answer) => (current ?? passOn)(asked, answer))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const proxy = await startTcpProxy((server.address() as AddressInfo).port)
  const show = ({ key: own, cert }: typeof valid): void => {
    server.setSecureContext({ key: own, cert })
    server.closeAllConnections()
  }
  return {
    kubeconfig: kubeconfigOf(`https://127.0.0.1:${proxy.port}`, authority.cert),
    applied,
    proxy,
    behave: (behaviour) => {
      current = behaviour
      // Open watches would be another kind of failure.
      server.closeAllConnections()
    },
    expire: () => show(expired),
    renew: () => show(valid),
    close: async () => {
      await proxy.close()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      await agent.destroy()
    },
  }
}

function kubeconfigOf(server: string, ca: string): string {
  return stringify({
    'current-context': 'front',
    clusters: [
      {
        name: 'front',
        cluster: { server, 'certificate-authority-data': Buffer.from(ca).toString('base64') },
      },
    ],
    users: [{ name: 'front', user: { token: 'the-front-has-its-own' } }],
    contexts: [{ name: 'front', context: { cluster: 'front', user: 'front' } }],
  })
}
