import { execFile } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { digestManifests, parseManifests, type Manifest } from '../../schema/manifests.ts'
import { schemaErrors } from '../../schema/kubernetes/check-manifest.ts'
import { release } from '../../schema/release.ts'
import { readSettings } from '../../process/settings/read.ts'
import { serverSettings } from '../../process/settings/server.ts'
import { workerSettings } from '../../process/settings/worker.ts'
import { imageName, runtimeConfig } from '../../tools/images/config.ts'
import { helmBinary } from '../support/helm.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { useRealCluster } from '../simulator/real-cluster.ts'
import { newNamespace, useCluster, type Client } from '../simulator/simulated.ts'
import { envtestAssets } from '../support/envtest.ts'

const run = promisify(execFile)
const chart = 'deploy/helm/qleetos'

interface Result {
  code: number
  stdout: string
  stderr: string
}

async function helm(args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<Result> {
  try {
    // Without the settings and clusters of whoever runs the tests.
    const own = { PATH: process.env['PATH'], HOME: '/nonexistent', ...env }
    return { code: 0, ...(await run(helmBinary ?? 'helm', args, { env: own, maxBuffer: 16_000_000 })) }
  } catch (error) {
    return error as Result
  }
}

/** Renders the chart with values, and returns the resources. */
async function render(values: object): Promise<readonly Manifest[]> {
  const folder = await temporaryFolder({ 'values.json': JSON.stringify(values) })
  const apis = ['postgresql.cnpg.io/v1', 'monitoring.coreos.com/v1'].map((each) => `--api-versions=${each}`)
  const rendered = await helm([
    'template',
    'test',
    chart,
    '--namespace=qleet',
    `--values=${folder}/values.json`,
    ...apis,
  ])
  if (rendered.code !== 0) throw new Error(rendered.stderr)
  const { manifests, errors } = parseManifests(rendered.stdout)
  expect(errors).toEqual([])
  return manifests
}

interface Pod {
  automountServiceAccountToken: boolean
  securityContext: object
  terminationGracePeriodSeconds: number
  containers: {
    name: string
    image: string
    args: string[]
    env: { name: string; value?: string; valueFrom?: object }[]
    securityContext: object
    resources: { requests?: object; limits?: { memory?: string } }
    volumeMounts: { mountPath: string }[]
  }[]
}

/** Returns the pods that the workloads create, by their names. */
function podsOf(manifests: readonly Manifest[]): Map<string, Pod> {
  return new Map(
    manifests.flatMap(({ kind, metadata, spec }) => {
      if (kind === 'Pod') return [[metadata.name, spec as Pod]]
      const template = (spec as { template?: { spec: Pod } } | undefined)?.template
      return template === undefined ? [] : [[metadata.name, template.spec]]
    }),
  )
}

const database = { existingSecret: { name: 'database' } }
const secrets = { existingSecret: 'keys' }

/** Values from the fewest to the most. */
const cases: [string, object][] = [
  ['the fewest values', { database, secrets }],
  [
    'one of each and given keys',
    {
      database: { url: 'postgres://qleet:secret@db/qleet' },
      secrets: {
        encryptionKey: 'A'.repeat(43) + '=',
        formerEncryptionKeys: ['B'.repeat(43) + '='],
        adminToken: 'a'.repeat(20),
        workerToken: 'w'.repeat(20),
        natsToken: 'n',
      },
      server: { replicas: 1 },
      worker: { replicas: 1 },
      networkPolicy: { enabled: false },
      nats: { url: 'nats://nats.example.com:4222' },
    },
  ],
  [
    'everything',
    {
      database: {
        cloudNativePG: {
          enabled: true,
          instances: 3,
          storage: { size: '20Gi', storageClass: 'fast' },
          spec: { backup: { retentionPolicy: '30d' } },
        },
      },
      secrets: { generate: 'always' },
      image: { repository: 'registry.example.com/qleetos', digest: `sha256:${'0'.repeat(64)}` },
      imagePullSecrets: [{ name: 'registry' }],
      commonLabels: { team: 'platform' },
      commonAnnotations: { owner: 'platform' },
      server: {
        replicas: 3,
        allowedHosts: ['api.example.com'],
        allowedOrigins: ['https://console.example.com'],
        ingress: {
          enabled: true,
          host: 'qleet.example.com',
          tlsSecret: 'tls',
          className: 'nginx',
          annotations: { a: 'b' },
        },
        httpRoute: { enabled: true, hosts: ['route.example.com'], parentRefs: [{ name: 'public' }] },
        env: { QLEET_LOG_LEVEL: 'debug', QLEET_CHANGE_MOST: 20_000_000 },
        extraEnv: [{ name: 'OTEL_EXPORTER_OTLP_ENDPOINT', value: 'http://otel:4318' }],
        extraVolumes: [{ name: 'ca', configMap: { name: 'ca' } }],
        extraVolumeMounts: [{ name: 'ca', mountPath: '/etc/ca' }],
        nodeSelector: { pool: 'system' },
        tolerations: [{ key: 'system', operator: 'Exists' }],
        priorityClassName: 'system-cluster-critical',
      },
      worker: { image: { tag: '0.0.9' }, inCluster: { enabled: true }, threads: 2 },
      nats: { persistence: { enabled: true, storageClass: 'fast' } },
      metrics: { serviceMonitor: { enabled: true, labels: { release: 'prometheus' } } },
      networkPolicy: { apiFrom: [{ namespaceSelector: { matchLabels: { team: 'apps' } } }] },
    },
  ],
]

describe.skipIf(helmBinary === undefined)('the chart', () => {
  it('passes the linter of Helm', async () => {
    expect(await helm(['lint', '--strict', chart])).toMatchObject({ code: 0 })
  })

  it('has the version of QleetOS, and the image that is built', async () => {
    const facts = parse(await readFile(`${chart}/Chart.yaml`, 'utf8')) as object
    expect(facts).toMatchObject({ version: release, appVersion: release })
    const values = parse(await readFile(`${chart}/values.yaml`, 'utf8')) as { image: { repository: string } }
    expect(values.image.repository).toBe(imageName)
  })

  it.each(cases)('renders valid resources and restricted pods with %s', async (_, values) => {
    const manifests = await render(values)
    expect(manifests.flatMap((manifest) => schemaErrors(manifest))).toEqual([])
    expect(digestManifests(manifests.map((each) => JSON.stringify(each)).join('\n---\n')).errors).toEqual([])
    const pods = podsOf(manifests)
    expect([...pods.keys()]).toEqual(expect.arrayContaining(['test-qleetos-server', 'test-qleetos-worker']))
    for (const [name, pod] of pods) {
      expect(pod.securityContext, name).toMatchObject({
        runAsNonRoot: true,
        seccompProfile: { type: 'RuntimeDefault' },
      })
      for (const { image, securityContext } of pod.containers) {
        expect(securityContext, name).toEqual({
          allowPrivilegeEscalation: false,
          readOnlyRootFilesystem: true,
          capabilities: { drop: ['ALL'] },
        })
        expect(image, name).toMatch(/:(\d+\.\d+\.\d+[-\w]*|[0-9a-f]{64})$/)
      }
    }
    const lasting = [...pods].filter(([name]) => !name.endsWith('-test'))
    const limits = lasting.flatMap(([, { containers }]) =>
      containers.map(({ resources }) => resources.limits),
    )
    for (const limit of limits) expect(limit).toMatchObject({ memory: expect.any(String) })
    // Selectors cannot change, so nothing in them may.
    for (const { spec } of manifests)
      expect(JSON.stringify((spec as { selector?: object } | undefined)?.selector ?? {})).not.toContain(
        release,
      )
  })

  it.each(['server', 'worker'] as const)('starts a %s with settings that it accepts', async (part) => {
    const [, values] = cases.at(-1) ?? []
    const pod = podsOf(await render(values ?? {})).get(`test-qleetos-${part}`)
    const [container] = pod?.containers ?? []
    const image = Object.fromEntries(runtimeConfig.Env.map((each) => each.split('=') as [string, string]))
    const secret = { QLEET_DATABASE_URL: 'postgres://db/qleet', QLEET_ENCRYPTION_KEY: 'A'.repeat(43) + '=' }
    const given = (container?.env ?? []).map(({ name, value }) => [
      name,
      value ?? { ...secret }[name] ?? 'x'.repeat(20),
    ])
    const variables = { ...image, ...Object.fromEntries(given) } as NodeJS.ProcessEnv
    delete variables['QLEET_FORMER_ENCRYPTION_KEYS']
    expect(() => readSettings(part === 'server' ? serverSettings : workerSettings, variables)).not.toThrow()
    const known = new Set(Object.keys(part === 'server' ? serverSettings : workerSettings))
    const unknown = given
      .map(([name]) => String(name))
      .filter((name) => name.startsWith('QLEET_') && !known.has(name))
    expect(unknown).toEqual([])
    expect(container?.args).toEqual([part])
    // Longer than the preStop hook and the 15 seconds in which processes stop.
    expect(pod?.terminationGracePeriodSeconds).toBeGreaterThanOrEqual(5 + 15 + 5)
  })

  it('gives workers the account of the cluster only where they may use it', async () => {
    const tokenOf = async (values: object): Promise<unknown> =>
      podsOf(await render(values)).get('test-qleetos-worker')?.automountServiceAccountToken
    expect(await tokenOf({ database, secrets })).toBe(false)
    expect(await tokenOf({ database, secrets, worker: { inCluster: { enabled: true } } })).toBe(true)
  })

  it('upgrades servers before workers, if workers keep their image', async () => {
    const pods = podsOf(
      await render({ database, secrets, image: { tag: '0.3.0' }, worker: { image: { tag: '0.2.0' } } }),
    )
    expect(pods.get('test-qleetos-server')?.containers[0]?.image).toBe(`${imageName}:0.3.0`)
    expect(pods.get('test-qleetos-worker')?.containers[0]?.image).toBe(`${imageName}:0.2.0`)
  })

  it.each([
    ['no database', { secrets }, /Set exactly one of these, for the database/],
    [
      'two databases',
      { secrets, database: { ...database, url: 'postgres://db/x' } },
      /Set exactly one of these/,
    ],
    ['keys that nothing keeps', { database }, /generated keys and tokens would be others each time/],
    [
      'a field that does not exist',
      { server: { replica: 3 } },
      /at '\/server': additional properties 'replica' not allowed/,
    ],
    ['a wrong type', { server: { replicas: 'three' } }, /at '\/server\/replicas': got string, want integer/],
    ['an Ingress without a host', { server: { ingress: { enabled: true } } }, /at '\/server\/ingress\/host'/],
  ])('refuses %s with an error that says what to do', async (_, values, expected) => {
    const folder = await temporaryFolder({ 'values.json': JSON.stringify(values) })
    const { code, stderr } = await helm(['template', 'test', chart, `--values=${folder}/values.json`])
    expect(code).not.toBe(0)
    expect(stderr).toMatch(expected)
  })
})

/** A cluster in which the chart is installed. */
interface Target {
  readonly client: Client
  readonly kubeconfig: string
  readonly dataDir: string
}

function useSimulatedCluster(): Target {
  const simulated = useCluster()
  return {
    dataDir: simulated.dataDir,
    get client() {
      return simulated.client
    },
    get kubeconfig() {
      return simulated.cluster.kubeconfig
    },
  }
}

/** A real API server, where there is one: `KUBEBUILDER_ASSETS`. */
const targets: [string, () => Target][] = [
  ['a simulated cluster', useSimulatedCluster],
  ...(envtestAssets === undefined ? [] : [['a real API server', useRealCluster] as [string, () => Target]]),
]

describe.skipIf(helmBinary === undefined).each(targets)('a release of the chart in %s', (_, use) => {
  const target = use()

  it('is installed, keeps its keys in upgrades and after a removal, and never replaces lost ones', async () => {
    const namespace = await newNamespace(target.client)
    const kubeconfig = join(target.dataDir, 'kubeconfig')
    await writeFile(kubeconfig, target.kubeconfig, { mode: 0o600 })
    const inCluster = (...args: string[]): Promise<Result> =>
      helm([...args, '--namespace', namespace], { KUBECONFIG: kubeconfig, HOME: target.dataDir })
    const path = `/api/v1/namespaces/${namespace}/secrets/q-qleetos-secrets`
    const keys = async (): Promise<unknown> => (await target.client.call({ path })).body['data']
    const values = ['--set', 'database.existingSecret.name=database']

    const installed = await inCluster('install', 'q', chart, ...values)
    expect(installed.code).toBe(0)
    // API servers warn of the default affinity of headless Services, which the chart does not set.
    const others = installed.stderr
      .split('\n')
      .filter((line) => !line.includes('spec.SessionAffinity is ignored'))
    expect(others.join('')).toBe('')
    expect(installed.stdout).toContain(`rollout status --namespace ${namespace} deployment/q-qleetos-server`)
    const first = await keys()
    expect(Object.keys(first as object).toSorted()).toEqual([
      'admin-token',
      'encryption-key',
      'nats-token',
      'worker-token',
    ])
    const { body } = await target.client.call({
      path: `/apis/apps/v1/namespaces/${namespace}/deployments/q-qleetos-server`,
    })
    expect(body).toMatchObject({ spec: { replicas: 2 } })

    expect(await inCluster('upgrade', 'q', chart, ...values, '--set', 'server.replicas=3')).toMatchObject({
      code: 0,
    })
    expect(await keys()).toEqual(first)
    expect(await inCluster('uninstall', 'q')).toMatchObject({ code: 0 })
    expect(await inCluster('install', 'q', chart, ...values)).toMatchObject({ code: 0 })
    expect(await keys()).toEqual(first)

    await target.client.call({ method: 'DELETE', path })
    expect(await inCluster('upgrade', 'q', chart, ...values)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('The Secret q-qleetos-secrets with the encryption key does not exist'),
    })
  })
})
