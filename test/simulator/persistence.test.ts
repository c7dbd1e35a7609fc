import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { request } from 'undici'
import { describe, expect, it, onTestFinished } from 'vitest'
import { at, isObject, objectsOf, stringOf, type JsonObject } from '../../simulator/json.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { Client, configMap, deployment, newNamespace, until, useCluster } from './simulated.ts'

const main = fileURLToPath(new URL('../../simulator/main.ts', import.meta.url))
const headers = { authorization: 'Bearer secret' }

interface Host {
  url: string
  process: ChildProcess
}

/** A process that hosts clusters. */
async function startHost(dataDir: string): Promise<Host> {
  const child = fork(main, {
    env: { PATH: process.env['PATH'], QLEET_SIMULATOR_DATA: dataDir, QLEET_SIMULATOR_TOKEN: 'secret' },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
  onTestFinished(async () => end(child, 'SIGKILL'))
  let text = ''
  child.stdout?.on('data', (part: Buffer) => (text += part.toString()))
  const line = await until('the host to be ready', async () => text.includes('\n') && text)
  const ready: unknown = JSON.parse(line)
  return { url: isObject(ready) ? stringOf(ready['url']) : '', process: child }
}

async function end(child: ChildProcess, signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill(signal)
  await ended
}

async function send(
  url: string,
  method: 'GET' | 'PUT' | 'DELETE',
): Promise<{ code: number; body: JsonObject }> {
  const { statusCode, body } = await request(url, { method, headers })
  const response: unknown = await body.json()
  return { code: statusCode, body: isObject(response) ? response : {} }
}

async function clientOf(host: Host, name: string): Promise<Client> {
  const { body } = await send(`${host.url}/clusters/${name}`, 'PUT')
  const client = new Client(stringOf(body['kubeconfig']))
  onTestFinished(async () => client.close())
  return client
}

describe('the host of clusters', () => {
  it('accepts only names of this machine, as a browser may be made to use another', async () => {
    const host = await startHost(await temporaryFolder())
    const codes = ['evil.example', 'localhost:1', '127.0.0.1'].map(async (name) => {
      const { statusCode, body } = await request(`${host.url}/clusters`, {
        headers: { ...headers, host: name },
      })
      await body.dump()
      return statusCode
    })
    expect(await Promise.all(codes)).toEqual([403, 200, 200])
  })
})

describe('a restarted cluster', () => {
  const simulated = useCluster()

  it('has all its objects, at the same address and for the same users', async () => {
    const namespace = await newNamespace(simulated.client)
    const path = `/api/v1/namespaces/${namespace}/configmaps/a`
    const { body } = await simulated.client.apply(path, configMap('a', { k: 'v' }), { manager: 'one' })
    const { kubeconfig } = simulated.cluster
    await simulated.restart()
    expect(simulated.cluster.kubeconfig).toBe(kubeconfig)
    expect((await simulated.client.get(path)).body).toEqual(body)
  })

  it('continues rollouts in progress', async () => {
    const namespace = await newNamespace(simulated.client)
    const path = `/apis/apps/v1/namespaces/${namespace}/deployments`
    await simulated.client.create(path, deployment('d', { replicas: 5 }))
    await simulated.restart()
    await until(
      'five',
      async () => at((await simulated.client.get(`${path}/d`)).body, 'status', 'readyReplicas') === 5,
    )
  })

  it('continues its resourceVersions', async () => {
    const path = `/api/v1/namespaces/${await newNamespace(simulated.client)}/configmaps`
    const version = (object: JsonObject) => Number(at(object, 'metadata', 'resourceVersion'))
    const before = version((await simulated.client.create(path, configMap('a'))).body)
    await simulated.restart()
    expect(version((await simulated.client.create(path, configMap('b'))).body)).toBeGreaterThan(before)
  })

  it('serves its custom resources at once', async () => {
    const definition = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions'
    await simulated.client.create(definition, {
      metadata: { name: 'things.example.com' },
      spec: {
        group: 'example.com',
        scope: 'Cluster',
        names: { plural: 'things', kind: 'Thing' },
        versions: [
          { name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: { type: 'object' } } },
        ],
      },
    })
    const path = '/apis/example.com/v1/things'
    await until('it to be served', async () => (await simulated.client.get(path)).code === 200)
    await simulated.client.create(path, {
      apiVersion: 'example.com/v1',
      kind: 'Thing',
      metadata: { name: 't' },
    })
    await simulated.restart()
    expect(objectsOf((await simulated.client.get(path)).body['items'])).toHaveLength(1)
  })
})

describe('the host of clusters', () => {
  it('loses no confirmed write when it is killed', async () => {
    const dataDir = await temporaryFolder()
    const first = await startHost(dataDir)
    const client = await clientOf(first, 'one')
    const path = '/api/v1/namespaces/default/configmaps'
    const confirmed = new Set<string>()
    const writing = Array.from({ length: 200 }, async (_, index) => {
      const name = `c${index}`
      if ((await client.create(path, configMap(name))).code === 201) confirmed.add(name)
    })
    const all = Promise.allSettled(writing)
    await until('some writes', async () => confirmed.size > 20)
    await end(first.process, 'SIGKILL')
    await all
    const second = await startHost(dataDir)
    const { body } = await (await clientOf(second, 'one')).get(path)
    const found = new Set(objectsOf(body['items']).map((item) => stringOf(at(item, 'metadata', 'name'))))
    expect([...confirmed].filter((name) => !found.has(name))).toEqual([])
    await end(second.process, 'SIGTERM')
    expect(second.process.exitCode).toBe(0)
  })

  it('creates clusters once, isolates them, and removes them with their data', async () => {
    const { url } = await startHost(await temporaryFolder())
    const [one, again, other] = await Promise.all(
      ['a', 'a', 'project.b'].map(async (name) => send(`${url}/clusters/${name}`, 'PUT')),
    )
    expect(again).toEqual(one)
    expect(other?.body['url']).not.toBe(one?.body['url'])
    expect(await send(`${url}/clusters/a`, 'DELETE')).toMatchObject({ code: 200 })
    expect(await send(`${url}/clusters/a`, 'GET')).toMatchObject({ code: 404 })
    expect(
      objectsOf((await send(`${url}/clusters`, 'GET')).body['clusters']).map(({ name }) => name),
    ).toEqual(['project.b'])
  })

  it('refuses a name that is not a DNS name', async () => {
    const { url } = await startHost(await temporaryFolder())
    for (const name of ['..%2Fother', 'A', '-a', 'a..b'])
      expect((await send(`${url}/clusters/${name}`, 'PUT')).code, name).toBe(400)
  })

  it('refuses requests without its token', async () => {
    const { url } = await startHost(await temporaryFolder())
    const { statusCode, body } = await request(`${url}/clusters`)
    await body.dump()
    expect(statusCode).toBe(401)
  })
})
