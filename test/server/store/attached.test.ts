import { beforeAll, describe, expect, it } from 'vitest'
import type { StoredObject } from '../../../prisma/client.ts'
import { storeBuiltIns } from '../../../server/store/built-in.ts'
import {
  defaultRuntime,
  definition,
  reportOf,
  restartNamed,
  restartReconcile,
  testStore,
  write,
} from '../../support/store.ts'

const placing = {
  kind: 'WorkloadInstance',
  name: 'placing',
  spec: { definition: 'app', placement: { location: 'Local' } },
}

const test = testStore([
  ...defaultRuntime,
  definition('app'),
  { kind: 'SecretDefinition', name: 'shared', spec: { data: { a: 'x' } } },
  { kind: 'GatewayDefinition', name: 'shop', spec: { http: [{ port: 80 }] } },
  { kind: 'DomainNameDefinition', name: 'shop', spec: { domain: 'shop.example.com' } },
  placing,
  {
    kind: 'HelmWorkloadDefinition',
    name: 'chart',
    spec: { repo: 'https://charts.example.com', chart: 'web' },
  },
  { kind: 'HelmWorkloadInstance', name: 'chart', spec: { definition: 'chart' } },
  {
    kind: 'HelmWorkloadInstance',
    name: 'charts',
    spec: { definition: 'chart', placement: { locations: ['Europe:Frankfurt', 'Asia:Tokyo'] } },
  },
  {
    kind: 'WorkloadInstance',
    name: 'divided',
    spec: { definition: 'app', placement: { locations: ['Europe:Frankfurt', 'Asia:Tokyo'] } },
  },
])
beforeAll(() => storeBuiltIns(test.store))

const inRuntime = [
  { kind: 'GatewayInstance', spec: { definition: 'shop' } },
  { kind: 'DomainNameInstance', spec: { definition: 'shop' } },
  { kind: 'SecretInstance', spec: { definition: 'shared' } },
]
const dependency = { kind: 'WorkloadServiceDependency', spec: { upstreamHost: 'rpc.example.com' } }

async function makeReady(started: StoredObject): Promise<void> {
  await test.store.report(reportOf(started))
}

describe('an object of an application', () => {
  it.each(inRuntime)('$kind gets the runtime of the application once that is placed', async (attached) => {
    const { kind } = attached
    const app = { ...placing, name: `for-${kind.toLowerCase()}` }
    const document = { ...attached, name: 'early', spec: { ...attached.spec, workloadInstance: app.name } }
    const [, created] = await test.store.apply([app, document], write)
    expect(created?.object.spec).not.toHaveProperty('runtime')
    const early = await restartNamed(test.store, kind, 'early')
    expect(await test.store.placeInstance(early, write)).toMatchObject({
      runtime: null,
      pending: { kind: 'WorkloadInstance', name: app.name },
    })
    await makeReady(await restartNamed(test.store, 'KubernetesRuntimeInstance', 'space'))
    await test.store.placeInstance(await restartNamed(test.store, 'WorkloadInstance', app.name), write)
    expect(await test.store.placeInstance(early, write)).toMatchObject({ runtime: 'space', pending: null })
    const placed = await test.store.find({ kind, name: 'early' })
    expect(placed?.spec).toMatchObject({ runtime: 'space' })
    expect(await test.store.apply([app, document], write)).toMatchObject([
      { result: 'unchanged' },
      { result: 'unchanged' },
    ])
  })

  it('follows an application of another project into its runtime', async () => {
    await test.store.apply([{ kind: 'Project', name: 'shop', spec: {} }], write)
    const app = { ...placing, name: 'elsewhere' }
    const definition = { kind: 'SecretDefinition', name: 'own', project: 'shop', spec: { data: { a: 'x' } } }
    const secret = {
      kind: 'SecretInstance',
      name: 'own',
      project: 'shop',
      spec: { definition: 'own', workloadInstance: 'default/elsewhere' },
    }
    await test.store.apply([app, definition, secret], write)
    await makeReady(await restartNamed(test.store, 'KubernetesRuntimeInstance', 'space'))
    await test.store.placeInstance(await restartNamed(test.store, 'WorkloadInstance', 'elsewhere'), write)
    const stored = await test.store.find({ kind: 'SecretInstance', name: 'own', project: 'shop' })
    const started = await restartReconcile(test.store, stored?.id ?? 0n)
    if (started === undefined) throw new Error('the Secret is gone')
    await test.store.placeInstance(started.object, write)
    expect(await test.store.find({ kind: 'SecretInstance', name: 'own', project: 'shop' })).toMatchObject({
      spec: { runtime: 'default/space' },
    })
  })

  it.each([
    [{ workloadInstance: 'placing', helmWorkloadInstance: 'chart' }, 'spec.helmWorkloadInstance'],
    [{ helmWorkloadInstance: 'chart', namespace: 'shop' }, 'spec.namespace'],
    [{}, 'spec.namespace'],
    [{ helmWorkloadInstance: 'charts' }, 'spec.helmWorkloadInstance'],
  ])('is refused with %j', async (spec, path) => {
    const secret = { kind: 'SecretInstance', name: 'odd', spec: { definition: 'shared', ...spec } }
    await expect(test.store.create(secret, write)).rejects.toMatchObject({ details: { fields: [{ path }] } })
  })

  it('may name a runtime before the application is placed', async () => {
    const spec = { definition: 'shared', workloadInstance: 'placing', runtime: 'space' }
    const created = await test.store.create({ kind: 'SecretInstance', name: 'named', spec }, write)
    expect(created.spec).toMatchObject({ runtime: 'space' })
  })

  it('is refused to an epoch that has ended', async () => {
    const app = { ...placing, name: 'stale' }
    const spec = { definition: 'shared', workloadInstance: 'stale' }
    await test.store.apply([app, { kind: 'SecretInstance', name: 'stale', spec }], write)
    await makeReady(await restartNamed(test.store, 'KubernetesRuntimeInstance', 'space'))
    await test.store.placeInstance(await restartNamed(test.store, 'WorkloadInstance', 'stale'), write)
    const { id, epoch } = await restartNamed(test.store, 'SecretInstance', 'stale')
    await expect(test.store.placeInstance({ id, epoch: epoch - 1 }, write)).rejects.toMatchObject({
      code: 'STALE_EPOCH',
    })
  })

  it.each([...inRuntime, dependency])(
    '$kind is refused for several locations, with their instances',
    async ({ kind, spec }) => {
      const object = { kind, name: 'several', spec: { ...spec, workloadInstance: 'divided' } }
      await expect(test.store.create(object, write)).rejects.toMatchObject({
        details: {
          fields: [
            {
              path: 'spec.workloadInstance',
              message: expect.stringContaining('several locations') as string,
              remedy:
                'Use the instance of one of them, Europe:Frankfurt or Asia:Tokyo. See: qleetctl describe workload divided',
            },
          ],
        },
      })
    },
  )

  it('accepts a dependency before the application is placed', async () => {
    const object = { ...dependency, name: 'early', spec: { ...dependency.spec, workloadInstance: 'placing' } }
    expect((await test.store.create(object, write)).spec).toMatchObject({ workloadInstance: 'placing' })
  })
})
