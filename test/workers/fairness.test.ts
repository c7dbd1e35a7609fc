import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startControlPlane, type TestControlPlane } from '../support/control-plane.ts'
import { eventually } from '../support/eventually.ts'
import { defaultRuntime, definition } from '../support/store.ts'

const many = 300

let plane: TestControlPlane
let sql: pg.Client
beforeAll(async () => {
  plane = await startControlPlane()
  sql = new pg.Client({ connectionString: plane.databaseUrl })
  await sql.connect()
  await plane.client.apply(defaultRuntime)
  await plane.ready('KubernetesRuntimeInstance', 'space')
})
afterAll(async () => {
  await sql?.end()
  await plane?.stop()
})

/** Returns how many objects of a definition have observed its latest generation. */
async function upToDate(of: string): Promise<number> {
  const { rows } = await sql.query<{ count: number }>(
    `SELECT count(*)::int FROM "Object" WHERE kind = 'WorkloadInstance' AND spec->>'definition' = $1
     AND ready AND "observedGeneration" = generation`,
    [of],
  )
  return rows[0]?.count ?? 0
}

it('serves one project soon while another has a hundred times the work', async () => {
  const { client } = plane
  const busy = Array.from({ length: many }, (_, at) => ({
    kind: 'WorkloadInstance',
    name: `busy-${at}`,
    spec: { definition: 'busy', runtime: 'space' },
  }))
  const calm = [0, 1, 2].map((at) => ({
    kind: 'WorkloadInstance',
    name: `calm-${at}`,
    project: 'calm',
    spec: { definition: 'calm', runtime: 'default/space' },
  }))
  await client.apply([
    { kind: 'Project', name: 'calm', spec: {} },
    definition('busy'),
    { ...definition('calm'), project: 'calm' },
    ...busy,
    ...calm,
  ])
  const all = async (): Promise<true | undefined> =>
    (await upToDate('busy')) === many && (await upToDate('calm')) === 3 ? true : undefined
  expect(await eventually(all, { within: 120_000 })).toBe(true)
  const change = (name: string, project: string) =>
    client.workloadDefinitions.update({ name, project, input: { spec: definition(name, 'b').spec } })
  await change('busy', 'default')
  await change('calm', 'calm')
  const calmIsDone = async (): Promise<true | undefined> =>
    (await upToDate('calm')) === 3 ? true : undefined
  expect(await eventually(calmIsDone, { every: 10 })).toBe(true)
  // A part of them was ahead in the queue, or already taken by workers.
  expect(await upToDate('busy')).toBeLessThan(many * 0.75)
  expect(await eventually(all, { within: 120_000 })).toBe(true)
}, 300_000)
