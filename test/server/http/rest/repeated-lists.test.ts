import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestServer, type TestServer } from '../../../support/server.ts'
import { defaultRuntime, definition, instance, write } from '../../../support/store.ts'

/* Lists consist of cached texts of objects, which have to be those of the current states. */

let server: TestServer
beforeAll(async () => {
  server = await createTestServer()
  await server.store.apply(defaultRuntime, write)
})
afterAll(() => server?.stop())

interface Listed {
  Data: Record<string, unknown>[]
}

async function list(path: string): Promise<Listed> {
  const { statusCode, body } = await server.app.inject({
    url: `/v0/${path}`,
    headers: { authorization: `Bearer ${server.adminToken}` },
  })
  expect(statusCode).toBe(200)
  return JSON.parse(body) as Listed
}

const names = ({ Data }: Listed) => Data.map(({ Name }) => Name)

it('a repeated list is the same, and shows what has changed since', async () => {
  await server.store.apply(
    ['a', 'b', 'c'].flatMap((name) => [definition(`repeated-${name}`), instance(`repeated-${name}`)]),
    write,
  )
  const before = await list('workload-instances')
  expect(await list('workload-instances')).toEqual(before)
  const edit = { kind: 'WorkloadInstance', name: 'repeated-b', labels: { team: 'x' } }
  await server.store.update(edit, write)
  const labelled = await list('workload-instances')
  const changed = labelled.Data.filter((each, index) => {
    return JSON.stringify(each) !== JSON.stringify(before.Data[index])
  })
  expect(changed).toMatchObject([{ Name: 'repeated-b', Labels: { team: 'x' } }])
  const { rows } = await server.database.sql.query<{ id: string }>(
    `SELECT id FROM "Object" WHERE kind = 'WorkloadDefinition' AND name = 'repeated-c'`,
  )
  // The version of a definition that an instance has changes without the instance.
  await server.database.sql.query(
    `UPDATE "Reference" SET "toId" = $1 FROM "Object" object
     WHERE "fromId" = object.id AND field = 'definition' AND object.name = 'repeated-a'`,
    [rows[0]?.id],
  )
  const [first] = (await list('workload-instances')).Data
  expect(first).toMatchObject({ Name: 'repeated-a', WorkloadDefinitionID: Number(rows[0]?.id) })
  await server.database.sql.query(
    `DELETE FROM "Object" WHERE name = 'repeated-b' AND kind = 'WorkloadInstance'`,
  )
  expect(names(await list('workload-instances'))).toEqual(['repeated-a', 'repeated-c'])
})

it('a list of objects that are read in parts has all of them in order, the first time and again', async () => {
  const large = Array.from({ length: 8 }, (_, index) => definition(`large-${index}`, 'x'.repeat(800_000)))
  for (const each of large) await server.store.apply([each], write)
  const all = names(await list('workload-definitions'))
  expect(all.slice(-8)).toEqual(large.map(({ name }) => name))
  // Small and large ones in turn: the large ones are too large to be kept.
  for (const index of [1, 4])
    await server.store.update(
      { kind: 'WorkloadDefinition', name: `large-${index}`, spec: definition('small').spec },
      write,
    )
  expect(names(await list('workload-definitions'))).toEqual(all)
  expect(names(await list('workload-definitions'))).toEqual(all)
})
