import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ExternalCalls } from '../../workers/resources/external-resources.ts'

/** A resource as the provider stores it. Names are not unique, as with most providers. */
export interface ProvidedResource {
  id: string
  name: string
  tags: Record<string, string>
  state: 'creating' | 'available' | 'deleting'
}

/** Where a request is lost: on the way to the provider, or its response on the way back. */
export type Loss = 'request' | 'response'

export interface FakeProvider {
  calls: ExternalCalls<ProvidedResource>
  resources: Map<string, ProvidedResource>
  /** Loses the next request of a method. */
  lose(method: 'POST' | 'DELETE', loss: Loss): void
  /**
   * Blocks creations until the returned function is called; each would create a resource unless the client token is
   * known.
   */
  hold(): () => void
  stop(): Promise<void>
}

/**
 * Starts an API on loopback that creates and deletes slowly, and returns the existing resource for a known client
 * token.
 */
export async function startFakeProvider(): Promise<FakeProvider> {
  const resources = new Map<string, ProvidedResource>()
  const byToken = new Map<string, Promise<ProvidedResource>>()
  const losses = new Map<string, Loss>()
  let held = Promise.resolve()
  let created = 0

  const create = async ({
    name,
    tags,
  }: Pick<ProvidedResource, 'name' | 'tags'>): Promise<ProvidedResource> => {
    await held
    const resource: ProvidedResource = { id: `r-${(created += 1)}`, name, tags, state: 'creating' }
    resources.set(resource.id, resource)
    setTimeout(() => (resource.state = 'available'), 30).unref()
    return resource
  }
  const handle = async (request: IncomingMessage, url: URL): Promise<unknown> => {
    if (request.method === 'GET')
      return [...resources.values()].filter(({ name }) => name === url.searchParams.get('name'))
    if (request.method === 'DELETE') {
      const resource = resources.get(url.pathname.slice(1))
      if (resource === undefined) return {}
      resource.state = 'deleting'
      setTimeout(() => resources.delete(resource.id), 30).unref()
      return {}
    }
    // The requests come from the clients below.
    const body = (await json(request)) as Pick<ProvidedResource, 'name' | 'tags'> & { token: string }
    const known = byToken.get(body.token) ?? create(body)
    byToken.set(body.token, known)
    return known
  }
  const server = createServer((request, response) => {
    const loss = losses.get(request.method ?? '')
    losses.delete(request.method ?? '')
    if (loss === 'request') return void request.socket.destroy()
    const respond = async (): Promise<void> => {
      const body = await handle(request, new URL(request.url ?? '', 'http://localhost'))
      await sleep(10)
      if (loss === 'response') request.socket.destroy()
      else response.end(JSON.stringify(body))
    }
    void respond()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const send = async <Body>(path: string, init: RequestInit): Promise<Body> => {
    const response = await fetch(`${url}${path}`, { ...init, headers: { connection: 'close' } })
    return (await response.json()) as Body
  }
  const toFound = (resource: ProvidedResource) => ({ externalId: resource.id, state: resource })

  return {
    resources,
    calls: {
      find: async ({ name }, signal) => {
        const [found] = await send<ProvidedResource[]>(`/?name=${encodeURIComponent(name)}`, { signal })
        return found && toFound(found)
      },
      create: async ({ name, tags }, { token, signal }) => {
        const body = JSON.stringify({ name, tags, token })
        return toFound(await send<ProvidedResource>('/', { method: 'POST', body, signal }))
      },
      remove: async ({ externalId }, { signal }) => {
        await send(`/${externalId}`, { method: 'DELETE', signal })
      },
    },
    lose: (method, loss) => void losses.set(method, loss),
    hold: () => {
      const { promise, resolve } = Promise.withResolvers<void>()
      held = promise
      return resolve
    },
    stop: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
