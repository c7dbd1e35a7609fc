import { globSync } from 'node:fs'
import { expect, it } from 'vitest'
import { repository } from '../support/run-program.ts'
import { slowFiles } from '../slow-files.ts'

it.each(slowFiles)('has a test for the slow file %s', (pattern) => {
  const found = globSync(pattern, { cwd: repository })
  expect(found.filter((path) => path.endsWith('.test.ts'))).not.toEqual([])
})
