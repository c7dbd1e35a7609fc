import { beforeEach, expect, it } from 'vitest'
import { definition, testStore, write } from '../../support/store.ts'

const test = testStore()

/** Returns a workload definition that depends on others. */
function needing(name: string, ...others: string[]) {
  const { kind, spec } = definition(name)
  const dependencies = others.map((other) => ({ name: other, kind: 'Workload', definition: other }))
  return { kind, name, spec: { ...spec, dependencies } }
}

const refusal = (name: string) => ({
  code: 'INVALID_INPUT',
  message: expect.stringContaining(`WorkloadDefinition "${name}" would depend on itself`) as string,
})

beforeEach(async () => {
  await test.database.sql.query('DELETE FROM "Reference"')
  await test.database.sql.query(`DELETE FROM "Object" WHERE kind = 'WorkloadDefinition'`)
})

it('refuses an edit by which an object would depend on itself', async () => {
  await expect(test.store.apply([needing('a', 'a')], write)).rejects.toMatchObject(refusal('a'))
  await test.store.apply([needing('a'), needing('b', 'a'), needing('c', 'b')], write)
  await expect(test.store.apply([needing('a', 'c')], write)).rejects.toMatchObject(refusal('a'))
})

it('refuses one through an object of the same request', async () => {
  await test.store.apply([needing('a'), needing('b', 'a')], write)
  await expect(test.store.apply([needing('new', 'b'), needing('a', 'new')], write)).rejects.toMatchObject(
    refusal('a'),
  )
  await test.store.apply([needing('c'), needing('d', 'c')], write)
  await expect(test.store.apply([needing('a', 'd'), needing('c', 'b')], write)).rejects.toMatchObject({
    code: 'INVALID_INPUT',
    message: expect.stringContaining('would depend on itself'),
  })
})

it('lets objects change places in one request', async () => {
  await test.store.apply([needing('a'), needing('b', 'a'), needing('c', 'b')], write)
  await test.store.apply([needing('c'), needing('b', 'c'), needing('a', 'b')], write)
  await expect(test.store.apply([needing('c', 'a')], write)).rejects.toMatchObject(refusal('c'))
})

it('finds no cycle where there is none', async () => {
  await test.store.apply([needing('a'), needing('b', 'a'), needing('c', 'a', 'b')], write)
  await test.store.apply([needing('d', 'c'), needing('c', 'b')], write)
  const [applied] = await test.store.apply([needing('d', 'a', 'b', 'c')], write)
  expect(applied?.result).toBe('updated')
})
