import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll } from 'vitest'
import { Agent, request } from 'undici'
import { parse } from 'yaml'
import { startCluster, type ClusterOptions, type SimulatedCluster } from '../../simulator/cluster.ts'
import { at, isObject, objectsOf, stringOf, type Json, type JsonObject } from '../../simulator/json.ts'

export interface Answer {
  code: number
  body: JsonObject
  text: string
  headers: Record<string, string | string[] | undefined>
}

export interface Call {
  method?: string
  path: string
  body?: Json
  type?: string
  accept?: string
  headers?: Record<string, string>
}

export const mediaTypes = {
  apply: 'application/apply-patch+yaml',
  json: 'application/json-patch+json',
  merge: 'application/merge-patch+json',
  strategic: 'application/strategic-merge-patch+json',
}

/** A client of a cluster that uses nothing but its kubeconfig. */
export class Client {
  readonly #agent: Agent
  readonly url: string

  /** @param as its credentials; @default the certificate of the kubeconfig's first user */
  constructor(kubeconfig: string, as: 'certificate' | 'nothing' = 'certificate') {
    const config: unknown = parse(kubeconfig)
    if (!isObject(config)) throw new Error('no kubeconfig')
    const cluster = objectsOf(config['clusters'])[0]?.['cluster']
    const user = objectsOf(config['users'])[0]?.['user']
    const decoded = (value: Json | undefined) => Buffer.from(stringOf(value), 'base64')
    this.url = stringOf(at(cluster, 'server'))
    this.#agent = new Agent({
      connect: {
        ca: decoded(at(cluster, 'certificate-authority-data')),
        ...(as === 'nothing'
          ? {}
          : {
              cert: decoded(at(user, 'client-certificate-data')),
              key: decoded(at(user, 'client-key-data')),
            }),
      },
    })
  }

  async call({
    method = 'GET',
    path,
    body,
    type = 'application/json',
    accept = 'application/json',
    headers = {},
  }: Call): Promise<Answer> {
    const response = await request(this.url + path, {
      method,
      dispatcher: this.#agent,
      headers: {
        accept,
        'user-agent': 'test/1',
        ...(body === undefined ? {} : { 'content-type': type }),
        ...headers,
      },
      body: body === undefined ? null : typeof body === 'string' ? body : JSON.stringify(body),
    })
    const text = await response.body.text()
    return { code: response.statusCode, text, body: parsed(text), headers: response.headers }
  }

  get = async (path: string) => this.call({ path })
  create = async (path: string, body: Json) => this.call({ method: 'POST', path, body })
  replace = async (path: string, body: Json) => this.call({ method: 'PUT', path, body })
  remove = async (path: string, body?: Json) =>
    this.call({ method: 'DELETE', path, ...(body === undefined ? {} : { body }) })
  patch = async (path: string, body: Json, type = mediaTypes.merge) =>
    this.call({ method: 'PATCH', path, body, type })
  apply = async (
    path: string,
    body: Json,
    { manager, force = false }: { manager: string; force?: boolean },
  ) =>
    this.call({
      method: 'PATCH',
      path: `${path}${path.includes('?') ? '&' : '?'}fieldManager=${manager}&force=${force}`,
      body,
      type: mediaTypes.apply,
    })

  /** Watches until `stop`; `events` has every event so far. */
  watch(path: string): {
    events: { type: string; object: JsonObject }[]
    ended: Promise<void>
    stop: () => void
  } {
    const controller = new AbortController()
    const events: { type: string; object: JsonObject }[] = []
    const run = async () => {
      const { body } = await request(this.url + path, { dispatcher: this.#agent, signal: controller.signal })
      let rest = ''
      for await (const part of body) {
        rest += String(part)
        const lines = rest.split('\n')
        rest = lines.pop() ?? ''
        for (const line of lines) events.push(JSON.parse(line))
      }
    }
    // A watch ends by being stopped here or by the server; a test checks the events either way.
    const ended = run().catch(() => {})
    return { events, ended, stop: () => controller.abort() }
  }

  async close(): Promise<void> {
    await this.#agent.destroy()
  }
}

function parsed(text: string): JsonObject {
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) ? value : {}
  } catch {
    return {}
  }
}

/** Waits for a condition with a deadline; returns the value that met it. */
export async function until<T>(
  what: string,
  look: () => Promise<T | undefined | false>,
  seconds = 15,
): Promise<T> {
  const deadline = Date.now() + seconds * 1000
  for (;;) {
    const found = await look()
    if (found !== undefined && found !== false) return found
    if (Date.now() > deadline) throw new Error(`waited ${seconds} s for ${what}`)
    await new Promise((resolve) => {
      setTimeout(resolve, 20)
    })
  }
}

export interface Simulated {
  readonly client: Client
  readonly cluster: SimulatedCluster
  readonly dataDir: string
  /** Stops the cluster and starts it again with its data. */
  restart(): Promise<void>
}

const fast = { containerStartMs: 20, jobRunMs: 30, backOffMs: 30, backOffMaxMs: 200 }

/** Provides the tests of a file with a cluster, which is stopped and removed after them. */
export function useCluster(settings: ClusterOptions['settings'] = {}): Simulated {
  const dataDir = mkdtempSync(join(tmpdir(), 'simulator-'))
  let cluster: SimulatedCluster | undefined
  let client: Client | undefined

  async function start(): Promise<void> {
    cluster = await startCluster({ name: 'test', dataDir, settings: { ...fast, ...settings } })
    client = new Client(cluster.kubeconfig)
  }

  async function stop(): Promise<void> {
    await client?.close()
    await cluster?.stop()
  }

  beforeAll(start)
  afterAll(async () => {
    await stop()
    rmSync(dataDir, { recursive: true, force: true })
  })
  const present = <T>(value: T | undefined): T => {
    if (value === undefined) throw new Error('the cluster is not available before the first test')
    return value
  }
  return {
    get client() {
      return present(client)
    },
    get cluster() {
      return present(cluster)
    },
    dataDir,
    async restart() {
      await stop()
      await start()
    },
  }
}

let counter = 0

/** Creates a namespace that no other test uses, and returns its name. */
export async function newNamespace(client: Client): Promise<string> {
  counter += 1
  const name = `n${process.pid}-${counter}`
  await client.create('/api/v1/namespaces', { apiVersion: 'v1', kind: 'Namespace', metadata: { name } })
  await until('the namespace to be furnished', async () => {
    const { code } = await client.get(`/api/v1/namespaces/${name}/serviceaccounts/default`)
    return code === 200
  })
  return name
}

export function configMap(
  name: string,
  data: Record<string, string> = {},
  labels?: Record<string, string>,
): JsonObject {
  return {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name, ...(labels === undefined ? {} : { labels }) },
    data,
  }
}

export function deployment(
  name: string,
  more: { replicas?: number; image?: string; annotations?: Record<string, string>; spec?: JsonObject } = {},
): JsonObject {
  const { replicas = 1, image = 'nginx:1', annotations, spec = {} } = more
  return {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name },
    spec: {
      replicas,
      selector: { matchLabels: { app: name } },
      template: {
        metadata: { labels: { app: name }, ...(annotations === undefined ? {} : { annotations }) },
        spec: { containers: [{ name: 'web', image }] },
      },
      ...spec,
    },
  }
}

/** Returns the condition of an object by its type. */
export function conditionOf(object: JsonObject, type: string): JsonObject | undefined {
  return objectsOf(at(object, 'status', 'conditions')).find((each) => each['type'] === type)
}
