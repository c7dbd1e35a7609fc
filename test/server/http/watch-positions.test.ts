import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hashToken } from '../../../server/auth/credentials.ts'
import { createPolicy } from '../../../server/auth/policy.ts'
import { housekeeping } from '../../../server/store/change-log.ts'
import type { Rule } from '../../../schema/permissions.ts'
import { urlOf } from '../../support/fake-worker.ts'
import { subscribeByStream } from '../../support/raw-subscription.ts'
import { createTestServer, type TestServer } from '../../support/server.ts'
import { definition, write } from '../../support/store.ts'

const everything: Rule[] = [{ verbs: ['read'], kinds: '*', projects: '*' }]
const rules: Rule[] = [...everything]
const token = 'a-token-with-limited-permissions'

let server: TestServer
beforeAll(async () => {
  const policy = createPolicy(({ name }) => (name === 'limited' ? rules : everything))
  server = await createTestServer(undefined, { policy })
  const data = { name: 'limited', actor: 'ADMIN', hash: hashToken(token) } as const
  await server.database.prisma.token.create({ data })
})
afterAll(() => server.stop())

interface Event {
  type: string
  objectId: string | null
  object: { name: string } | null
  position: string | null
}

function watch(filter: string, { after, as = server.adminToken }: { after?: string; as?: string } = {}) {
  const argument = after === undefined ? '' : `, after: "${after}"`
  const query = `subscription { watched: objects(filter: ${filter}${argument}) { type objectId object { name } position } }`
  const { received, end } = subscribeByStream({ url: urlOf(server), token: as, query })
  const events = (): Event[] =>
    received.flatMap(({ data }) => (data == null ? [] : [data['watched'] as Event]))
  return {
    events,
    end,
    shown: () => events().map(({ type, object }) => (object === null ? type : `${type} ${object.name}`)),
    code: () => received.at(-1)?.errors?.[0]?.extensions['code'],
    last: () => String(events().at(-1)?.position),
  }
}

/** Watches until all is sent, and returns what was sent and the position from which to continue. */
async function until(filter: string, options: Parameters<typeof watch>[1] = {}) {
  const watched = watch(filter, options)
  await expect.poll(watched.shown).toContain('SYNCED')
  watched.end()
  return { shown: watched.shown(), events: watched.events(), position: watched.last() }
}

/**
 * Returns a position after everything that is logged: that of a list may be older than what it contains, and a transaction that runs
 * at the moment, also one of another database, holds the log up.
 */
async function positionAfter({ position }: { position: string }, filter: string, as?: string) {
  const options = as === undefined ? {} : { as }
  const newest = await logged()
  let after = position
  while (cursorOf(after) < newest) after = (await until(filter, { after, ...options })).position
  return after
}

function cursorOf(position: string): bigint {
  return BigInt(Buffer.from(position, 'base64url').toString().split('.')[0] ?? 0)
}

const create = (name: string, more: object = {}) =>
  server.store.create({ ...definition(name), ...more }, write)
const update = (name: string, more: object) =>
  server.store.update({ kind: 'WorkloadDefinition', name, ...more }, write)
const remove = (name: string, project?: string) =>
  server.store.delete([{ kind: 'WorkloadDefinition', name, ...(project && { project }) }], write)

const logged = async (): Promise<bigint> => {
  const { rows } = await server.database.sql.query<{ last: bigint }>('SELECT max(seq) AS last FROM "Change"')
  return rows[0]?.last ?? 0n
}

describe('a watch after a position', () => {
  it('sends what has changed since, and nothing else', async () => {
    const gold = { labels: { tier: 'gold' } }
    for (const name of ['same', 'edited', 'removed', 'demoted']) await create(`a-${name}`, gold)
    const filter = '{ labels: { tier: "gold" } }'
    const listed = await until(filter)
    expect(listed.events.slice(0, -1).map((each) => each.position)).toEqual([null, null, null, null])
    const position = await positionAfter(listed, filter)
    await update('a-edited', { spec: definition('a-edited', 'changed').spec })
    await update('a-demoted', { labels: { tier: 'iron' } })
    await remove('a-removed')
    await create('a-new', gold)
    await create('a-other')
    // A long transaction, also of another database, holds the log up.
    await expect
      .poll(async () => (await until(filter, { after: position })).shown.toSorted())
      .toEqual(['ADDED a-edited', 'ADDED a-new', 'DELETED', 'DELETED', 'DELETED', 'SYNCED'].toSorted())
    const { events: continued } = await until(filter, { after: position })
    const idOf = (name: string) => listed.events.find(({ object }) => object?.name === name)?.objectId
    const gone = continued.filter(({ type }) => type === 'DELETED').map(({ objectId }) => objectId)
    expect(gone).toEqual(expect.arrayContaining([idOf('a-demoted'), idOf('a-removed')]))
  })

  it('goes on with changes, from the position of any event', async () => {
    const filter = '{ names: ["b-one", "b-two"] }'
    const { position } = await until(filter)
    const watched = watch(filter, { after: position })
    await expect.poll(watched.shown).toEqual(['SYNCED'])
    await create('b-one')
    await expect.poll(watched.shown).toEqual(['SYNCED', 'ADDED b-one'])
    const between = watched.last()
    await create('b-two')
    await expect.poll(watched.shown).toContain('ADDED b-two')
    watched.end()
    expect((await until(filter, { after: between })).shown).toEqual(['ADDED b-two', 'SYNCED'])
    expect((await until(filter, { after: watched.last() })).shown).toEqual(['SYNCED'])
  })

  it('continues a list from the position of its first page', async () => {
    for (const name of ['c-1', 'c-2', 'c-3']) await create(name)
    const page = (after = '') =>
      server.graphql(
        `{ objects(filter: { search: "c-" }, first: 2${after}) { position pageInfo { endCursor } nodes { name } } }`,
      )
    const { body } = await page()
    const { position, pageInfo } = body.data?.['objects'] as unknown as {
      position: string
      pageInfo: { endCursor: string }
    }
    await remove('c-1')
    await create('c-4')
    const rest = (await page(`, after: "${pageInfo.endCursor}"`)).body.data?.['objects']
    expect(rest).toMatchObject({ nodes: [{ name: 'c-3' }, { name: 'c-4' }] })
    const watched = watch('{ search: "c-" }', { after: position })
    // The server may not have read the newest changes before the page: those are sent once more. Later ones follow while another
    // transaction holds up the log.
    await expect.poll(watched.shown).toEqual(expect.arrayContaining(['DELETED', 'ADDED c-4', 'SYNCED']))
    watched.end()
  })

  it('of one object continues as well', async () => {
    const { id } = await create('d-one')
    const { position } = await until('{ names: ["d-one"] }')
    await update('d-one', { labels: { changed: 'true' } })
    const query = `subscription { watched: object(by: { id: ${id} }, after: "${position}") { type object { name } } }`
    const { received, end } = subscribeByStream({ url: urlOf(server), token: server.adminToken, query })
    // The change follows while another transaction holds up the log.
    await expect
      .poll(() => received.map(({ data }) => data?.['watched']))
      .toEqual(
        expect.arrayContaining([
          expect.objectContaining({ object: { name: 'd-one' } }),
          { type: 'SYNCED', object: null },
        ]),
      )
    end()
  })

  it('advances the position while only other objects change', async () => {
    const watched = watch('{ kinds: [Project], names: ["default"] }')
    await expect.poll(watched.shown).toContain('SYNCED')
    const before = watched.last()
    await create('e-other')
    await expect.poll(() => watched.shown().at(-1)).toBe('BOOKMARK')
    expect(watched.last()).not.toBe(before)
    watched.end()
  })
})

describe('a position is rejected', () => {
  it.each(['', 'nonsense', '12345', 'MTIz', '9'.repeat(40)])('when it is "%s"', async (after) => {
    const watched = watch('{}', { after })
    await expect.poll(watched.code).toBe('INVALID_INPUT')
    watched.end()
  })

  it('when the log no longer has all changes since', async () => {
    const { position } = await until('{ names: ["default"] }')
    await create('f-one')
    await create('f-two')
    const { sql } = server.database
    const prune = (upTo: bigint) =>
      sql.query(
        `INSERT INTO "Lease" (name, owner, "expiresAt", position) VALUES ($1, 'test', now(), $2)
         ON CONFLICT (name) DO UPDATE SET position = excluded.position`,
        [housekeeping, upTo],
      )
    await prune(await logged())
    const watched = watch('{ names: ["default"] }', { after: position })
    await expect.poll(watched.code).toBe('CURSOR_GONE')
    watched.end()
    await prune(0n)
  })

  it('when it belongs to another control plane', async () => {
    const { position } = await until('{ names: ["default"] }')
    const { sql } = server.database
    const { rows } = await sql.query<{ id: string }>('SELECT id FROM "ControlPlane"')
    await sql.query(`UPDATE "ControlPlane" SET id = 'another'`)
    const watched = watch('{ names: ["default"] }', { after: position })
    await expect.poll(watched.code).toBe('CURSOR_GONE')
    watched.end()
    await sql.query('UPDATE "ControlPlane" SET id = $1', [rows[0]?.id])
  })

  it('when the permissions of the client have changed, also while it follows', async () => {
    const filter = '{ search: "g-" }'
    const { position } = await until(filter, { as: token })
    const watched = watch(filter, { as: token, after: position })
    // Deletions of earlier tests may follow the position, while another transaction holds up the log.
    await expect.poll(() => watched.shown().at(-1)).toBe('SYNCED')
    rules.splice(0, rules.length, { verbs: ['read'], kinds: '*', projects: ['other'] })
    await create('g-one')
    await expect.poll(watched.code).toBe('CURSOR_GONE')
    watched.end()
    const again = watch(filter, { as: token, after: position })
    await expect.poll(again.code).toBe('CURSOR_GONE')
    again.end()
    rules.splice(0, rules.length, ...everything)
  })
})

describe('a watch after a position, with permissions for a project', () => {
  it('sends no IDs of other objects, but those of its own when the project is gone', async () => {
    rules.splice(0, rules.length, { verbs: ['read'], kinds: '*', projects: ['short-lived'] })
    await server.store.create({ kind: 'Project', name: 'short-lived', spec: {} }, write)
    const { id } = await create('h-mine', { project: 'short-lived' })
    const filter = '{ search: "h-" }'
    const listed = await until(filter, { as: token })
    expect(listed.shown).toEqual(['ADDED h-mine', 'SYNCED'])
    const position = await positionAfter(listed, filter, token)
    await create('h-theirs')
    await remove('h-theirs')
    expect((await until(filter, { as: token, after: position })).shown).toEqual(['SYNCED'])
    await remove('h-mine', 'short-lived')
    await server.store.delete([{ kind: 'Project', name: 'short-lived' }], write)
    // As long as another transaction holds the log up, nothing is sent.
    await expect
      .poll(async () =>
        (await until(filter, { as: token, after: position })).events.map(({ objectId }) => objectId),
      )
      .toContain(String(id))
    rules.splice(0, rules.length, ...everything)
  })
})
