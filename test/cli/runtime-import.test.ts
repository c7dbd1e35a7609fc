import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parse, stringify } from 'yaml'
import { flattenKubeconfig } from '../../cli/clusters/flatten-kubeconfig.ts'
import { accessTo } from '../support/access-to.ts'
import { createAddressRules } from '../../schema/clusters/addresses.ts'
import { startControlPlane, type TestControlPlane } from '../support/control-plane.ts'
import { createFakeWorker, urlOf, type FakeReport } from '../support/fake-worker.ts'
import { cliOf, runCli, serverEnv } from '../support/run-cli.ts'
import { createTestServer, type TestServer } from '../support/server.ts'
import { defaultRuntime } from '../support/store.ts'
import { createAuthority } from '../workers/kube/client/misbehaving-server.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const base64 = (text: string): string => Buffer.from(text).toString('base64')

/** A kubeconfig with a context `prod`, its current one, of this cluster and user. */
function kubeconfig(user: object, cluster: object = {}): string {
  return stringify({
    clusters: [
      { name: 'c', cluster: { server: 'https://127.0.0.1:9', ...cluster } },
      { name: 'other', cluster: { server: 'https://127.0.0.2:9' } },
    ],
    users: [
      { name: 'u', user },
      { name: 'other', user: { token: 'secret of another' } },
    ],
    contexts: [
      { name: 'prod', context: { cluster: 'c', user: 'u' } },
      { name: 'test', context: { cluster: 'other', user: 'other' } },
    ],
    'current-context': 'prod',
  })
}

async function written(text: string): Promise<string> {
  const path = join(await temporaryFolder(), 'config')
  await writeFile(path, text)
  return path
}

describe('flattening a kubeconfig', () => {
  it('embeds the referenced files, relative to its own path', async () => {
    const path = await written(
      kubeconfig(
        { 'client-certificate': 'keys/own.crt', 'client-key': 'keys/own.key', tokenFile: 'keys/token' },
        { 'certificate-authority': 'keys/ca.crt' },
      ),
    )
    const folder = join(path, '../keys')
    await mkdir(folder)
    for (const name of ['own.crt', 'own.key', 'token']) await writeFile(join(folder, name), `${name}\n`)
    const { cert } = await createAuthority('ours')
    await writeFile(join(folder, 'ca.crt'), cert)
    const { text, context } = await flattenKubeconfig(path)
    expect(context).toBe('prod')
    expect(accessTo(text)).toMatchObject({
      server: 'https://127.0.0.1:9',
      ca: cert,
      certificate: 'own.crt\n',
      key: 'own.key\n',
      token: 'token',
    })
    expect(text).not.toContain('another')
  })

  it('prefers data to files, and uses the given context', async () => {
    const path = await written(kubeconfig({ 'client-key': '/nowhere', 'client-key-data': base64('inside') }))
    expect(accessTo((await flattenKubeconfig(path, { context: 'prod' })).text)).toMatchObject({
      key: 'inside',
    })
    expect(parse((await flattenKubeconfig(path, { context: 'test' })).text)).toMatchObject({
      'current-context': 'test',
    })
  })

  it.each([
    [
      'a program',
      { exec: { apiVersion: 'v1', command: 'aws' } },
      {},
      'credentials from a program (exec): aws',
      'kubectl create token',
    ],
    [
      'an auth provider',
      { 'auth-provider': { name: 'gcp' } },
      {},
      'from an auth provider',
      'kubectl create token',
    ],
    ['a password', { username: 'me', password: 'x' }, {}, 'a user name', 'kubectl create token'],
    ['a proxy', {}, { 'proxy-url': 'http://p' }, 'a proxy', 'directly'],
    ['an empty authority', {}, { 'certificate-authority-data': '' }, 'is empty', 'omit it'],
    [
      'an authority that is none',
      {},
      { 'certificate-authority-data': base64('hello') },
      'contains no certificate',
      'PEM certificate',
    ],
    ['a missing file', { tokenFile: 'gone' }, {}, 'in tokenFile', 'no such file'],
  ])('refuses %s, with a remedy', async (_, user, cluster, why, remedy) => {
    const path = await written(kubeconfig(user, cluster))
    for (const text of [why, remedy])
      await expect(flattenKubeconfig(path)).rejects.toMatchObject({
        code: 'INVALID_INPUT',
        message: expect.stringContaining(text),
      })
  })

  it('keeps a program if workers may run it', async () => {
    const path = await written(kubeconfig({ exec: { apiVersion: 'v1', command: 'aws', args: ['token'] } }))
    await expect(flattenKubeconfig(path)).rejects.toMatchObject({
      message: expect.stringContaining('QLEET_EXEC_PLUGINS'),
    })
    expect((await flattenKubeconfig(path, { execPlugin: true })).text).toContain('command: aws')
  })

  it.each([
    ['hello', undefined, 'is not a kubeconfig'],
    [': :\n- {', undefined, 'is not valid YAML'],
    ['contexts: []', undefined, 'has no current context'],
    [kubeconfig({}), 'prdo', 'Did you mean "prod"?'],
    [kubeconfig({}), 'elsewhere', 'Its contexts are "prod", "test".'],
  ])('reports the error of %j', async (text, context, message) => {
    await expect(flattenKubeconfig(await written(text), { context })).rejects.toMatchObject({
      code: 'INVALID_INPUT',
      message: expect.stringContaining(message),
    })
  })
})

describe('runtime import', () => {
  let server: TestServer
  let worker: ReturnType<typeof createFakeWorker>
  beforeAll(async () => {
    server = await createTestServer()
    worker = createFakeWorker(server)
  })
  afterAll(async () => {
    await server.stop()
  })

  const cli = cliOf(() => ({ url: urlOf(server), token: server.adminToken }))

  /** Imports with the given response of a worker. */
  async function importWith(argv: readonly string[], name: string, report: FakeReport) {
    let isReported = false
    const path = await written(kubeconfig({ token: 'secret' }))
    return cli(['runtime', 'import', name, '--kubeconfig', path, ...argv], {
      onOutput: (text) => {
        if (isReported || !text.includes(`instance/${name}: Pending`)) return
        isReported = true
        void worker.report('KubernetesRuntimeInstance', name, report)
      },
    })
  }

  it('creates definition and instance, and reports the response of the cluster', async () => {
    const outputs = {
      provider: 'kubeconfig',
      apiEndpoint: 'https://127.0.0.1:9',
      kubernetesVersion: 'v1.34.1',
    }
    expect(await importWith(['--default'], 'prod', { phase: 'Ready', outputs })).toMatchObject({
      exit: 0,
      stdout: `kubernetes-runtime-definition/prod created
kubernetes-runtime-instance/prod created

Provider:            kubeconfig
API endpoint:        https://127.0.0.1:9
Kubernetes version:  v1.34.1
`,
    })
    const object = await worker.client.objects.get({ kind: 'KubernetesRuntimeInstance', name: 'prod' })
    expect(object?.manifestSpec).toMatchObject({ definition: 'prod', context: 'prod', defaultRuntime: true })
    expect(JSON.stringify(object)).not.toContain('server')
  })

  it('replaces the credentials under the same name, and keeps the other fields', async () => {
    const path = await written(kubeconfig({ token: 'newer' }))
    const imported = cli(['runtime', 'import', 'prod', '--kubeconfig', path, '-o', 'json'], {
      onOutput: (text) => {
        if (text.includes('prod: Pending'))
          void worker.report('KubernetesRuntimeInstance', 'prod', { phase: 'Ready' })
      },
    })
    const { exit, stdout } = await imported
    expect(exit).toBe(0)
    expect(JSON.parse(stdout)).toMatchObject({
      metadata: { name: 'prod' },
      spec: { defaultRuntime: true },
      status: { ready: true },
    })
  })

  it('fails with the cause', async () => {
    const cause = { reason: 'InvalidKubeconfig', message: 'the kubeconfig is not complete' }
    const { exit, stderr } = await importWith([], 'wrong', { phase: 'Blocked', stalled: true, cause })
    expect(exit).toBe(1)
    expect(stderr).toContain('kubernetes-runtime-instance/wrong cannot become ready: the kubeconfig is not')
  })

  it('warns if the certificate of the cluster is not verified', async () => {
    const path = await written(kubeconfig({ token: 'x' }, { 'insecure-skip-tls-verify': true }))
    const imported = cli(['runtime', 'import', 'unverified', '--kubeconfig', path], {
      onOutput: (text) => {
        if (text.includes('unverified: Pending'))
          void worker.report('KubernetesRuntimeInstance', 'unverified', { phase: 'Ready' })
      },
    })
    expect(await imported).toMatchObject({
      exit: 0,
      stderr: expect.stringContaining('Warning: the kubeconfig sets insecure-skip-tls-verify'),
    })
  })

  it('changes nothing if the file is invalid', async () => {
    const path = await written('hello')
    expect(await cli(['runtime', 'import', 'never', '--kubeconfig', path])).toMatchObject({ exit: 2 })
    expect(await cli(['get', 'runtime', 'never'])).toMatchObject({ exit: 4 })
  })
})

describe('runtime import without loopback addresses', () => {
  let server: TestServer
  beforeAll(async () => {
    const settings = { allowsHttp: false, allowsUnverified: false }
    server = await createTestServer(undefined, {
      clusters: { ...createAddressRules({ allow: [], deny: [] }), ...settings },
    })
  })
  afterAll(() => server?.stop())

  it.each([
    ['the address', 'https://127.0.0.1:6443', {}, 'QLEET_CLUSTER_ALLOW=127.0.0.0/8'],
    ['no TLS', 'http://cluster.example', {}, 'QLEET_CLUSTER_HTTP=true'],
    [
      'no look at the certificate',
      'https://cluster.example',
      { 'insecure-skip-tls-verify': true },
      'QLEET_CLUSTER_SKIP_TLS_VERIFY=true',
    ],
  ])('is refused for %s, with the setting that would allow it', async (_, address, cluster, setting) => {
    const path = await written(kubeconfig({ token: 'hidden' }, { server: address, ...cluster }))
    const env = serverEnv({ url: urlOf(server), token: server.adminToken })
    const { exit, stderr } = await runCli(['runtime', 'import', 'prod', '--kubeconfig', path], { env })
    expect(exit).toBe(2)
    expect(stderr).toContain('spec.kubeconfig: ')
    expect(stderr).toContain(`${setting} for servers and workers`)
    expect(stderr).toContain(`qleetctl down && ${setting} qleetctl up`)
    expect(stderr).not.toContain('hidden')
    expect(await runCli(['get', 'runtimes'], { env })).toMatchObject({ stdout: '' })
  })
})

describe('runtime import with a real worker', () => {
  let plane: TestControlPlane
  beforeAll(async () => {
    plane = await startControlPlane()
    await plane.client.apply(defaultRuntime)
    await plane.ready('KubernetesRuntimeInstance', 'space')
  })
  afterAll(() => plane?.stop())

  it('connects to the cluster, or reports after a few seconds that it is unreachable', async () => {
    const env = serverEnv(plane)
    const path = await written((await plane.client.kubeconfig({ name: 'space' })) ?? '')
    const found = await runCli(['runtime', 'import', 'found', '--kubeconfig', path], { env })
    expect(found).toMatchObject({
      exit: 0,
      stdout: expect.stringMatching(/Kubernetes version: +v1\.\d+/),
    })
    const away = await written(kubeconfig({ token: 'secret' }))
    const lost = await runCli(['runtime', 'import', 'lost', '--kubeconfig', away], { env })
    expect(lost).toMatchObject({
      exit: 1,
      stderr: expect.stringContaining('https://127.0.0.1:9 is unreachable: connection refused'),
    })
  })
})
