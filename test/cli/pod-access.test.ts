import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { WebSocketServer } from 'ws'
import { stringify } from 'yaml'
import { portsOf } from '../../cli/clusters/port-forward.ts'
import type { QueryWorkers, ClusterQuery, ResourceNode } from '../../schema/cluster-queries.ts'
import { sealResponse } from '../../schema/sealed-responses.ts'
import { createFakeWorker, urlOf } from '../support/fake-worker.ts'
import { cliOf, serverEnv, type CliOptions } from '../support/run-cli.ts'
import { createTestServer, type TestServer } from '../support/server.ts'

/**
 * An API server with the two protocols of kubelets: commands `echo`, `cat`, `fail` and `missing`; a process
 * to attach to, which echoes; port 80 echoes, port
 * 81 is closed in the pod.
 */
let cluster: Server
const asked: string[] = []
const message = (channel: number, body: string | Uint8Array): Buffer =>
  Buffer.concat([Buffer.from([channel]), Buffer.from(body as string)])

function startCluster(): Promise<void> {
  const sockets = new WebSocketServer({
    noServer: true,
    handleProtocols: (offered) => [...offered][0] ?? false,
  })
  cluster = createServer((request, response) => {
    const containers = [{ name: 'proxy' }, { name: 'app' }]
    const annotations = { 'kubectl.kubernetes.io/default-container': 'app' }
    const known = request.url?.endsWith('/pods/web-a') === true && request.method === 'GET'
    response.writeHead(known ? 200 : 403)
    response.end(JSON.stringify(known ? { metadata: { annotations }, spec: { containers } } : {}))
  })
  cluster.on('upgrade', (request, stream, head) => {
    const url = new URL(request.url ?? '', 'http://cluster')
    asked.push(`${url.pathname}${url.search}`)
    if (request.headers.authorization !== 'Bearer known') {
      const body = JSON.stringify({ kind: 'Status', apiVersion: 'v1', message: 'pods "web-a" is forbidden' })
      stream.end(`HTTP/1.1 403 Forbidden\r\ncontent-length: ${body.length}\r\n\r\n${body}`)
      return
    }
    sockets.handleUpgrade(request, stream, head, (socket) => {
      if (url.pathname.endsWith('/portforward')) {
        const port = Number(url.searchParams.get('ports'))
        const bytes = Uint8Array.of(port % 256, port >> 8)
        socket.send(message(0, bytes))
        socket.send(message(1, bytes))
        if (port === 81) socket.send(message(1, 'connection refused'))
        socket.on('message', (data: Buffer) => socket.send(message(0, `<${data.subarray(1).toString()}>`)))
        return
      }
      const [command, ...words] = url.searchParams.getAll('command')
      const end = (status: object): void => {
        socket.send(message(3, JSON.stringify(status)))
        socket.close()
      }
      if (url.pathname.endsWith('/attach')) {
        const container = url.searchParams.get('container')
        if (container === 'gone')
          return end({ status: 'Failure', message: 'container gone not found in pod web-b' })
        socket.send(message(1, 'running\n'))
        if (url.searchParams.get('stdin') === 'false') return end({ status: 'Success' })
      }
      if (command === 'cat' || url.pathname.endsWith('/attach')) {
        socket.on('message', (data: Buffer) => {
          if (data[0] === 255) end({ status: 'Success' })
          else socket.send(message(1, data.subarray(1)))
        })
      } else if (command === 'fail') {
        socket.send(message(2, 'it failed\n'))
        const causes = [{ reason: 'ExitCode', message: '3' }]
        end({ status: 'Failure', reason: 'NonZeroExitCode', details: { causes } })
      } else if (command === 'missing') end({ status: 'Failure', message: 'no such file: missing' })
      else {
        const text = Buffer.from(`${words.join(' ')} ü\n`)
        // The end of a message may split a character.
        for (const part of [text.subarray(0, -2), text.subarray(-2)]) socket.send(message(1, part))
        end({ status: 'Success' })
      }
    })
  })
  return new Promise((resolve) => cluster.listen(0, '127.0.0.1', resolve))
}

function kubeconfig(token: string): string {
  const { port } = cluster.address() as AddressInfo
  return stringify({
    clusters: [{ name: 'c', cluster: { server: `http://127.0.0.1:${port}` } }],
    users: [{ name: 'u', user: { token } }],
    contexts: [{ name: 'c', context: { cluster: 'c', user: 'u' } }],
    'current-context': 'c',
  })
}

let server: TestServer
let runtimeId = ''
let pods: Pick<ResourceNode, 'name' | 'health'>[] = []
/** The token that the worker creates for a runtime. */
let issued = ''
const queryWorkers = ((question: ClusterQuery) =>
  (async function* () {
    if (question.about === 'access') {
      const sealed = sealResponse(kubeconfig(issued), question.publicKey)
      yield { sealed, expiresAt: new Date().toISOString() }
      return
    }
    const place = {
      runtimeId,
      group: '',
      version: 'v1',
      kind: 'Pod',
      namespace: 'shop',
      reason: '',
      message: '',
    }
    yield { nodes: pods.map((pod) => ({ ...place, id: pod.name, ...pod })), isLast: true }
  })()) as unknown as QueryWorkers

beforeAll(async () => {
  await startCluster()
  server = await createTestServer(queryWorkers)
  const runtime = (name: string) => ({
    kind: 'KubernetesRuntimeInstance',
    name,
    spec: { definition: 'own', kubeconfig: kubeconfig('of the worker') },
  })
  await createFakeWorker(server).client.apply([
    { kind: 'KubernetesRuntimeDefinition', name: 'own', spec: { provider: 'kubeconfig' } },
    runtime('real'),
    runtime('refusing'),
    runtime('simulated'),
  ])
  const secretOutputs = { accessKubeconfig: 'of the worker' }
  for (const name of ['real', 'refusing'])
    await createFakeWorker(server).report('KubernetesRuntimeInstance', name, {
      phase: 'Ready',
      secretOutputs,
    })
  await createFakeWorker(server).report('KubernetesRuntimeInstance', 'simulated', {
    phase: 'Ready',
    outputs: { provider: 'simulated' },
  })
})
afterAll(async () => {
  await server.stop()
  cluster.closeAllConnections()
  await new Promise((resolve) => cluster.close(resolve))
})

const connection = () => ({ url: urlOf(server), token: server.adminToken })

async function cli(
  argv: readonly string[],
  { runtime = 'real', ...options }: CliOptions & { runtime?: string } = {},
) {
  const { client } = createFakeWorker(server)
  issued = runtime === 'real' ? 'known' : 'unknown'
  runtimeId = (await client.objects.get({ kind: 'KubernetesRuntimeInstance', name: runtime }))?.id ?? ''
  pods = [
    { name: 'web-a', health: 'progressing' },
    { name: 'web-b', health: 'ready' },
  ]
  return cliOf(connection)(argv, options)
}

/** Any object suffices: the worker determines its pods. */
const object = 'project/default'

describe('exec', () => {
  it('runs a command in a ready pod, and prints its output', async () => {
    expect(await cli(['exec', object, '-c', 'app', '--', 'echo', 'a', '-b'])).toEqual({
      exit: 0,
      stdout: 'a -b ü\n',
      stderr: '',
    })
    expect(asked.at(-1)).toMatch(
      /^\/api\/v1\/namespaces\/shop\/pods\/web-b\/exec\?command=echo&command=a&command=-b&container=app&/,
    )
  })

  it('sends piped input to its end', async () => {
    expect(
      await cli(['exec', object, '-i', '--pod', 'web-a', '--', 'cat'], { stdin: 'one\ntwo\n' }),
    ).toMatchObject({
      exit: 0,
      stdout: 'one\ntwo\n',
    })
    expect(asked.at(-1)).toContain('/pods/web-a/')
  })

  it("runs in the default container of the pod's annotation, and reports that", async () => {
    const { stderr } = await cli(['exec', object, '--pod', 'web-a', '--', 'echo'])
    expect(stderr).toBe('Defaulted container "app" out of: proxy, app. Choose another: --container NAME\n')
    expect(asked.at(-1)).toContain('&container=app&')
    // Without permission to read the pod, the API server decides.
    await cli(['exec', object, '--pod', 'web-b', '--', 'echo'])
    expect(asked.at(-1)).not.toContain('container=')
  })

  it('transfers bytes unchanged, in and out', async () => {
    await cli(['exec', object, '--', 'echo'])
    const bytes = randomBytes(1_000_003)
    const program = spawn(process.execPath, ['cli/qleetctl.ts', 'exec', object, '-i', '--', 'cat'], {
      env: {
        PATH: process.env['PATH'],
        HOME: '/nonexistent',
        ...serverEnv(connection()),
      },
      stdio: ['pipe', 'pipe', 'inherit'],
    })
    program.stdin.end(bytes)
    const written: Buffer[] = []
    program.stdout.on('data', (chunk: Buffer) => written.push(chunk))
    const [exit] = (await once(program, 'close')) as [number]
    expect(exit).toBe(0)
    expect(Buffer.concat(written).equals(bytes)).toBe(true)
  })

  it('has the exit code of the command', async () => {
    expect(await cli(['exec', object, '--', 'fail'])).toEqual({ exit: 3, stdout: '', stderr: 'it failed\n' })
    expect(await cli(['exec', object, '--', 'missing'])).toMatchObject({
      exit: 6,
      stderr: expect.stringContaining('no such file: missing'),
    })
  })

  it.each([
    ['refusing', [object, '--', 'sh'], 3, 'The cluster refused the request: pods "web-a" is forbidden'],
    ['real', [object, '--pod', 'nobody', '--', 'sh'], 4, 'has no pod "nobody". Its pods are web-a, web-b.'],
    ['real', [object, '-t', '--', 'sh'], 2, '--tty requires stdin to be a terminal'],
    ['real', [object], 2, 'COMMAND'],
  ])('is refused in runtime %s with %j', async (runtime, argv, exit, text) => {
    expect(await cli(['exec', ...argv], { runtime })).toMatchObject({
      exit,
      stderr: expect.stringMatching(new RegExp(text, 'i')),
    })
  })
})

describe('attach', () => {
  it('prints the output of the running process, in the default container of a ready pod', async () => {
    const run = await cli(['attach', object, '--pod', 'web-a'])
    expect(run).toEqual({ exit: 0, stdout: 'running\n', stderr: expect.stringContaining('container "app"') })
    expect(asked.at(-1)).toMatch(
      /\/pods\/web-a\/attach\?container=app&stdin=false&stdout=true&stderr=true&tty=false$/,
    )
  })

  it('passes stdin to the process of the given container', async () => {
    const run = await cli(['attach', object, '-i', '-c', 'app'], { stdin: 'typed\n' })
    expect(run).toMatchObject({ exit: 0, stdout: 'running\ntyped\n' })
    expect(asked.at(-1)).toContain('/pods/web-b/attach?container=app&stdin=true&')
  })

  it.each([
    ['simulated', [object], 2, 'runtime "simulated" is of provider simulated and runs no processes'],
    ['refusing', [object], 3, 'The cluster refused the request: pods "web-a" is forbidden'],
    ['real', [object, '-t'], 2, '--tty requires stdin to be a terminal'],
    ['real', [object, '-c', 'gone'], 6, 'could not attach to the container: container gone not found'],
  ])('is refused in runtime %s with %j', async (runtime, argv, exit, text) => {
    expect(await cli(['attach', ...argv], { runtime })).toMatchObject({
      exit,
      stderr: expect.stringMatching(new RegExp(text, 'i')),
    })
  })
})

describe('port-forward', () => {
  /** Forwards, connects once, and returns the response to `hello`. */
  async function throughPort(remote: number) {
    const ended = new AbortController()
    let answer = ''
    const run = await cli(['port-forward', object, `:${remote}`], {
      signal: ended.signal,
      onOutput: (text) => {
        const [, port] = /^Forwarding 127\.0\.0\.1:(\d+)/.exec(text) ?? []
        if (port === undefined) return
        const connection = connect(Number(port), '127.0.0.1', () => connection.write('hello'))
        connection.on('data', (data) => {
          answer += data.toString()
          connection.end()
        })
        connection.on('close', () => ended.abort())
        connection.on('error', () => undefined)
      },
    })
    return { ...run, answer }
  }

  it('forwards connections to the pod, and ends with Ctrl-C', async () => {
    expect(await throughPort(80)).toMatchObject({
      exit: 130,
      answer: '<hello>',
      stdout: expect.stringMatching(/^Forwarding 127\.0\.0\.1:\d+ to port 80 of pod web-b\n$/),
    })
  })

  it('reports a port that is closed in the pod, and continues', async () => {
    expect(await throughPort(81)).toMatchObject({
      exit: 130,
      stderr: expect.stringContaining('port 81 of pod web-b: connection refused\n'),
    })
  })

  it('is refused at once if the cluster refuses', async () => {
    expect(await cli(['port-forward', object, '8080:80'], { runtime: 'refusing' })).toMatchObject({
      exit: 3,
      stdout: '',
    })
    expect(await cli(['port-forward', object, '8080:80'], { runtime: 'simulated' })).toMatchObject({
      exit: 2,
    })
  })

  it.each([
    ['8080:80', { local: 8080, remote: 80 }],
    ['80', { local: 80, remote: 80 }],
    [':80', { local: 0, remote: 80 }],
  ])('reads %j', (text, ports) => {
    expect(portsOf(text)).toEqual(ports)
  })

  it.each(['', 'a:b', '80:', '70000', '1:2:3', '80:0'])('does not accept %j as ports', (text) => {
    expect(() => portsOf(text)).toThrow('is not LOCAL:REMOTE')
  })
})
