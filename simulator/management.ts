import { timingSafeEqual } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { join } from 'node:path'
import { clusterExists, removeCluster, startCluster, type SimulatedCluster } from './cluster.ts'
import type { Log } from './context.ts'
import { controllerChoices, type ControllerChoice } from './envtest/assets.ts'
import { isEnvtest, type EnvtestCluster } from './envtest/cluster.ts'
import { EnvtestClusters } from './envtest/clusters.ts'
import { isObject, type Json } from './json.ts'

export interface Management {
  /** Starts all stored clusters, and the API. Returns its URL. */
  start(port: number): Promise<string>
  stop(): Promise<void>
}

interface ManagementResponse {
  code: number
  body: object
}

/** The pattern of names: labels with dots between, as `project.runtime`; each is safe as a folder name. */
const namePattern = /^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?(\.[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?)*$/

/** Milliseconds between two looks for past states of objects that clusters can forget. */
const compactEvery = 60_000

export interface ManagementOptions {
  dataDir: string
  token: string
  log: Log
  /** The folder of the programs of clusters of provider `envtest`. */
  assets?: string | undefined
}

export function createManagement({ dataDir, token, log, assets }: ManagementOptions): Management {
  // Promises, so that two concurrent requests for one name create one cluster.
  const clusters = new Map<string, Promise<SimulatedCluster>>()
  const envtest = new EnvtestClusters({ dataDir, log, assets })
  // Slow clients are checked every few seconds; Node's own interval is half a minute.
  const times = { headersTimeout: 32_000, requestTimeout: 60_000, connectionsCheckingInterval: 5000 }
  const server = createServer(times, (request, response) => {
    respond(request).then(
      ({ code, body }) => send(response, code, body),
      (error: unknown) => {
        log('management request failed', { error: error instanceof Error ? error.stack : String(error) })
        send(response, 500, { error: error instanceof Error ? error.message : String(error) })
      },
    )
  })
  let isReady = false
  const compaction = setInterval(() => void compactAll(), compactEvery).unref()

  async function compactAll(): Promise<void> {
    for (const each of await Promise.allSettled(clusters.values()))
      if (each.status === 'fulfilled') each.value.compact()
  }

  async function ensure(name: string): Promise<SimulatedCluster> {
    const running = clusters.get(name)
    if (running !== undefined) return running
    const starting = startCluster({ name, dataDir: join(dataDir, name), log })
    clusters.set(name, starting)
    // A cluster that failed to start can be tried again.
    starting.catch(() => clusters.delete(name))
    return starting
  }

  async function remove(name: string): Promise<boolean> {
    const running = clusters.get(name)
    if (running === undefined) return false
    clusters.delete(name)
    await (await running).stop()
    removeCluster(join(dataDir, name))
    return true
  }

  async function respond(request: IncomingMessage): Promise<ManagementResponse> {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost')
    if (!isLoopback(request.headers.host))
      return { code: 403, body: { error: 'use the host name 127.0.0.1' } }
    if (pathname === '/healthz') return { code: 200, body: { ok: true } }
    if (pathname === '/readyz') return { code: isReady ? 200 : 503, body: { ok: isReady } }
    if (!isAuthorized(request, token)) return { code: 401, body: { error: 'a bearer token is required' } }
    const [root, name, ...more] = pathname.split('/').slice(1)
    if (root !== 'clusters' || more.length > 0)
      return { code: 404, body: { error: `no such path ${pathname}` } }
    if (name === undefined) {
      if (request.method !== 'GET') return notAllowed
      const simulated = (await Promise.all(clusters.values())).map(describe)
      return { code: 200, body: { clusters: [...simulated, ...envtest.all().map(describeEnvtest)] } }
    }
    if (!namePattern.test(name))
      return { code: 400, body: { error: `${JSON.stringify(name)} is no DNS name` } }
    const wanted = request.method === 'PUT' ? await readWanted(request) : undefined
    if (wanted === 'invalid')
      return { code: 400, body: { error: `controllers must be one of ${controllerChoices.join(', ')}` } }
    const real = envtest.get(name)
    if (real === undefined && wanted === undefined) return respondForCluster(request.method ?? '', name)
    if (clusters.has(name) || (wanted === undefined && request.method === 'PUT'))
      return { code: 409, body: { error: `cluster ${JSON.stringify(name)} exists with another provider` } }
    return respondForEnvtest(request.method ?? '', name, wanted)
  }

  function respondForEnvtest(method: string, name: string, wanted?: ControllerChoice): ManagementResponse {
    const cluster = envtest.get(name)
    const removing = { code: 202, body: { name, state: 'removing' } }
    if (envtest.isBeingRemoved(name)) return removing
    switch (method) {
      case 'PUT':
        return stateOf(envtest.ensure(name, wanted))
      case 'GET':
        return cluster === undefined ? { code: 404, body: {} } : stateOf(cluster)
      case 'DELETE':
        if (cluster === undefined) return { code: 404, body: {} }
        envtest.remove(cluster)
        return removing
      default:
        return notAllowed
    }
  }

  async function respondForCluster(method: string, name: string): Promise<ManagementResponse> {
    const missing = { code: 404, body: { error: `no cluster ${JSON.stringify(name)}` } }
    switch (method) {
      case 'PUT':
        return { code: 200, body: describe(await ensure(name)) }
      case 'GET': {
        const running = clusters.get(name)
        return running === undefined ? missing : { code: 200, body: describe(await running) }
      }
      case 'DELETE':
        return (await remove(name)) ? { code: 200, body: { name } } : missing
      default:
        return notAllowed
    }
  }

  return {
    async start(port) {
      await new Promise<void>((resolve, reject) => {
        server.once('error', reject)
        server.listen(port, '127.0.0.1', resolve)
      })
      for (const entry of readdirSync(dataDir, { withFileTypes: true }))
        if (entry.isDirectory() && isEnvtest(join(dataDir, entry.name))) envtest.ensure(entry.name)
        else if (entry.isDirectory() && clusterExists(join(dataDir, entry.name))) await ensure(entry.name)
      isReady = true
      const address = server.address()
      return `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : port}`
    },
    async stop() {
      clearInterval(compaction)
      const closed = new Promise<void>((resolve) => {
        server.close(() => resolve())
      })
      server.closeAllConnections()
      await envtest.stop()
      const running = await Promise.allSettled(clusters.values())
      await Promise.all(running.flatMap((each) => (each.status === 'fulfilled' ? [each.value.stop()] : [])))
      await closed
    },
  }
}

const notAllowed: ManagementResponse = { code: 405, body: { error: 'this method is not supported here' } }

/** Returns the response for the state of a cluster of real programs. */
function stateOf({ name, state }: EnvtestCluster): ManagementResponse {
  switch (state.is) {
    case 'running':
      return { code: 200, body: { name, url: state.url, kubeconfig: state.kubeconfig } }
    case 'starting':
      return { code: 202, body: { name, state: 'starting', message: state.message } }
    case 'failed':
      return { code: 503, body: { name, error: state.message } }
    case 'blocked':
      return { code: 409, body: { name, reason: state.reason, error: state.message } }
  }
}

function describeEnvtest({ name, state }: EnvtestCluster): object {
  return { name, state: state.is, ...('url' in state ? { url: state.url } : {}) }
}

/** Reads the controllers of a cluster of real programs from a request; undefined if it asks for a simulated one. */
async function readWanted(request: IncomingMessage): Promise<ControllerChoice | undefined | 'invalid'> {
  let text = ''
  for await (const chunk of request) text += String(chunk)
  if (text === '') return undefined
  const body = parsed(text)
  const { controllers } = isObject(body) ? body : {}
  return controllerChoices.find((each) => each === controllers) ?? 'invalid'
}

function parsed(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json
  } catch {
    return undefined
  }
}

function describe({ name, url, kubeconfig }: SimulatedCluster): object {
  return { name, url, kubeconfig }
}

/**
 * Reports whether the host name is local: a foreign domain name that resolves to this machine would let its pages call
 * the API.
 */
function isLoopback(host = 'localhost'): boolean {
  return /^(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d+)?$/i.test(host)
}

function isAuthorized(request: IncomingMessage, token: string): boolean {
  const given = Buffer.from(request.headers.authorization ?? '')
  const expected = Buffer.from(`Bearer ${token}`)
  return given.length === expected.length && timingSafeEqual(given, expected)
}

function send(response: ServerResponse, code: number, body: object): void {
  response.writeHead(code, { 'content-type': 'application/json' })
  response.end(JSON.stringify(body))
}
