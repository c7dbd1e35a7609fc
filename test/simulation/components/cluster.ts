import type { IncomingMessage, ServerResponse } from 'node:http'
import { stringify } from 'yaml'
import { isRecord } from '../../../schema/manifests.ts'
import type { KubeObject, KubeRequest } from '../../../workers/kube/client/client.ts'
import type { Call } from '../../../simulator/api/call.ts'
import { createApiHandler, type ApiHandler } from '../../../simulator/api/server.ts'
import { bootstrap } from '../../../simulator/bootstrap.ts'
import { defaultSettings, type ClusterContext } from '../../../simulator/context.ts'
import { builtinControllers, startControllers } from '../../../simulator/controllers/controllers.ts'
import { serveEstablished } from '../../../simulator/controllers/definitions.ts'
import { createRegistry } from '../../../simulator/resources/registry.ts'
import { standIns } from '../../../simulator/stand-ins/index.ts'
import { openStore } from '../../../simulator/storage/store.ts'
import type { Process, World } from '../world/world.ts'

/** How a cluster responds: normally, not at all, with errors, or with requests to wait. */
export type Availability = 'well' | 'refusing' | 'silent' | 'failing' | 'throttling'

/** A cluster of the simulated runtime without sockets: its own API server and controllers, on virtual time. */
export interface SimulatedCluster {
  name: string
  process: Process
  kubeconfig: string
  availability: Availability
  /** Milliseconds by which watches lag, as from a stale cache. */
  lag: number
  /** Handles one request at once. */
  handle(
    request: Pick<KubeRequest, 'method' | 'path' | 'query' | 'body' | 'contentType' | 'accept'>,
  ): Promise<StreamedResponse>
  /** Returns all objects with one of our labels, except those that controllers of the cluster have created. */
  ours(): KubeObject[]
  /** Returns all objects. */
  all(): KubeObject[]
  /** How often each Job has been created, by its path. */
  createdJobs: ReadonlyMap<string, number>
  /** Removes the cluster with its contents. */
  stop(): void
}

/** A response of the API server, as it arrives. */
export interface StreamedResponse {
  status: number
  headers: Record<string, string>
  /** The body so far. */
  text: string
  isComplete: boolean
  /** Called with each further chunk, and with undefined at the end. */
  onPiece: (piece: string | undefined) => void
  /** Called when the client has disconnected. */
  close(): void
}

const token = 'administrator'

export async function startCluster(world: World, name: string): Promise<SimulatedCluster> {
  const process = world.process(`k8s:${name}`)
  const context: ClusterContext = {
    name,
    store: openStore({ file: ':memory:', history: 2000 }),
    registry: createRegistry(),
    log: () => undefined,
    settings: { ...defaultSettings, nodes: 1 },
    ca: '',
    now: () => new Date(),
    tokenKey: '',
    backends: [],
    issuer: 'https://kubernetes.default.svc.cluster.local',
  }
  const { handler, controllers } = await world.within(process, async () => {
    serveEstablished(context)
    const started = startControllers(context, [...builtinControllers, ...standIns])
    await bootstrap(context)
    return { handler: createApiHandler(context, { adminToken: token }), controllers: started }
  })
  const createdJobs = new Map<string, number>()
  const all = (): KubeObject[] =>
    context.registry
      .all()
      .flatMap(({ plural, group }) => context.store.list(group === '' ? plural : `${plural}.${group}`))
      // Objects of the simulator have the shape that the API returns.
      .map((object) => object as unknown as KubeObject)
  return {
    name,
    process,
    kubeconfig: kubeconfigOf(name),
    availability: 'well',
    lag: 0,
    handle: async (request) => {
      const response = await handle(handler, request)
      const isJob = /\/jobs\/[^/?]+$/.test(request.path) && request.query?.['dryRun'] === undefined
      if (isJob && response.status === 201)
        createdJobs.set(request.path, (createdJobs.get(request.path) ?? 0) + 1)
      return response
    },
    createdJobs,
    all,
    ours: () =>
      all()
        .filter(({ metadata }) => metadata.labels?.['qleet.io/object-id'] !== undefined)
        // Endpoints carry the labels of their Service, and no owner reference.
        .filter(({ kind, metadata }) => metadata.ownerReferences === undefined && kind !== 'Endpoints')
        .filter(
          ({ metadata: { uid } }, index, all) => all.findIndex((each) => each.metadata.uid === uid) === index,
        ),
    stop: () => {
      world.crash(process)
      void controllers.stop()
      context.store.close()
    },
  }
}

export function serverOf(name: string): string {
  return `https://${name}.cluster`
}

function kubeconfigOf(name: string): string {
  return stringify({
    apiVersion: 'v1',
    kind: 'Config',
    clusters: [{ name, cluster: { server: serverOf(name) } }],
    users: [{ name, user: { token } }],
    contexts: [{ name, context: { cluster: name, user: name } }],
    'current-context': name,
  })
}

async function handle(
  handler: ApiHandler,
  {
    method,
    path,
    query = {},
    body,
    contentType = 'application/json',
    accept = 'application/json',
  }: KubeRequest,
): Promise<StreamedResponse> {
  const given = Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== undefined)
  const search = given.length === 0 ? '' : `?${new URLSearchParams(given).toString()}`
  const sent = Buffer.from(body === undefined ? '' : typeof body === 'string' ? body : JSON.stringify(body))
  const request = {
    method,
    // The client sends no certificate.
    socket: { authorized: false, getPeerCertificate: () => ({}) },
    headers: {
      accept,
      authorization: `Bearer ${token}`,
      ...(body === undefined ? {} : { 'content-type': contentType }),
    },
    on: (event: string, listener: (part: Buffer) => void) => {
      if (event === 'data' && sent.length > 0) listener(sent)
      if (event === 'end') listener(sent)
    },
  }
  const response = new Response()
  const call: Call = {
    // The handler uses only these fields of both.
    request: request as unknown as IncomingMessage,
    response: response as unknown as ServerResponse,
    url: new URL(`${path}${search}`, 'https://cluster'),
    actor: { name: 'system:anonymous', groups: [] },
    warnings: new Set(),
    onStop: () => () => undefined,
  }
  void handler(call)
  await response.started
  return response
}

/** A response of `node:http`, as far as the API server uses it. */
class Response implements StreamedResponse {
  status = 0
  headers: Record<string, string> = {}
  text = ''
  isComplete = false
  headersSent = false
  destroyed = false
  onPiece: (piece: string | undefined) => void = () => undefined
  readonly started: Promise<void>
  #start: () => void = () => undefined
  #onClose: () => void = () => undefined

  constructor() {
    this.started = new Promise((resolve) => (this.#start = resolve))
  }

  setHeader(name: string, value: string): void {
    this.headers[name] = value
  }

  writeHead(status: number, headers: Record<string, unknown>): void {
    this.status = status
    this.headersSent = true
    for (const [name, value] of Object.entries(headers)) this.headers[name] = String(value)
  }

  flushHeaders(): void {
    this.#start()
  }

  write(piece: string | Buffer): void {
    this.text += String(piece)
    this.onPiece(String(piece))
  }

  end(piece?: string | Buffer): void {
    if (piece !== undefined) this.write(piece)
    this.isComplete = true
    this.onPiece(undefined)
    this.#start()
  }

  once(event: string, listener: () => void): void {
    if (event === 'close') this.#onClose = listener
  }

  close(): void {
    this.destroyed = true
    this.#onClose()
  }

  destroy(): void {
    this.end()
  }
}

/** Returns the parsed response to a request that bypasses the network; undefined for an error. */
export async function requestDirectly(
  cluster: SimulatedCluster,
  request: Parameters<SimulatedCluster['handle']>[0],
): Promise<Record<string, unknown> | undefined> {
  const { status, text } = await cluster.handle(request)
  const value: unknown = JSON.parse(text)
  return status < 400 && isRecord(value) ? value : undefined
}
