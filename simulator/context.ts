import type { JsonObject } from './json.ts'
import type { Registry } from './resources/registry.ts'
import type { Store } from './storage/store.ts'

export type Log = (message: string, fields?: object) => void

export interface Settings {
  /** The number of past events of each resource that a watch can start from. @default 2000 */
  watchHistory: number
  /** The time in milliseconds that a simulated container takes to start, and to stop. @default 150 */
  containerStartMs: number
  /** The time in milliseconds that a container of a job runs. @default 500 */
  jobRunMs: number
  /** The first back-off of a crashing container, doubling up to `backOffMaxMs`. @default 1000 */
  backOffMs: number
  /** @default 30000 */
  backOffMaxMs: number
  /** The number of nodes of the cluster. @default 3 */
  nodes: number
}

export const defaultSettings: Settings = {
  watchHistory: 2000,
  containerStartMs: 150,
  jobRunMs: 500,
  backOffMs: 1000,
  backOffMaxMs: 30_000,
  nodes: 3,
}

/** The label of Deployments and Services of other software than Kubernetes, for which the simulator has stand-ins. */
export const controllerLabel = 'simulator.qleetos.io/controller'

/** A request to a Service through the proxy of the API server. */
export interface BackendRequest {
  method: string
  /** The path behind the proxy, such as `/api/v1/query`. */
  path: string
  query: URLSearchParams
}

/** Software behind Services, which answers requests as its containers would. */
export interface ServiceBackend {
  /** The value of {@link controllerLabel} of its Services. */
  controller: string
  isRunning(context: ClusterContext): boolean
  respond(context: ClusterContext, request: BackendRequest): { code: number; body: JsonObject }
}

/** The dependencies of everything inside one cluster. */
export interface ClusterContext {
  name: string
  store: Store
  registry: Registry
  log: Log
  settings: Settings
  /** The certificate authority as PEM, published in each namespace's kube-root-ca.crt. */
  ca: string
  now: () => Date
  /** The key that signs service account tokens. */
  tokenKey: string
  issuer: string
  /** The software behind Services that answers requests. */
  backends: readonly ServiceBackend[]
}

/** The sender of a request. */
export interface Actor {
  name: string
  groups: readonly string[]
  uid?: string | undefined
}

/** Formats RFC 3339 in whole seconds, as the API writes times. */
export function timestamp(date: Date): string {
  return `${date.toISOString().slice(0, 19)}Z`
}

/** Formats RFC 3339 in microseconds, for fields of type MicroTime. */
export function microTimestamp(date: Date): string {
  return `${date.toISOString().slice(0, 23)}000Z`
}
