import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { WebSocketServer, type WebSocket } from 'ws'
import { stringify } from 'yaml'
import { parseCopy } from '../../cli/clusters/copy-target.ts'
import { parseQuantity } from '../../schema/kubernetes/quantity.ts'
import type { ClusterQuery, QueryWorkers } from '../../schema/cluster-queries.ts'
import { sealResponse } from '../../schema/sealed-responses.ts'
import { createFakeWorker, urlOf } from '../support/fake-worker.ts'
import { cliOf } from '../support/run-cli.ts'
import { createTestServer, type TestServer } from '../support/server.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

/** The file system of the container. Programs of this machine run in it, as a kubelet would run them in a container. */
let root = ''
/** The programs that the container does not have. */
let missing: string[] = []
let metrics: { status: number; body: object } = { status: 404, body: {} }
let cluster: Server
let server: TestServer
let runtimeId = ''

function frame(channel: number, body: Uint8Array | string): Buffer {
  return Buffer.concat([Buffer.from([channel]), Buffer.from(body as string)])
}

function runIn(socket: WebSocket, [program = '', ...args]: readonly string[]): void {
  const end = (status: object): void => {
    socket.send(frame(3, JSON.stringify(status)))
    socket.close()
  }
  if (missing.includes(program)) {
    end({ status: 'Failure', message: `exec: "${program}": executable file not found in $PATH` })
    return
  }
  const child = spawn(
    program,
    args.map((word) => (word.startsWith('/') ? join(root, word) : word)),
  )
  child.stdin.on('error', () => undefined)
  socket.on('message', (data: Buffer) => {
    if (data[0] === 255) child.stdin.end()
    else child.stdin.write(data.subarray(1))
  })
  child.stdout.on('data', (data: Buffer) => socket.send(frame(1, data)))
  child.stderr.on('data', (data: Buffer) => socket.send(frame(2, data)))
  child.once('close', (code) => {
    const causes = [{ reason: 'ExitCode', message: String(code) }]
    const failure = { status: 'Failure', reason: 'NonZeroExitCode', details: { causes } }
    end(code === 0 ? { status: 'Success' } : failure)
  })
}

async function startCluster(): Promise<void> {
  const sockets = new WebSocketServer({
    noServer: true,
    handleProtocols: (offered) => [...offered][0] ?? false,
  })
  cluster = createServer((request, response) => {
    const isMetrics = request.url === '/apis/metrics.k8s.io/v1beta1/namespaces/shop/pods'
    const { status, body } = isMetrics ? metrics : { status: 403, body: {} }
    response.writeHead(status)
    response.end(JSON.stringify(body))
  })
  cluster.on('upgrade', (request, stream, head) => {
    const command = new URL(request.url ?? '', 'http://cluster').searchParams.getAll('command')
    sockets.handleUpgrade(request, stream, head, (socket) => runIn(socket, command))
  })
  cluster.listen(0, '127.0.0.1')
  await once(cluster, 'listening')
}

function kubeconfig(): string {
  const { port } = cluster.address() as AddressInfo
  return stringify({
    clusters: [{ name: 'c', cluster: { server: `http://127.0.0.1:${port}` } }],
    users: [{ name: 'u', user: { token: 'known' } }],
    contexts: [{ name: 'c', context: { cluster: 'c', user: 'u' } }],
    'current-context': 'c',
  })
}

const queryWorkers = ((question: ClusterQuery) =>
  (async function* () {
    if (question.about === 'access') {
      const sealed = sealResponse(kubeconfig(), question.publicKey)
      yield { sealed, expiresAt: new Date().toISOString() }
      return
    }
    const pod = { group: '', version: 'v1', kind: 'Pod', namespace: 'shop', reason: '', message: '' }
    const nodes = ['web-a', 'web-b'].map((name) => ({ ...pod, runtimeId, id: name, name, health: 'ready' }))
    yield { nodes, isLast: true }
  })()) as unknown as QueryWorkers

beforeAll(async () => {
  await startCluster()
  server = await createTestServer(queryWorkers)
  const worker = createFakeWorker(server)
  const spec = { definition: 'own', kubeconfig: kubeconfig() }
  await worker.client.apply([
    { kind: 'KubernetesRuntimeDefinition', name: 'own', spec: { provider: 'kubeconfig' } },
    { kind: 'KubernetesRuntimeInstance', name: 'real', spec },
  ])
  const secretOutputs = { accessKubeconfig: 'of the worker' }
  await worker.report('KubernetesRuntimeInstance', 'real', { phase: 'Ready', secretOutputs })
  const runtime = await worker.client.objects.get({ kind: 'KubernetesRuntimeInstance', name: 'real' })
  runtimeId = runtime?.id ?? ''
})
beforeEach(async () => {
  root = await temporaryFolder()
})
afterAll(async () => {
  await server?.stop()
  cluster.closeAllConnections()
  await new Promise((resolve) => cluster.close(resolve))
})

/** Any object suffices: the worker determines its pods. */
const object = 'project/default'
const cli = cliOf(() => ({ url: urlOf(server), token: server.adminToken }))

describe('cp', () => {
  it('copies a folder into a container under another name, and a file into a folder', async () => {
    const cwd = await temporaryFolder()
    await mkdir(join(cwd, 'site/deep'), { recursive: true })
    await writeFile(join(cwd, 'site/deep/a.txt'), 'a'.repeat(200_000))
    await mkdir(join(root, 'srv'))
    const copied = await cli(['cp', 'site', `${object}:/srv/www`], { cwd })
    expect(copied).toMatchObject({ exit: 0, stdout: '' })
    expect(await readFile(join(root, 'srv/www/deep/a.txt'), 'utf8')).toHaveLength(200_000)
    expect(await cli(['cp', 'site/deep/a.txt', `${object}:/srv`], { cwd })).toMatchObject({ exit: 0 })
    expect(await readdir(join(root, 'srv'))).toEqual(['a.txt', 'www'])
  })

  it('copies out of a container, without links', async () => {
    const cwd = await temporaryFolder()
    await mkdir(join(root, 'logs'))
    await writeFile(join(root, 'logs/app.log'), 'b'.repeat(3_000_000))
    await symlink('/etc/passwd', join(root, 'logs/link'))
    expect(await cli(['cp', `${object}:/logs`, 'out'], { cwd })).toMatchObject({
      exit: 0,
      stderr: expect.stringContaining('Skipped the link logs/link.\n'),
    })
    expect(await readdir(join(cwd, 'out'))).toEqual(['app.log'])
    expect(await readFile(join(cwd, 'out/app.log'), 'utf8')).toHaveLength(3_000_000)
    expect(await cli(['cp', `${object}:/logs/app.log`, '.'], { cwd })).toMatchObject({ exit: 0 })
    expect(await readdir(cwd)).toEqual(['app.log', 'out'])
  })

  it('reports a container without tar, and the errors of tar', async () => {
    const cwd = await temporaryFolder()
    missing = ['tar', 'test']
    const without = await cli(['cp', `${object}:/logs`, 'out'], { cwd })
    missing = []
    expect(without.stderr).toContain('The container has no tar, which cp needs')
    expect(without.exit).not.toBe(0)
    expect(await cli(['cp', `${object}:/nothing`, 'out'], { cwd })).toMatchObject({
      exit: 2,
      stderr: expect.stringMatching(/tar in the container failed with exit code 2: .*nothing/i),
    })
    expect(await readdir(cwd)).toEqual([])
  })

  it.each([
    [['a', 'b'], 'both are local'],
    [['a:/x', 'b:/y'], 'both are in containers'],
    [['a:', 'b'], 'names no path'],
    [['./absent', 'shop:/x'], 'cannot copy ./absent: it does not exist'],
  ])('refuses %j', async (argv, reason) => {
    const { exit, stderr } = await cli(['cp', ...argv])
    expect({ exit, stderr: stderr.toLowerCase() }).toEqual({
      exit: 2,
      stderr: expect.stringContaining(reason),
    })
  })

  it('treats a path with a slash before the colon as local', () => {
    expect(parseCopy('./a:b', 'workload/shop:/x')).toEqual({
      upload: true,
      local: './a:b',
      workload: 'workload/shop',
      path: '/x',
    })
  })
})

describe('top', () => {
  const container = (name: string, cpu: string, memory: string) => ({ name, usage: { cpu, memory } })

  it('sums the usage of the containers of each pod', async () => {
    const items = [
      {
        metadata: { name: 'web-a' },
        containers: [container('app', '250m', '30Mi'), container('proxy', '1500000n', '2048Ki')],
      },
      { metadata: { name: 'web-b' }, containers: [container('app', '1', '1Gi')] },
      { metadata: { name: 'other' }, containers: [] },
    ]
    metrics = { status: 200, body: { items } }
    const rows = async (...options: string[]) => {
      const { stdout } = await cli(['top', object, ...options])
      return stdout.split('\n').map((line) => line.split(/ {2,}/).slice(1))
    }
    expect(await rows('--sort-by', 'cpu')).toEqual([
      ['POD', 'CPU', 'MEMORY'],
      ['web-b', '1000m', '1024Mi'],
      ['web-a', '252m', '32Mi'],
      [],
    ])
    expect(await rows('--containers')).toContainEqual(['web-a', 'proxy', '2m', '2Mi'])
  })

  it.each([
    [404, 'has no metrics API (metrics.k8s.io). Install metrics-server in it.'],
    [403, 'refuses to list the metrics of pods'],
    [500, 'responded with status 500'],
  ])('reports a cluster that responds with %i', async (status, reason) => {
    metrics = { status, body: {} }
    const { exit, stdout, stderr } = await cli(['top', object])
    expect({ isFailure: exit !== 0, stdout }).toEqual({ isFailure: true, stdout: '' })
    expect(stderr).toContain(reason)
  })

  it.each([
    ['100m', 0.1],
    ['2', 2],
    ['1e3', 1000],
    ['64Mi', 67_108_864],
    ['5k', 5000],
  ])('parses the quantity %s', (text, value) => {
    expect(parseQuantity(text)).toBeCloseTo(value)
    expect(parseQuantity(`${text}x`)).toBeNaN()
  })
})
