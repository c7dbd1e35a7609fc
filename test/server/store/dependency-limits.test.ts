import { beforeAll, describe, expect, it } from 'vitest'
import { storeBuiltIns } from '../../../server/store/built-in.ts'
import { defaultRuntime, definition, instance, testStore, write } from '../../support/store.ts'

const test = testStore()

/** Returns a definition whose database has this storage. */
function shop(name: string, storage: string) {
  const dependencies = [
    { name: 'images', kind: 'Bucket', spec: {} },
    { name: 'db', kind: 'Database', spec: { engine: 'postgres', storage } },
  ]
  const { kind, spec } = definition(name)
  return { kind, name, spec: { ...spec, dependencies } }
}

async function fieldsOf(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => undefined,
    (error: unknown) => (error as { details: { fields: unknown } }).details.fields,
  )
}

beforeAll(async () => {
  await storeBuiltIns(test.store)
  await test.store.apply(
    [
      ...defaultRuntime,
      {
        kind: 'Profile',
        name: 'small-databases',
        spec: {
          type: 'Database',
          provider: 'cloudnative-pg',
          default: true,
          limits: [{ field: 'storage', maximumQuantity: '10Gi' }],
        },
      },
    ],
    write,
  )
})

describe('a dependency that a profile excludes', () => {
  const limit = 'must be at most 10Gi, a limit of profile "small-databases"'

  it('is refused with the application, where the definition declares it', async () => {
    const refused = test.store.apply([shop('large', '50Gi'), instance('large')], write)
    expect(await fieldsOf(refused)).toEqual([
      expect.objectContaining({
        path: 'documents[0].spec.dependencies[1].spec.storage',
        code: 'OUT_OF_RANGE',
        message: limit,
        value: '"50Gi"',
      }),
    ])
  })

  it('is refused with an instance of a stored definition, which it names', async () => {
    await test.store.create(shop('stored', '50Gi'), write)
    const message = `has a dependency that is refused: db.spec.storage ${limit}`
    const refused = [{ path: 'spec.definition', message }]
    expect(await fieldsOf(test.store.create(instance('stored'), write))).toMatchObject(refused)
    expect(await test.store.find({ kind: 'WorkloadInstance', name: 'stored' })).toBeUndefined()
  })

  it('is refused with the change of a definition that has instances', async () => {
    await test.store.apply([shop('grows', '5Gi'), instance('grows')], write)
    const refused = test.store.apply([shop('grows', '11Gi')], write)
    expect(await fieldsOf(refused)).toMatchObject([
      { path: 'documents[0].spec.dependencies[1].spec.storage', message: limit },
    ])
    await test.store.apply([shop('grows', '10Gi')], write)
  })

  it('is refused within a dependency that is an application itself', async () => {
    const { spec } = shop('inner', '50Gi')
    const outer = {
      ...definition('outer'),
      spec: { ...definition('outer').spec, dependencies: [{ name: 'inner', kind: 'Workload', spec }] },
    }
    expect(await fieldsOf(test.store.apply([outer, instance('outer')], write))).toMatchObject([
      { path: 'documents[0].spec.dependencies[0].spec.dependencies[1].spec.storage' },
    ])
  })

  it('does not matter to other changes of an application that has it already', async () => {
    await test.store.apply([shop('early', '9Gi'), instance('early')], write)
    const { spec } = (await test.store.find({ kind: 'Profile', name: 'small-databases' })) ?? {}
    const limits = [{ field: 'storage', maximumQuantity: '2Gi' }]
    await test.store.update({ kind: 'Profile', name: 'small-databases', spec: { limits } }, write)
    const labelled = { kind: 'WorkloadInstance', name: 'early', labels: { team: 'web' } }
    expect(await test.store.update(labelled, write)).toMatchObject({ labels: labelled.labels })
    await test.store.update({ kind: 'Profile', name: 'small-databases', spec }, write)
  })
})

describe('a dependency that a tier excludes', () => {
  beforeAll(async () => {
    const limits = [{ kind: 'DatabaseDefinition', field: 'storage', maximumQuantity: '4Gi' }]
    const quotas = [{ kind: 'BucketInstance', maximum: 1 }]
    await test.store.apply(
      [
        { kind: 'Tier', name: 'small', spec: { criticality: 1, limits, quotas } },
        { kind: 'Project', name: 'small', spec: { tier: 'small' } },
      ],
      write,
    )
  })

  it('is refused with the application, also without a runtime yet', async () => {
    const placement = { locations: ['Europe:Frankfurt', 'Local'] }
    const inProject = [
      { ...shop('limited', '5Gi'), project: 'small' },
      {
        kind: 'WorkloadInstance',
        name: 'limited',
        project: 'small',
        spec: { definition: 'limited', placement },
      },
    ]
    expect(await fieldsOf(test.store.apply(inProject, write))).toMatchObject([
      {
        path: 'documents[0].spec.dependencies[1].spec.storage',
        message: 'must be at most 4Gi, a limit of tier "small"',
      },
    ])
  })

  it('counts for the quotas of the project', async () => {
    const bucket = { name: 'other', kind: 'Bucket', spec: {} }
    const one = shop('counted', '1Gi')
    const spec = { ...one.spec, dependencies: [...one.spec.dependencies, bucket] }
    const runtime = 'default/space'
    const inProject = [
      { ...one, spec, project: 'small' },
      {
        kind: 'WorkloadInstance',
        name: 'counted',
        project: 'small',
        spec: { definition: 'counted', runtime },
      },
    ]
    expect(await fieldsOf(test.store.apply(inProject, write))).toMatchObject([
      { path: 'documents[0].spec.dependencies[2].name', code: 'TOO_MANY' },
    ])
  })
})
