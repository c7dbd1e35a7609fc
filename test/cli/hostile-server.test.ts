import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { parse } from 'yaml'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hasUnprintable } from '../../schema/printable.ts'
import type { QueryWorkers } from '../../schema/cluster-queries.ts'
import { createFakeWorker, urlOf } from '../support/fake-worker.ts'
import { runCli, serverEnv, type CliRun } from '../support/run-cli.ts'
import { createTestServer, type TestServer } from '../support/server.ts'
import { defaultRuntime } from '../support/store.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

/* A server, or an attacker who can write to it, that sends strings with terminal sequences. */

/** The marker in honest responses that the proxy replaces. */
const marker = 'Zevil'
const hostile =
  'Z\u001B]0;title\u0007\u001B[2J\u001B[1A\u009B31m\u202Egnp.exe\u2066x\u2069\u200E\u061C\u2028\u200B\u00AD\u007F\u0008\r\u{E0041}\u{E0001}\uFEFFl'

let server: TestServer
let between: Server
let env: Record<string, string>

const queryWorkers = ((question: { about: string }) =>
  (async function* () {
    if (question.about === 'logs') {
      const line = {
        namespace: marker,
        pod: marker,
        container: marker,
        time: new Date().toISOString(),
        notice: false,
      }
      yield [
        { ...line, text: `\u001B[32mgreen\u001B[0m ${marker}` },
        { ...line, notice: true, text: marker },
      ]
      return
    }
    const text = {
      group: '',
      version: 'v1',
      namespace: marker,
      name: marker,
      reason: marker,
      message: marker,
    }
    yield {
      nodes: [{ id: '1', parentId: null, runtimeId: '1', kind: 'Pod', health: 'failed', ...text }],
      isLast: true,
    }
  })()) as unknown as QueryWorkers

beforeAll(async () => {
  server = await createTestServer(queryWorkers)
  const worker = createFakeWorker(server)
  const yamlDocument = `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\ndata: {a: ${marker}}\n`
  await server.store.apply(
    [
      ...defaultRuntime,
      { kind: 'WorkloadDefinition', name: marker, labels: { a: marker }, spec: { yamlDocument } },
      { kind: 'WorkloadInstance', name: marker, spec: { definition: marker } },
    ],
    { actor: marker, reason: marker },
  )
  await worker.report('WorkloadInstance', marker, {
    phase: 'Failed',
    cause: { reason: marker, message: marker, kind: 'WorkloadInstance', name: marker },
    outputs: { namespace: marker },
    confirm: [{ id: '1', text: marker }] as never,
  })
  between = createServer((request, response) => void passOn(request, response))
  await new Promise<void>((resolve) => between.listen(0, '127.0.0.1', resolve))
  const { port } = between.address() as AddressInfo
  env = serverEnv({ url: `http://127.0.0.1:${port}`, token: server.adminToken })
})
afterAll(async () => {
  between?.closeAllConnections()
  between?.close()
  await server?.stop()
})

/** Forwards the responses of the server, with the marker replaced by strings that no honest server sends. */
async function passOn(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const body = await buffer(request)
  const { authorization = '', 'content-type': type = '', accept = '' } = request.headers
  const answer = await fetch(`${urlOf(server)}${request.url}`, {
    method: request.method ?? 'GET',
    headers: { authorization, accept, ...(type === '' ? {} : { 'content-type': type }) },
    ...(body.length === 0 ? {} : { body }),
  })
  const text = await answer.text()
  response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? '' })
  response.end(text.replaceAll(marker, JSON.stringify(hostile).slice(1, -1)))
}

/** Returns the output without the sequences of our own tables and lists. */
function foreign(text: string): string {
  // oxlint-disable-next-line no-control-regex -- colours, and the return to the first line of a list
  return text.replaceAll(/\u001B\[(3\d|0|1|2|22)m|\u001B\[\d+A\u001B\[J/g, '')
}

function expectSafe({ stdout, stderr }: CliRun): void {
  for (const text of [stdout, stderr].map(foreign)) {
    expect(hasUnprintable(text), JSON.stringify(text)).toBe(false)
    expect(text).not.toContain('\r')
  }
}

const commands: string[][] = [
  ...[
    'table',
    'wide',
    'json',
    'yaml',
    'name',
    'jsonpath={.items[*].metadata.name}',
    'jsonpath={..message}',
  ].map((format) => ['get', 'all', '-o', format]),
  ...['table', 'json', 'yaml', 'name', 'jsonpath={.status.cause.message}'].map((format) => [
    'describe',
    'workload',
    marker,
    '-o',
    format,
  ]),
  ...['table', 'json', 'yaml', 'name'].map((format) => ['events', '-o', format]),
  ['events', `workload/${marker}`],
  ['get', 'workload', marker],
  ['get', 'workload', `${hostile}x`],
  ['get', '--stuck'],
  ['tree', marker],
  ['tree', marker, '-o', 'yaml'],
  ['logs', marker],
  ['logs', marker, '-o', 'json'],
  ['wait', `workload/${marker}`, '--timeout', '1s'],
  ['confirm', `workload/${marker}`],
  ['reconcile', `workload/${marker}`],
  ['delete', `workload/${marker}`, '--dry-run'],
  ['abandoned'],
  ['orphans'],
  ['config', 'get-contexts'],
  ['__complete', 'get', 'workload', ''],
  ['nonsense', hostile],
  ['get', hostile],
  ['--server', hostile, 'get', 'workloads'],
  ['get', 'workloads', '-o', hostile],
]

describe('the output of a hostile server', () => {
  it.each(commands.flatMap((argv) => [[argv, undefined] as const, [argv, 100] as const]))(
    'cannot steer the terminal through %j (columns: %s)',
    async (argv, columns) => {
      const run = await runCli(argv, { env, ...(columns === undefined ? {} : { columns }) })
      // In a pipe, logs are the bytes that the program wrote.
      expectSafe(argv[0] === 'logs' && columns === undefined ? { ...run, stdout: '' } : run)
    },
  )

  it('cannot steer it through files', async () => {
    const path = join(await temporaryFolder(), 'file.yaml')
    for (const text of [
      `apiVersion: qleet.io/v1\nkind: Project\nmetadata: {name: ${JSON.stringify(hostile)}}\n`,
      `apiVersion: qleet.io/v1\nkind: ${JSON.stringify(hostile)}\nmetadata: {name: a}\n`,
      `a: [${hostile}\n`,
    ]) {
      await writeFile(path, text)
      expectSafe(await runCli(['apply', '-f', path], { env }))
      expectSafe(await runCli(['apply', '-f', path, '-o', 'json'], { env, columns: 80 }))
      expectSafe(await runCli(['runtime', 'import', 'a', '--kubeconfig', path], { env }))
    }
  })

  it('is shown, and is the same in JSON and YAML', async () => {
    const of = (format: string) => runCli(['get', 'workload-definition', marker, '-o', format], { env })
    const list = await runCli(['get', 'workload-definitions', '-o', 'json'], { env })
    const [object] = (JSON.parse(list.stdout) as { items: { metadata: { name: string } }[] }).items
    expect(object?.metadata.name).toBe(hostile)
    const yaml = await runCli(['get', 'workload-definitions', '-o', 'yaml'], { env })
    expect((parse(yaml.stdout) as { items: unknown[] }).items[0]).toEqual(object)
    expect((await runCli(['get', 'workload-definitions'], { env })).stdout).toContain(
      'Z\\u001b]0;title\\u0007',
    )
    expect((await of('json')).exit).toBe(4)
  })

  it('does not remove our own colours', async () => {
    const { stdout } = await runCli(['get', 'workloads'], { env, columns: 200 })
    expect(stdout).toContain('\u001B[31mFailed')
  })

  it('keeps the colours of logs on a terminal, and their bytes in a pipe', async () => {
    const onTerminal = await runCli(['logs', marker, '--no-prefix'], { env, columns: 200 })
    expect(onTerminal.stdout).toContain('\u001B[32mgreen\u001B[0m Z\\u001b]0;title')
    expect(onTerminal.stdout.endsWith('l\u001B[0m\n')).toBe(true)
    const inPipe = await runCli(['logs', marker, '--no-prefix'], { env })
    expect(inPipe.stdout).toBe(`\u001B[32mgreen\u001B[0m ${hostile}\n`)
  })
})
