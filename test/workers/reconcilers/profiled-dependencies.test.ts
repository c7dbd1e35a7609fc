import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startPlaneWithRuntime, type PlaneWithRuntime } from '../../support/plane-with-runtime.ts'
import { cliOf } from '../../support/run-cli.ts'
import { webApplication } from '../../support/web-application.ts'

let started: PlaneWithRuntime
beforeAll(async () => {
  started = await startPlaneWithRuntime()
  await started.cluster.client.request({
    method: 'POST',
    path: '/apis/storage.k8s.io/v1/storageclasses',
    body: {
      apiVersion: 'storage.k8s.io/v1',
      kind: 'StorageClass',
      metadata: { name: 'fast' },
      provisioner: 'simulator.qleet.io/volume',
    },
  })
  await started.plane.client.apply([
    {
      kind: 'Profile',
      name: 'shop-database',
      spec: {
        type: 'Database',
        provider: 'cloudnative-pg',
        parameters: {
          instances: 2,
          storageClass: 'fast',
          image: 'registry.example.com/postgresql',
          sizes: { small: { memory: '2Gi' } },
        },
        limits: [
          { field: 'size', allowed: ['small'] },
          { field: 'storage', minimumQuantity: '2Gi', maximumQuantity: '50Gi' },
        ],
      },
    },
    {
      kind: 'Profile',
      name: 'shop-bucket',
      spec: { type: 'Bucket', provider: 'seaweedfs', parameters: { region: 'eu-central-1' } },
    },
    {
      kind: 'Profile',
      name: 'shop-gateway',
      spec: { type: 'Gateway', provider: 'envoy-gateway', parameters: { gatewayClass: 'other' } },
    },
  ])
})
afterAll(() => started?.stop())

const dependencies = [
  { name: 'db', kind: 'Database', spec: { engine: 'postgres', highAvailability: true } },
  { name: 'photos', kind: 'Bucket', spec: {} },
]

interface Decided {
  profile?: string
  profileVersion?: number
  provider?: string
  parameters?: Record<string, unknown>
}

async function decidedOf(kind: string, name: string): Promise<Decided> {
  const object = await started.plane.client.objects.get({ kind, name })
  const { spec = {} } = (object?.manifest ?? {}) as { spec?: Decided }
  return spec
}

async function postgres(name: string) {
  const { status } = await started.plane.ready('DatabaseInstance', name)
  const { namespace } = status.outputs as unknown as { namespace: string }
  return started.cluster.get(`/apis/postgresql.cnpg.io/v1/namespaces/${namespace}/clusters/postgres`)
}

describe('a dependency with a profile', () => {
  it('is provided as the profile decides, which is recorded', async () => {
    const { plane } = started
    await plane.client.apply([
      { kind: 'WorkloadDefinition', name: 'shop', spec: { yamlDocument: webApplication(), dependencies } },
      { kind: 'WorkloadInstance', name: 'shop', spec: { definition: 'shop', guard: 'off' } },
    ])
    await plane.ready('WorkloadInstance', 'shop')
    expect(await decidedOf('DatabaseInstance', 'shop-db')).toMatchObject({
      profile: 'shop-database',
      profileVersion: 1,
      provider: 'cloudnative-pg',
      parameters: { instances: 2 },
    })
    expect(await postgres('shop-db')).toMatchObject({
      spec: {
        instances: 2,
        imageName: expect.stringMatching(/^registry\.example\.com\/postgresql:\d+$/) as string,
        storage: { storageClass: 'fast' },
        resources: { requests: { cpu: '250m', memory: '2Gi' } },
      },
    })
    const { status } = await plane.ready('BucketInstance', 'shop-photos')
    expect(status.outputs).toMatchObject({ provider: 'seaweedfs', region: 'eu-central-1' })
  })

  it('follows another version of the profile when it is rolled, and not before', async () => {
    const { plane } = started
    const parameters = { instances: 3, storageClass: 'fast', image: 'registry.example.com/postgresql' }
    await plane.client.profiles.update({ name: 'shop-database', input: { spec: { parameters } } })
    expect(await decidedOf('DatabaseInstance', 'shop-db')).toMatchObject({ profileVersion: 1 })
    await plane.client.rollProfile({ name: 'shop-database' })
    expect(await decidedOf('DatabaseInstance', 'shop-db')).toMatchObject({ profileVersion: 2 })
    await plane.until('DatabaseInstance', 'shop-db', ({ ready, generation, status }) => {
      return ready && status.observedGeneration === generation
    })
    expect(await postgres('shop-db')).toMatchObject({
      spec: { instances: 3, resources: { requests: { memory: '1Gi' } } },
    })
  })

  it('is chosen by the engine, and refused beyond the limits of its profile', async () => {
    const { plane } = started
    const database = (name: string, spec: object) => [
      { kind: 'DatabaseDefinition', name, spec },
      { kind: 'DatabaseInstance', name, spec: { definition: name, guard: 'off' } },
    ]
    await plane.client.apply(database('other', { engine: 'mysql', size: 'large' }))
    expect(await decidedOf('DatabaseInstance', 'other')).toMatchObject({ profile: 'mariadb-operator' })
    const refused = plane.client.apply(
      database('huge', { engine: 'postgres', size: 'large', storage: '60Gi' }),
    )
    await expect(refused).rejects.toMatchObject({
      details: {
        fields: [
          { message: 'must be one of small, a limit of profile "shop-database"' },
          { message: 'must be at most 50Gi, a limit of profile "shop-database"', value: '"60Gi"' },
        ],
      },
    })
    const foreign = plane.client.apply([
      {
        kind: 'DatabaseInstance',
        name: 'foreign',
        spec: { definition: 'other', provider: 'cloudnative-pg' },
      },
    ])
    await expect(foreign).rejects.toThrow(/spec\.provider.* has no mysql, which the definition asks for/)
  })

  it('that is beyond the limits of its profile blocks the application, which names the dependency', async () => {
    const { plane } = started
    const big = [{ name: 'db', kind: 'Database', spec: { engine: 'postgres', storage: '60Gi' } }]
    await plane.client.apply([
      {
        kind: 'WorkloadDefinition',
        name: 'big',
        spec: { yamlDocument: webApplication(), dependencies: big },
      },
      // Without a runtime yet, the limits of profiles are not known at submit.
      { kind: 'WorkloadInstance', name: 'big', spec: { definition: 'big', placement: {} } },
    ])
    const { status } = await plane.until(
      'WorkloadInstance',
      'big',
      ({ status: { cause } }) => cause?.reason === 'Refused',
    )
    expect(status.cause?.message).toContain('DatabaseInstance big-db: spec.storage: must be at most 50Gi')
  })

  it('has the GatewayClass of its profile, or says that there is none', async () => {
    const { plane, cluster } = started
    await plane.client.apply([
      { kind: 'GatewayDefinition', name: 'front', spec: { http: [{ port: 8080 }] } },
      { kind: 'GatewayInstance', name: 'front', spec: { definition: 'front', workloadInstance: 'shop' } },
    ])
    await plane.until(
      'GatewayInstance',
      'front',
      ({ status: { cause } }) =>
        cause?.message.includes('no GatewayClass other whose controller works') === true,
    )
    await cluster.client.request({
      method: 'POST',
      path: '/apis/gateway.networking.k8s.io/v1/gatewayclasses',
      body: {
        apiVersion: 'gateway.networking.k8s.io/v1',
        kind: 'GatewayClass',
        metadata: { name: 'other' },
        spec: { controllerName: 'gateway.envoyproxy.io/gatewayclass-controller' },
      },
    })
    const { status } = await plane.ready('GatewayInstance', 'front')
    expect(status.outputs).toMatchObject({ service: 'web:80' })
    const { namespace } = (await plane.ready('WorkloadInstance', 'shop')).status.outputs as unknown as {
      namespace: string
    }
    expect(
      await cluster.get(`/apis/gateway.networking.k8s.io/v1/namespaces/${namespace}/gateways/front`),
    ).toMatchObject({ spec: { gatewayClassName: 'other' } })
  })
})

describe('an application whose environments are provided differently', () => {
  it('shows by what they differ', async () => {
    const { plane } = started
    const yamlDocument = webApplication()
    const [db] = dependencies
    await plane.client.apply([
      { kind: 'Environment', name: 'staging', spec: { settle: 0 } },
      { kind: 'Environment', name: 'production', spec: { settle: 0, policy: 'approval' } },
      { kind: 'WorkloadDefinition', name: 'till', spec: { yamlDocument, dependencies: [db] } },
      {
        kind: 'Application',
        name: 'till',
        spec: {
          definition: 'till',
          environments: [{ environment: 'staging' }, { environment: 'production' }],
        },
      },
    ])
    // The application follows its stage.
    await plane.until('Application', 'till', ({ status: { outputs } }) =>
      JSON.stringify(outputs).includes('"state":"Healthy"'),
    )
    await plane.client.profiles.update({
      name: 'shop-database',
      input: { spec: { parameters: { instances: 2, storageClass: 'fast' } } },
    })
    const cli = cliOf(() => plane)
    const promoted = await cli('promote till --to production --wait'.split(' '))
    expect(promoted.exit, promoted.stderr).toBe(0)
    const { stdout } = await cli('compare till --to production'.split(' '))
    expect(stdout).toMatch(/^dependency\/db +profileVersion +\d+ +\d+ *$/m)
    expect(stdout).toMatch(/^dependency\/db +parameters\.instances +2 +3 *$/m)
    const revision = await cli('compare till --to production --revision 1'.split(' '))
    expect(revision.stdout).toContain('Nothing differs.')
  })
})
