import { stat } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

/*
 * A selection of objects of any kind within another one has a type for each pair of kinds. A third level made 38 MB, which worker
 * threads parse: none came up any more.
 */
it('the generated documents are of a size that programs load in a moment', async () => {
  const file = fileURLToPath(new URL('../../client-sdk/generated/documents.ts', import.meta.url))
  expect((await stat(file)).size).toBeLessThan(9_000_000)
})
