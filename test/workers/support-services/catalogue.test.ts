import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { catalogue } from '../../../workers/support-services/catalogue/index.ts'

const services = Object.entries(catalogue)

it.each(services)('pins the archive of %s if its repository has an index with digests', (_, { chart }) => {
  const { repo, digest = 'none' } = chart
  expect(digest).toMatch(repo.startsWith('https://') ? /^sha256:[0-9a-f]{64}$/ : /^none$/)
})

it('is in the guide, with versions and digests', async () => {
  const guide = await readFile(new URL('../../../docs/guide/support-services.md', import.meta.url), 'utf8')
  const rows = guide.split('\n').map((line) =>
    line
      .split('|')
      .map((cell) => cell.trim().replaceAll('`', ''))
      .slice(1, -1),
  )
  for (const [service, { chart }] of services)
    expect(rows).toContainEqual([
      service,
      chart.name,
      chart.version,
      chart.digest === undefined ? 'its publisher states it in its registry only' : 'pinned',
    ])
})
