import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createDueQueue } from '../../../server/store/due.ts'
import { createTestStore, defaultRuntime, definition, write, type TestStore } from '../../support/store.ts'

let test: TestStore
beforeAll(async () => {
  test = await createTestStore()
})
afterAll(() => test?.database.drop())

const places = ['busy', 'quiet']

function workload(name: string, runtime: string) {
  return { kind: 'WorkloadInstance', name, spec: { definition: 'web', runtime } }
}

function dependency(name: string, workloadInstance: string) {
  const spec = { workloadInstance, upstreamHost: `${name}.example.com`, upstreamPort: 443 }
  return { kind: 'WorkloadServiceDependency', name, spec }
}

describe('the order of due objects', () => {
  it('alternates between clusters, found by the field that each kind declares, also through other objects', async () => {
    const [definitionOf, runtime] = defaultRuntime
    if (definitionOf === undefined || runtime === undefined) throw new Error('no default runtime')
    const runtimes = places.map((name) => ({
      ...runtime,
      name,
      spec: { ...runtime.spec, defaultRuntime: false },
    }))
    await test.store.apply(
      [
        definitionOf,
        ...runtimes,
        definition('web'),
        ...Array.from({ length: 5 }, (_, index) => workload(`busy-${index}`, 'busy')),
        workload('quiet-0', 'quiet'),
        ...Array.from({ length: 5 }, (_, index) => dependency(`of-busy-${index}`, 'busy-0')),
        dependency('of-quiet', 'quiet-0'),
      ],
      write,
    )
    // The object of the cluster with little work became due last.
    await test.database.sql.query(`
      UPDATE "Object" SET "nextReconcileAt" = now() - interval '1 minute' + id * interval '1 millisecond'
        + CASE WHEN name LIKE '%quiet%' THEN interval '30 seconds' ELSE interval '0' END`)
    const kinds = ['WorkloadInstance', 'WorkloadServiceDependency']
    const due = await createDueQueue(test.database.sql, { kinds }).take(4)
    const found = await test.store.findMany(due.map(({ id }) => id))
    expect(found.map((object) => object?.name)).toEqual(['busy-0', 'quiet-0', 'busy-1', 'of-quiet'])
  })
})
