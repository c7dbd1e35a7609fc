import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { stringify } from 'yaml'
import { isPlatformError } from '../../../schema/errors.ts'
import { startControlPlane, type TestControlPlane } from '../../support/control-plane.ts'
import { defaultRuntime } from '../../support/store.ts'

let plane: TestControlPlane
let database: pg.Client
beforeAll(async () => {
  plane = await startControlPlane()
  database = new pg.Client({ connectionString: plane.databaseUrl })
  await database.connect()
  await plane.client.apply(defaultRuntime)
  await plane.ready('KubernetesRuntimeInstance', 'space')
})
afterAll(async () => {
  await database?.end()
  await plane?.stop()
})

const crd = {
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: 'databases.example.com' },
  spec: {
    group: 'example.com',
    names: { kind: 'Database', plural: 'databases', singular: 'database', listKind: 'DatabaseList' },
    scope: 'Namespaced',
    versions: [
      {
        name: 'v1',
        served: true,
        storage: true,
        schema: {
          openAPIV3Schema: {
            type: 'object',
            properties: {
              spec: {
                type: 'object',
                properties: {
                  replicas: { type: 'integer' },
                  size: { type: 'string', enum: ['small', 'large'] },
                },
              },
            },
          },
        },
      },
    ],
  },
}

const database1 = (replicas: unknown, apiVersion = 'example.com/v1') => ({
  apiVersion,
  kind: 'Database',
  metadata: { name: 'main' },
  spec: { replicas },
})

const workload = (name: string, ...manifests: object[]) => [
  {
    kind: 'WorkloadDefinition',
    name,
    spec: { yamlDocument: manifests.map((each) => stringify(each)).join('---\n') },
  },
  { kind: 'WorkloadInstance', name, spec: { definition: name } },
]

/** The stored API versions of the runtimes. */
async function storedVersions(): Promise<string[]> {
  const { rows } = await database.query<{ apiVersion: string }>('SELECT "apiVersion" FROM "RuntimeSchema"')
  return rows.map(({ apiVersion }) => apiVersion)
}

/** Triggers the regular check of the cluster, so that the test need not wait for it. */
const checkCluster = () =>
  plane.client.objects.reconcile({ kind: 'KubernetesRuntimeInstance', name: 'space' })

async function refusal(work: () => Promise<unknown>): Promise<{ fields?: unknown } | undefined> {
  try {
    await work()
    return undefined
  } catch (error) {
    if (isPlatformError(error)) return error.details
    throw error
  }
}

it('lets custom resources be checked against the schemas that the cluster serves', async () => {
  const wrong = workload('before', database1('three'))
  expect(await refusal(() => plane.client.apply(wrong, { dryRun: true }))).toBeUndefined()

  await plane.client.apply(workload('kinds', crd))
  await plane.ready('WorkloadInstance', 'kinds')
  await expect
    .poll(
      async () => {
        await checkCluster()
        return storedVersions()
      },
      { interval: 500 },
    )
    .toEqual(['example.com/v1'])

  const path = 'documents[0].spec.yamlDocument.spec.replicas'
  const error = {
    path,
    message: 'must be an integer',
    value: '"three"',
    remedy: 'Use a number without decimals, such as 3. Runtime "space" has this schema.',
    line: 6,
  }
  expect(await refusal(() => plane.client.apply(wrong))).toMatchObject({ fields: [error] })
  // A version that the cluster does not serve is never refused.
  const other = workload('other', database1('three', 'example.com/v2'))
  expect(await refusal(() => plane.client.apply(other, { dryRun: true }))).toBeUndefined()
  // Without an instance, there is no cluster that could refuse it; with the instance, there is.
  const [definition, instance] = workload('alone', database1('three'))
  if (definition === undefined || instance === undefined) throw new Error('no workload')
  await plane.client.apply([definition])
  const expected = {
    fields: [
      { path: 'spec.definition', message: expect.stringContaining('spec.replicas must be an integer') },
    ],
  }
  const create = () =>
    plane.client.workloadInstances.create({ input: { name: 'alone', spec: { definition: 'alone' } } })
  expect(await refusal(create)).toMatchObject(expected)
  expect(await refusal(() => plane.client.apply([instance]))).toMatchObject({
    fields: [{ path: 'documents[0].spec.definition', value: '"alone"' }],
  })

  // An edit of a definition that has instances is checked against their runtimes.
  const right = workload('right', database1(3))
  await plane.client.apply(right)
  await plane.ready('WorkloadInstance', 'right')
  const edited = stringify({ ...database1(3), spec: { replicas: 3, size: 'medium' } })
  const edit = () =>
    plane.client.workloadDefinitions.update({ name: 'right', input: { spec: { yamlDocument: edited } } })
  expect(await refusal(edit)).toMatchObject({
    fields: [{ path: 'spec.yamlDocument.spec.size', value: '"medium"', message: 'is not supported' }],
  })
})

it('forgets the schemas of kinds that the cluster no longer serves', async () => {
  await plane.client.objects.delete([{ kind: 'WorkloadInstance', name: 'right' }])
  await plane.gone('WorkloadInstance', 'right')
  await plane.client.objects.delete([{ kind: 'WorkloadInstance', name: 'kinds' }])
  await plane.gone('WorkloadInstance', 'kinds')
  await expect
    .poll(
      async () => {
        await checkCluster()
        return storedVersions()
      },
      { interval: 500 },
    )
    .toEqual([])
})
