import { expect, it, vi } from 'vitest'
import { createProjectNames } from '../../../server/store/project-names.ts'
import { testStore } from '../../support/store.ts'

const projects = ['shop', 'billing'].map((name) => ({ kind: 'Project', name, spec: {} }))
const test = testStore(projects)

it('reads the names that are asked for together in one statement, each once, and none that is not there for good', async () => {
  const ids = await Promise.all(
    projects.map(async ({ kind, name }) => (await test.store.find({ kind, name }))?.id ?? 0n),
  )
  const nameOf = createProjectNames(test.database)
  const query = vi.spyOn(test.database.sql, 'query')
  const asked = [...ids, ...ids, 987_654n]
  const names = ['shop', 'billing', 'shop', 'billing', undefined]
  expect(await Promise.all(asked.map(nameOf))).toEqual(names)
  expect(query).toHaveBeenCalledTimes(1)
  expect(await Promise.all(ids.map(nameOf))).toEqual(['shop', 'billing'])
  expect(query).toHaveBeenCalledTimes(1)
  expect(await nameOf(987_654n)).toBeUndefined()
  expect(query).toHaveBeenCalledTimes(2)
})
