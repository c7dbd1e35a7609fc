import { beforeAll, describe, expect, it } from 'vitest'
import { defaultRuntime, definition, testStore, write } from '../../support/store.ts'

const test = testStore([...defaultRuntime, definition('web'), { kind: 'Project', name: 'small', spec: {} }])
beforeAll(async () => {
  for (let index = 0; index < 100; index++) await create(`big-${index}`)
  for (let index = 0; index < 3; index++) await create(`small-${index}`, 'small')
})

function create(name: string, project = 'default') {
  const spec = { definition: 'default/web', runtime: 'default/space' }
  return test.store.create({ kind: 'WorkloadInstance', name, project, spec }, write)
}

async function placesOf(names: readonly string[], project?: string) {
  const objects = await Promise.all(
    names.map((name) => test.store.find({ kind: 'WorkloadInstance', name, ...(project && { project }) })),
  )
  return test.store.queuePositions(objects.map((object) => object?.id ?? 0n))
}

describe('queuePositions', () => {
  it('alternates between projects, so that the last object of a small one precedes most of a large one', async () => {
    const [last] = await placesOf(['big-99'])
    expect(last?.position).toBeGreaterThan(100)
    const small = await placesOf(['small-0', 'small-1', 'small-2'], 'small')
    expect(Math.max(...small.map((place) => place?.position ?? Infinity))).toBeLessThan(10)
  })

  it('estimates nothing while no reports arrive, and then by their rate', async () => {
    expect((await placesOf(['big-50']))[0]?.expectedWait).toBeNull()
    const sql = test.database.sql
    await sql.query(`
      SELECT pg_current_xact_id();
      INSERT INTO "Change" ("objectId", kind, name, operation, generation, version, actor, time)
      SELECT 1, 'WorkloadInstance', 'other', 'STATUS', 1, 1, 'worker', now() - each * interval '100 milliseconds'
      FROM generate_series(1, 100) each`)
    const [place] = await placesOf(['big-50'])
    // Ten reports per second arrived lately.
    expect(place?.expectedWait).toBeGreaterThan((place?.position ?? 0) / 20)
    expect(place?.expectedWait).toBeLessThan((place?.position ?? 0) / 2)
  })

  it('returns nothing for objects that a worker has started, and for deleted ones', async () => {
    const object = await test.store.find({ kind: 'WorkloadInstance', name: 'big-0' })
    await test.store.startReconcile(object?.id ?? 0n)
    expect(await test.store.queuePositions([object?.id ?? 0n, 999_999n])).toEqual([undefined, undefined])
  })
})
