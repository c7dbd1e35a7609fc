import { readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parse, stringify } from 'yaml'
import type { QueryWorkers } from '../../schema/cluster-queries.ts'
import { sealResponse } from '../../schema/sealed-responses.ts'
import { createFakeWorker, urlOf } from '../support/fake-worker.ts'
import { runCli, serverEnv, type CliRun } from '../support/run-cli.ts'
import { createTestServer, type TestServer } from '../support/server.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const kind = 'KubernetesRuntimeInstance'

function kubeconfigOf(name: string): string {
  return stringify({
    apiVersion: 'v1',
    kind: 'Config',
    clusters: [{ name, cluster: { server: `https://${name}.example` } }],
    users: [{ name, user: { token: `token-of-${name}` } }],
    contexts: [{ name, context: { cluster: name, user: name, namespace: 'shop' } }],
    'current-context': name,
  })
}

/* Kubeconfigs as a worker issues them, which only the requesting server can decrypt. */
const workers = ((query: Parameters<QueryWorkers>[0]) =>
  (async function* () {
    if (query.about !== 'access') throw new Error(`unexpected query about ${query.about}`)
    yield {
      sealed: sealResponse(kubeconfigOf('issued'), query.publicKey),
      expiresAt: '2030-01-01T00:00:00.000Z',
    }
  })()) as unknown as QueryWorkers

let server: TestServer
beforeAll(async () => {
  server = await createTestServer(workers)
  const worker = createFakeWorker(server)
  await worker.client.apply([
    { kind: 'KubernetesRuntimeDefinition', name: 'own', spec: { provider: 'kubeconfig' } },
    { kind, name: 'space', spec: { definition: 'own', kubeconfig: kubeconfigOf('stored') } },
    { kind: 'Project', name: 'empty', spec: {} },
  ])
  await worker.report(kind, 'space', {
    phase: 'Ready',
    secretOutputs: { accessKubeconfig: kubeconfigOf('stored') },
  })
})
afterAll(() => server.stop())

async function kubeconfig(argv: readonly string[] = [], home = '/nonexistent'): Promise<CliRun> {
  const connection = { url: urlOf(server), token: server.adminToken }
  return runCli(['kubeconfig', ...argv], { env: { HOME: home, ...serverEnv(connection) } })
}

describe('kubeconfig', () => {
  it('is of the only runtime if none is given, and its expiry is printed on stderr', async () => {
    const { exit, stdout, stderr } = await kubeconfig()
    expect({ exit, stderr }).toEqual({ exit: 0, stderr: expect.stringContaining('2030-01-01T00:00:00.000Z') })
    expect(parse(stdout)).toEqual(parse(kubeconfigOf('issued')))
    expect(JSON.parse((await kubeconfig(['space', '-o', 'json'])).stdout)).toEqual(parse(stdout))
  })

  it.each([
    [['nowhere'], 'nowhere'],
    [['--project', 'empty'], 'has no runtime'],
  ])('fails for a missing runtime: %j', async (argv, text) => {
    expect(await kubeconfig(argv)).toMatchObject({
      exit: 4,
      stdout: '',
      stderr: expect.stringContaining(text),
    })
  })

  it('is written to a file that only its owner can read', async () => {
    const home = await temporaryFolder()
    const file = join(home, 'folder/kubeconfig')
    expect(await kubeconfig(['space', '--write', file], home)).toMatchObject({ exit: 0, stdout: '' })
    expect(parse(await readFile(file, 'utf8'))).toEqual(parse(kubeconfigOf('issued')))
    expect((await stat(file)).mode & 0o777).toBe(0o600)
  })

  it('is merged into that of kubectl, repeatedly with the same result, with all other entries unchanged', async () => {
    const home = await temporaryFolder()
    const file = join(home, '.kube/config')
    await kubeconfig(['space', '--write', file], home)
    const before = { ...(parse(kubeconfigOf('mine')) as object), preferences: { colors: true } }
    await writeFile(file, stringify(before))
    for (let round = 0; round < 2; round++)
      expect(await kubeconfig(['space', '--merge'], home)).toMatchObject({ exit: 0, stdout: '' })
    const name = 'qleet-server-space'
    const [mine, issued] = ['mine', 'issued'].map((each) => parse(kubeconfigOf(each)) as Kubeconfig)
    const context = { cluster: name, user: name, namespace: 'shop' }
    expect(parse(await readFile(file, 'utf8'))).toEqual({
      ...before,
      clusters: [mine?.clusters[0], { ...issued?.clusters[0], name }],
      users: [mine?.users[0], { ...issued?.users[0], name }],
      contexts: [mine?.contexts[0], { name, context }],
      'current-context': name,
    })
    expect((await stat(file)).mode & 0o777).toBe(0o600)
  })

  it('does not change a file that is not a kubeconfig', async () => {
    const home = await temporaryFolder()
    const file = join(home, '.kube/config')
    await kubeconfig(['space', '--write', file], home)
    await writeFile(file, 'clusters: 7\n')
    expect(await kubeconfig(['space', '--merge'], home)).toMatchObject({
      exit: 2,
      stderr: expect.stringContaining(file),
    })
    expect(await readFile(file, 'utf8')).toBe('clusters: 7\n')
  })

  it('has one destination', async () => {
    expect(await kubeconfig(['space', '--merge', '--write', 'x'])).toMatchObject({ exit: 2, stdout: '' })
  })
})

interface Kubeconfig {
  clusters: object[]
  users: object[]
  contexts: object[]
}
