import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createPolicy } from '../../../server/auth/policy.ts'
import { hashToken } from '../../../server/auth/credentials.ts'
import type { Rule } from '../../../schema/permissions.ts'
import { fetchMetrics } from '../../support/metrics.ts'
import { urlOf } from '../../support/fake-worker.ts'
import { subscribeBySocket, subscribeByStream, type RawSubscription } from '../../support/raw-subscription.ts'
import { createTestServer, type TestServer } from '../../support/server.ts'
import { definition, write } from '../../support/store.ts'

/** Milliseconds after which a reader that takes nothing is disconnected. */
const slowAfter = 400

const rules: Rule[] = [{ verbs: ['read', 'audit'], kinds: '*', projects: '*' }]

let server: TestServer
beforeAll(async () => {
  server = await createTestServer(undefined, {
    slowAfter,
    policy: createPolicy(({ name }) =>
      name === 'limited' ? rules : [{ verbs: ['read', 'audit'], kinds: '*', projects: '*' }],
    ),
  })
})
afterAll(() => server.stop())

interface Event {
  type: string
  objectId: string | null
  object: { name: string; generation?: number } | null
  cursor: string
}

const fields = '{ type objectId object { name generation } cursor }'

interface Watch extends RawSubscription {
  events: () => Event[]
  /** The events without IDs and cursors: `ADDED a`. */
  shown: () => string[]
  synced: () => Promise<void>
}

function watch(
  field: string,
  { by = subscribeByStream, token = server.adminToken, select = fields } = {},
): Watch {
  const query = `subscription { watched: ${field} ${select} }`
  const subscription = by({ url: urlOf(server), token, query })
  const events = (): Event[] =>
    subscription.received.flatMap(({ data }) => (data === undefined ? [] : [data['watched'] as Event]))
  const shown = (): string[] =>
    events().map(({ type, object }) => (object === null ? type : `${type} ${object.name}`))
  const synced = () => expect.poll(shown).toContain('SYNCED')
  return { ...subscription, events, shown, synced }
}

async function disconnected(): Promise<number> {
  const body = await fetchMetrics(urlOf(server), server.adminToken)
  return Number(/^qleet_slow_readers_total\S* (\d+)/m.exec(body)?.[1] ?? 0)
}

const edit = (name: string, data: string) =>
  server.store.update({ kind: 'WorkloadDefinition', name, spec: definition(name, data).spec }, write)

describe('a watch', () => {
  it.each([
    ['server-sent events', 'a', subscribeByStream],
    ['a WebSocket', 'b', subscribeBySocket],
  ])('over %s sends what exists, SYNCED, and then each change', async (_, prefix, by) => {
    const [first, second] = [`${prefix}-first`, `${prefix}-second`]
    await server.store.create(definition(first), write)
    const watched = watch(`workloadDefinitions(filter: { search: "${prefix}-" })`, { by })
    await watched.synced()
    const created = await server.store.create(definition(second), write)
    await edit(first, 'changed')
    await expect
      .poll(watched.shown)
      .toEqual([`ADDED ${first}`, 'SYNCED', `ADDED ${second}`, `MODIFIED ${first}`])
    await server.store.delete([{ kind: 'WorkloadDefinition', name: second }], write)
    await expect.poll(() => watched.shown().at(-1)).toBe('DELETED')
    const last = watched.events().at(-1)
    expect(last).toMatchObject({ objectId: String(created.id), object: null })
    expect(watched.events()[3]?.object?.generation).toBe(2)
    const cursors = watched.events().map(({ cursor }) => BigInt(cursor))
    expect(cursors).toEqual([...cursors].sort((a, b) => (a < b ? -1 : Number(a > b))))
    watched.end()
  })

  it('sends all changes of objects that change at once', async () => {
    const names = Array.from({ length: 30 }, (_, index) => `at-once-${String(index).padStart(2, '0')}`)
    const watched = watch('objects(filter: { search: "at-once-" })')
    await watched.synced()
    await server.store.apply(
      names.map((name) => definition(name)),
      write,
    )
    await Promise.all(names.map((name) => edit(name, 'changed')))
    const generations = (): Map<string, number> =>
      new Map(
        watched
          .events()
          .flatMap(({ object }) => (object === null ? [] : [[object.name, object.generation ?? 0]])),
      )
    await expect
      .poll(() => [...generations()].sort(([a], [b]) => (a < b ? -1 : 1)))
      .toEqual(names.map((name) => [name, 2]))
    const ids = watched.events().filter(({ type }) => type === 'ADDED')
    expect(new Set(ids.map(({ objectId }) => objectId)).size).toBe(ids.length)
    watched.end()
  })

  it('reports objects that begin and cease to match its filter', async () => {
    await server.store.create({ ...definition('matching'), labels: { tier: 'gold' } }, write)
    const watched = watch('workloadDefinitions(filter: { labels: { tier: "gold" } })')
    await watched.synced()
    const label = (tier: string) =>
      server.store.update({ kind: 'WorkloadDefinition', name: 'matching', labels: { tier } }, write)
    await label('iron')
    await expect.poll(() => watched.shown().at(-1)).toBe('DELETED')
    await label('gold')
    await expect.poll(watched.shown).toEqual(['ADDED matching', 'SYNCED', 'DELETED', 'ADDED matching'])
    watched.end()
  })

  it('of one object by name starts before it exists, and follows its successor', async () => {
    const watched = watch('workloadDefinition(by: { named: { name: "later" } })')
    await watched.synced()
    await server.store.create(definition('later'), write)
    await server.store.create(definition('later-than-that'), write)
    await expect.poll(watched.shown).toEqual(['SYNCED', 'ADDED later'])
    await server.store.delete([{ kind: 'WorkloadDefinition', name: 'later' }], write)
    await expect.poll(() => watched.shown().at(-1)).toBe('DELETED')
    await server.store.create(definition('later'), write)
    await expect.poll(watched.shown).toEqual(['SYNCED', 'ADDED later', 'DELETED', 'ADDED later'])
    watched.end()
  })

  it('of one object by ID sends only that object', async () => {
    const { id } = await server.store.create(definition('by-id'), write)
    const watched = watch(`object(by: { id: ${id} })`)
    await watched.synced()
    await server.store.create(definition('another'), write)
    await edit('by-id', 'changed')
    await expect.poll(watched.shown).toEqual(['ADDED by-id', 'SYNCED', 'MODIFIED by-id'])
    watched.end()
  })

  it('has cursors from which the change log continues', async () => {
    const watched = watch('workloadDefinitions(filter: { names: ["logged"] })')
    await watched.synced()
    await server.store.create(definition('logged'), write)
    await expect.poll(watched.shown).toEqual(['SYNCED', 'ADDED logged'])
    await edit('logged', 'changed')
    const { cursor = '' } = watched.events()[1] ?? {}
    watched.end()
    const { body } = await server.graphql(`{ changes(after: "${cursor}") { nodes { name operation } } }`)
    expect(body.data?.['changes']).toEqual({ nodes: [{ name: 'logged', operation: 'UPDATE' }] })
  })

  it.each([
    ['server-sent events', 'slow-a', subscribeByStream],
    ['a WebSocket', 'slow-b', subscribeBySocket],
  ])('over %s disconnects a reader that takes nothing, without a cursor', async (_, prefix, by) => {
    for (let index = 0; index < 250; index++)
      await server.store.create(definition(`${prefix}-${index}`, 'x'.repeat(100_000)), write)
    const select = '{ type objectId cursor object { name spec { yamlDocument } } }'
    const watched = watch(`workloadDefinitions(filter: { search: "${prefix}-" })`, { by, select })
    await expect.poll(() => watched.received.length, { timeout: 10_000, interval: 5 }).toBeGreaterThan(0)
    const before = await disconnected()
    watched.pause()
    await expect.poll(disconnected).toBeGreaterThan(before)
    watched.resume()
    await watched.ended
    const error = watched.received.at(-1)?.errors?.[0]
    expect(error?.extensions).toEqual({ code: 'RATE_LIMITED', retryAfter: 0 })
    expect(error?.message).toContain('subscribe again')
    expect(watched.events().length).toBeLessThan(250)
    const again = watch(`workloadDefinitions(filter: { search: "${prefix}-" })`, { by })
    await again.synced()
    expect(again.events()).toHaveLength(251)
    again.end()
  })
})

describe('the permission of a watch', () => {
  const token = 'a-token-with-limited-permissions'
  beforeAll(async () => {
    const data = { name: 'limited', actor: 'ADMIN', hash: hashToken(token) } as const
    await server.database.prisma.token.create({ data })
    for (const name of ['mine', 'theirs'])
      await server.store.create({ kind: 'Project', name, spec: {} }, write)
  })

  it('is to read, which covers what it sends at the start and what it sends later', async () => {
    rules.splice(0, rules.length, { verbs: ['read'], kinds: '*', projects: ['mine'] })
    await server.store.create({ ...definition('guarded-a'), project: 'theirs' }, write)
    await server.store.create({ ...definition('guarded-b'), project: 'mine' }, write)
    const watched = watch('objects(filter: { search: "guarded-" })', { token })
    await watched.synced()
    await server.store.create({ ...definition('guarded-c'), project: 'theirs' }, write)
    await server.store.create({ ...definition('guarded-d'), project: 'mine' }, write)
    await expect.poll(watched.shown).toEqual(['ADDED guarded-b', 'SYNCED', 'ADDED guarded-d'])
    watched.end()
  })

  it('does not depend on the part of the change log that the actor may audit', async () => {
    rules.splice(
      0,
      rules.length,
      { verbs: ['read'], kinds: '*', projects: '*' },
      { verbs: ['audit'], kinds: '*', projects: ['mine'] },
    )
    await server.store.create({ ...definition('unaudited'), project: 'theirs' }, write)
    const watched = watch('objects(filter: { search: "unaudited" })', { token })
    await watched.synced()
    const of = { kind: 'WorkloadDefinition', name: 'unaudited', project: 'theirs' }
    await server.store.update({ ...of, spec: definition('unaudited', 'changed').spec }, write)
    await expect.poll(watched.shown).toContain('MODIFIED unaudited')
    await server.store.delete([of], write)
    await expect.poll(watched.shown).toEqual(['ADDED unaudited', 'SYNCED', 'MODIFIED unaudited', 'DELETED'])
    watched.end()
  })

  it('ends for an object that the actor may no longer read at its next change', async () => {
    rules.splice(0, rules.length, { verbs: ['read'], kinds: '*', projects: '*' })
    await server.store.create({ ...definition('hidden-later'), project: 'theirs' }, write)
    const watched = watch('objects(filter: { search: "hidden-later" })', { token })
    await watched.synced()
    rules.splice(0, rules.length, { verbs: ['read'], kinds: '*', projects: ['mine'] })
    const of = { kind: 'WorkloadDefinition', name: 'hidden-later', project: 'theirs' }
    const change = (data: string) =>
      server.store.update({ ...of, spec: definition('hidden-later', data).spec }, write)
    await change('unseen')
    await expect.poll(watched.shown).toEqual(['ADDED hidden-later', 'SYNCED', 'DELETED'])
    await change('unseen again')
    await server.store.create({ ...definition('hidden-later-mine'), project: 'mine' }, write)
    await expect
      .poll(watched.shown)
      .toEqual(['ADDED hidden-later', 'SYNCED', 'DELETED', 'ADDED hidden-later-mine'])
    watched.end()
  })

  it('is checked again while it runs', async () => {
    rules.splice(0, rules.length, { verbs: ['read'], kinds: '*', projects: '*' })
    const watched = watch('workloadDefinitions(filter: { names: ["nothing"] })', { token })
    await watched.synced()
    rules.splice(0, rules.length)
    await expect.poll(() => watched.received.at(-1)?.errors?.[0]?.extensions['code']).toBe('FORBIDDEN')
    watched.end()
  })
})
