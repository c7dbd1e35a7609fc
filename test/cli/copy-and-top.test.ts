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
import type { ClusterQuery, QueryWorkers, Usage } from '../../schema/cluster-queries.ts'
import { PlatformError } from '../../schema/errors.ts'
import { sealResponse } from '../../schema/sealed-responses.ts'
import { createFakeWorker, urlOf } from '../support/fake-worker.ts'
import { cliOf } from '../support/run-cli.ts'
import { createTestServer, type TestServer } from '../support/server.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

/** The file system of the container. Programs of this machine run in it, as a kubelet would run them in a container. */
let root = ''
/** The programs that the container does not have. */
let missing: string[] = []
/** What workers measure of an object. */
let usages: (objectId: string) => Usage[] = () => []
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
  cluster = createServer((_, response) => response.writeHead(403).end('{}'))
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
    if (question.about === 'metrics') {
      yield usages(question.objectId)
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
  const container = (pod: string, name: string, cpu: number, memory: number): Usage => ({
    source: 'metricsServer',
    container: { namespace: 'shop', pod, name },
    current: { time: new Date().toISOString(), cpu, memory: memory * 2 ** 20 },
    samples: [],
  })
  const rows = async (...options: string[]) => {
    const { stdout, stderr } = await cli(['top', object, ...options])
    expect(stderr).toBe('')
    return stdout.split('\n').map((line) => line.split(/ {2,}/).slice(1))
  }

  it('sums the usage of the containers of each pod', async () => {
    usages = () => [
      container('web-a', 'app', 0.25, 30),
      container('web-a', 'proxy', 0.0015, 2),
      container('web-b', 'app', 1, 1024),
    ]
    expect(await rows('--sort-by', 'cpu')).toEqual([
      ['POD', 'CPU', 'MEMORY'],
      ['web-b', '1000m', '1024Mi'],
      ['web-a', '252m', '32Mi'],
      [],
    ])
    expect(await rows('--containers')).toContainEqual(['web-a', 'proxy', '2m', '2Mi'])
  })

  it('shows the usage of the nodes of a runtime, as a share where it is known of what', async () => {
    const current = { time: new Date().toISOString(), cpu: 0.5, memory: 2 ** 30 }
    const base = { source: 'prometheus', current, samples: [] } as const
    usages = () => [
      { ...base, node: { name: 'node-b', cpu: 4, memory: 2 ** 32 } },
      { ...base, node: { name: 'node-a' } },
    ]
    expect(await rows()).toEqual([
      ['NODE', 'CPU', 'CPU%', 'MEMORY', 'MEMORY%'],
      ['node-a', '500m', '-', '1024Mi', '-'],
      ['node-b', '500m', '13%', '1024Mi', '25%'],
      [],
    ])
  })

  it('reports an object that nothing measures, and those beside it', async () => {
    usages = () => {
      throw new PlatformError('UNSUPPORTED', 'there is no source')
    }
    const { exit, stdout, stderr } = await cli(['top', object])
    expect({ exit, stdout }).toEqual({ exit: 9, stdout: '' })
    expect(stderr).toContain('There is no source')
    usages = (id) => {
      if (id !== runtimeId) throw new PlatformError('UNSUPPORTED', 'there is no source')
      return [container('web-a', 'app', 1, 1)]
    }
    expect(await cli(['top', object, 'runtime/real'])).toMatchObject({
      exit: 9,
      stdout: expect.stringContaining('web-a'),
      stderr: `${object}: there is no source\n`,
    })
  })

  it('says so if there is nothing to measure', async () => {
    usages = () => []
    expect(await cli(['top', object])).toMatchObject({
      exit: 0,
      stdout: '',
      stderr: 'Nothing is measured: there are no pods, or they have just started.\n',
    })
    expect(await cli(['top', 'project/defaults'])).toMatchObject({
      stdout: '',
      stderr: expect.stringContaining('Did you mean "default"?'),
    })
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
