import { pino } from 'pino'
import { beforeAll, describe, expect, it } from 'vitest'
import { wordsOf } from '../../../schema/search-words.ts'
import { holdLeases } from '../../../server/delivery/leader-leases.ts'
import { indexingWork } from '../../../server/indexing.ts'
import { indexDocuments } from '../../../server/store/search-documents.ts'
import { eventually } from '../../support/eventually.ts'

import { defaultRuntime, testStore, write } from '../../support/store.ts'

const log = pino({ level: 'silent' })
const test = testStore(defaultRuntime)

function configMap(data: string): string {
  return `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: shop-settings}\ndata:\n  text: ${JSON.stringify(data)}\n`
}

const secret = 'apiVersion: v1\nkind: Secret\nmetadata: {name: door}\nstringData: {password: abracadabra}\n'

beforeAll(async () => {
  const kind = 'WorkloadDefinition'
  await test.store.apply(
    [
      {
        kind,
        name: 'Web-shop_2',
        labels: { team: 'payments' },
        spec: { yamlDocument: configMap('Größe in ﬁnal Units') },
      },
      {
        kind,
        name: 'queue',
        labels: { 'example.com/tier': '' },
        spec: { yamlDocument: configMap('東京 nginx:1.27.3') },
      },
      { kind, name: 'door', spec: { yamlDocument: secret } },
    ],
    write,
  )
})

async function found(text: string): Promise<string> {
  const names = await listed(text)
  expect(await test.store.count(filterOf(text))).toBe(names.length)
  return names.join(' ')
}

async function listed(text: string): Promise<string[]> {
  const orderBy = [{ field: 'name', direction: 'asc' } as const]
  const { objects } = await test.store.list({ ...filterOf(text), orderBy, limit: 10 })
  return objects.map(({ name }) => name)
}

function filterOf(text: string) {
  return { kind: 'WorkloadDefinition', text }
}

describe('a full-text search', () => {
  it.each([
    ['shop', 'Web-shop_2 queue'],
    ['web', 'Web-shop_2'],
    ['WEB sho', 'Web-shop_2'],
    ['web-shop_2', 'Web-shop_2'],
    ['hop', ''],
    ['pay', 'Web-shop_2'],
    ['team', 'Web-shop_2'],
    ['example.com/tier', 'queue'],
    ['GRÖSSE', ''],
    ['GRÖ', 'Web-shop_2'],
    ['größe UNITS', 'Web-shop_2'],
    ['final', 'Web-shop_2'],
    ['東', 'queue'],
    ['nginx 1.27', 'queue'],
    ['configmap', 'Web-shop_2 queue'],
    ['yamlDocument', ''],
    ['web queue', ''],
    ["'web':* | '", 'Web-shop_2'],
    ['!&|', ''],
    [' ', 'Web-shop_2 door queue'],
    ['abracadabra', ''],
    ['password', 'door'],
    ['secret', 'door'],
  ])('for %j finds %j', async (text, names) => {
    expect(await found(text)).toBe(names)
  })

  it('follows edits, and forgets deleted objects', async () => {
    const { store, database } = test
    const target = { kind: 'WorkloadDefinition', name: 'moving' }
    await store.create({ ...target, spec: { yamlDocument: configMap('before') } }, write)
    expect(await found('before')).toBe('moving')
    await store.update({ ...target, spec: { yamlDocument: configMap('after') } }, write)
    expect([await found('before'), await found('after')]).toEqual(['', 'moving'])
    await store.update({ ...target, labelChanges: { colour: 'green' } }, write)
    expect(await found('green after')).toBe('moving')
    await store.delete([target], write)
    expect(await found('after')).toBe('')
    const { rows } = await database.sql.query('SELECT count(*)::int AS count FROM "SearchDocument"')
    expect(rows).toEqual([{ count: await store.count({}) }])
  })

  it('takes the largest documents', async () => {
    const words = Array.from({ length: 9000 }, (_, index) => index.toString(36) + '𐍈'.repeat(66))
    const name = 'large'
    await test.store.create(
      { kind: 'WorkloadDefinition', name, spec: { yamlDocument: configMap(words.join(' ')) } },
      write,
    )
    expect(await found('large')).toBe('large')
    await test.store.delete([{ kind: 'WorkloadDefinition', name }], write)
  })

  it('is refused with too many words, and too many characters', async () => {
    const code = 'INVALID_INPUT'
    await expect(test.store.count({ text: 'a b c d e f g h i j k' })).rejects.toMatchObject({ code })
    await expect(test.store.count({ text: 'x'.repeat(201) })).rejects.toMatchObject({ code })
  })

  it('finds what a release without the index has written, once a server has indexed it', async () => {
    const { sql } = test.database
    await sql.query('DELETE FROM "SearchDocument"')
    expect(await found('shop')).toBe('')
    await indexDocuments(sql, { limit: 2 })
    expect(await found('shop')).toBe('Web-shop_2 queue')
    expect(await found('abracadabra')).toBe('')
    await sql.query(
      `UPDATE "Object" SET labels = '{"later": ""}', "editedVersion" = "editedVersion" + 1 WHERE name = 'queue'`,
    )
    const end = holdLeases(sql, log, [indexingWork({ pool: sql, log, every: 20 })])
    // A list and its count would be two moments while documents are still indexed.
    await eventually(async () => (await listed('later')).length > 0)
    expect(await found('later')).toBe('queue')
    await end()
  })
})

describe('words', () => {
  it('are distinct, in lower case and of bounded length and number', () => {
    expect(wordsOf('A-b_a ½ "ÉTÉ" e\u0301te\u0301')).toEqual(['a', 'b', '1', '2', 'été'])
    expect(wordsOf('x'.repeat(100))).toEqual(['x'.repeat(64), 'x'.repeat(36)])
    expect(wordsOf(Array.from({ length: 5000 }, (_, index) => index).join(' '))).toHaveLength(2000)
    expect(wordsOf('')).toEqual([])
  })
})
