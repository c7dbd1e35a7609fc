import { expect, it } from 'vitest'
import { createModelDatabase } from './database/model-database.ts'

it('reports a statement that has no model, because whoever runs it may go on', async () => {
  const unknown: string[] = []
  const { pool } = createModelDatabase({ onUnknown: (problem) => unknown.push(problem) })
  const problem = 'statement find-none is not modelled: add it to test/simulation/database'
  await expect(pool.query({ name: 'find-none', text: '', values: [] })).rejects.toThrow(problem)
  expect(unknown).toEqual([problem])
})
