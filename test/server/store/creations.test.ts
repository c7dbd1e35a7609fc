import { describe, expect, it } from 'vitest'
import { createEncryption } from '../../../server/store/encryption.ts'
import { creationsTogether, creationText, insertObjects } from '../../../server/store/creations.ts'
import { sealDraft } from '../../../server/store/drafts.ts'
import { checkInput, inlineDigester } from '../../../server/store/check-input.ts'
import { noTexts } from '../../../server/store/sealed-texts.ts'
import type { ObjectInput } from '../../../schema/inputs.ts'
import { statementsOf } from '../../support/sent-statements.ts'
import { defaultRuntime, definition, instance, testStore, write } from '../../support/store.ts'

const test = testStore([...defaultRuntime, definition('web')])

function named(kind: string, name: string) {
  return test.store.find({ kind, name })
}

/** Returns the creation of a valid object. */
async function creationOf(input: ObjectInput): Promise<string> {
  const { draft } = await checkInput(inlineDigester, { input, path: '' }, write.actor)
  if (draft === undefined) throw new Error('an object is invalid')
  const sealed = sealDraft({ draft, texts: noTexts }, createEncryption(Buffer.alloc(32)))
  return creationText(sealed, { ...write, policies: null })
}

/** Returns the numbers of objects that were created in one statement each. */
async function sizesOfCreations(work: () => Promise<unknown>): Promise<number[]> {
  const sent = await statementsOf(test.database.sql, work)
  const creations = sent.filter(({ name }) => name === 'create-together')
  return creations.map(({ values }) => (JSON.parse(String(values[0])) as unknown[]).length)
}

function inNames(count: number, prefix: string): string[] {
  return Array.from({ length: count }, (_, index) => `${prefix}-${index}`)
}

describe('creations that arrive together', () => {
  it('share statements', async () => {
    const names = inNames(40, 'together')
    const create = () => Promise.all(names.map((name) => test.store.create(definition(name, name), write)))
    const sizes = await sizesOfCreations(create)
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(40)
    expect(sizes.length).toBeLessThan(10)
    for (const name of names)
      expect(await named('WorkloadDefinition', name)).toMatchObject({
        spec: definition(name, name).spec,
        version: 1,
      })
  })

  it('have an outcome each: a duplicate, a missing definition and a used name fail alone', async () => {
    const outcomes = await Promise.allSettled(
      [
        definition('one'),
        definition('one'),
        instance('lost', { runtime: 'space' }),
        definition('web'),
        definition('two'),
      ].map((input) => test.store.create(input, write)),
    )
    const [one, again] = outcomes.slice(0, 2).toSorted((a, b) => (a.status < b.status ? -1 : 1))
    expect(one).toMatchObject({ status: 'fulfilled' })
    expect(again).toMatchObject({ reason: { code: 'NAME_TAKEN' } })
    expect(outcomes.slice(2)).toMatchObject([
      { reason: { code: 'INVALID_INPUT', details: { fields: [{ path: 'spec.definition' }] } } },
      { reason: { code: 'NAME_TAKEN' } },
      { status: 'fulfilled' },
    ])
  })

  it('do not fail because Postgres refuses one of them', async () => {
    const texts = await Promise.all(inNames(3, 'refused').map((name) => creationOf(definition(name))))
    // Postgres has no such text.
    texts[1] = (texts[1] ?? '').replace('refused-1', 'refused-1\\u0000')
    const create = creationsTogether(test.database.sql)
    const outcomes = await Promise.allSettled(texts.map(create))
    expect(outcomes).toMatchObject([
      { value: { object: { name: 'refused-0' } } },
      { reason: { code: '22P05' } },
      { value: { object: { name: 'refused-2' } } },
    ])
  })

  it('do not wait for what one of them refers to', async () => {
    await test.store.apply([definition('locked')], write)
    const client = await test.database.sql.connect()
    try {
      // As the last step of a deletion does.
      await client.query(`BEGIN`)
      await client.query(
        `SELECT FROM "Object" WHERE kind = 'WorkloadDefinition' AND name = 'locked' FOR UPDATE`,
      )
      const inputs = [
        instance('locked', { runtime: 'space' }),
        instance('free', { definition: 'web', runtime: 'space' }),
      ]
      const [locked, free] = inputs.map((input) => test.store.create(input, write))
      expect(await free).toMatchObject({ name: 'free' })
      expect(await named('WorkloadInstance', 'locked')).toBeUndefined()
      await client.query('ROLLBACK')
      expect(await locked).toMatchObject({ name: 'locked' })
    } finally {
      await client.query('ROLLBACK')
      client.release()
    }
  })

  it('get IDs, and positions in the change log, in the order in which they were requested', async () => {
    const names = ['m', 'z', 'a', 'k'].map((name) => `order-${name}`)
    const rows = await insertObjects(
      test.database.sql,
      await Promise.all(names.map((name) => creationOf(definition(name)))),
    )
    expect(rows.map((row) => row?.object.name)).toEqual(names)
    const ids = rows.map((row) => row?.object.id ?? 0n)
    expect(ids).toEqual(ids.toSorted((a, b) => Number(a - b)))
    const { rows: changes } = await test.database.sql.query(
      `SELECT name, actor, operation FROM "Change" WHERE name LIKE 'order-%' ORDER BY seq`,
    )
    expect(changes).toEqual(names.map((name) => ({ name, actor: 'tester', operation: 'CREATE' })))
  })

  it('that have the same keys in two statements do not deadlock', async () => {
    const names = inNames(30, 'opposite')
    const texts = await Promise.all(names.map((name) => creationOf(definition(name))))
    const made = await Promise.all([
      insertObjects(test.database.sql, texts),
      insertObjects(test.database.sql, texts.toReversed()),
    ])
    expect(made.flat().filter((row) => row !== undefined)).toHaveLength(30)
  })
})
