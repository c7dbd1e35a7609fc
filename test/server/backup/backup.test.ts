import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { trustedPolicy } from '../../../schema/clusters/policy.ts'
import { createBackups } from '../../../server/backup/backups.ts'
import { keyProof, tables } from '../../../server/backup/format.ts'
import { createEncryption, type Encryption } from '../../../server/store/encryption.ts'
import { createStore } from '../../../server/store/store.ts'
import type { Store } from '../../../schema/graphql/store.ts'
import { urlOf } from '../../support/fake-worker.ts'
import { head, rawConnection } from '../../support/raw-http.ts'
import { createTestDatabase, type TestDatabase } from '../../support/database.ts'
import { createTestServer, type TestServer } from '../../support/server.ts'
import { defaultRuntime, definition, write } from '../../support/store.ts'

/** The rows that migrations create, and tables that a backup omits because they belong to running servers, or last for a day. */
const leftOut = [
  'Lease',
  'LoginCode',
  'Notification',
  'Plan',
  'Process',
  'RuntimeSchema',
  'SearchDocument',
  'Session',
  'Token',
  '_prisma_migrations',
]

const encryption = createEncryption(randomBytes(32))
let from: { database: TestDatabase; store: Store }
beforeAll(async () => {
  const database = await createTestDatabase()
  from = { database, store: createStore({ database, encryption, clusters: trustedPolicy }) }
  await from.store.create({ kind: 'Project', name: 'default', spec: {} }, write)
  await from.store.apply(
    [
      ...defaultRuntime,
      { kind: 'KubernetesRuntimeDefinition', name: 'imported', spec: { provider: 'kubeconfig' } },
      {
        kind: 'KubernetesRuntimeInstance',
        name: 'imported',
        spec: { definition: 'imported', kubeconfig: kubeconfig('a secret') },
      },
      definition('web', 'ünï cödé \\u2028 ☃'),
      { kind: 'WorkloadInstance', name: 'web', labels: { team: 'a' }, spec: { definition: 'web' } },
    ],
    write,
  )
  await from.store.once({ actor: 'ci', key: 'k', request: 1 }, async (once) =>
    once.apply([definition('once')], write),
  )
  const { id = 0n } = (await from.store.find({ kind: 'WorkloadInstance', name: 'web' })) ?? {}
  await from.store.createEvent({ ...event, subject: { kind: 'WorkloadInstance', id } })
  await from.store.createEvent({ ...event, subject: { kind: 'OfAModule', id: 7n } })
})
const time = new Date()
const event = {
  type: 'Normal',
  reason: 'Made',
  note: '',
  count: 1,
  firstSeen: time,
  lastSeen: time,
  reporter: 'test',
}
afterAll(() => from.database.drop())

/** Truncates a backup to a start that could be restored so far. */
function keptHeader(): string {
  const key = encryption.seal(keyProof, keyProof)
  return `${JSON.stringify({ qleetosBackup: 1, takenAt: new Date().toISOString(), version: '0', migrations: [], key })}\n`
}

function kubeconfig(token: string): string {
  return JSON.stringify({
    apiVersion: 'v1',
    kind: 'Config',
    clusters: [{ name: 'a', cluster: { server: 'https://127.0.0.1:6443' } }],
    users: [{ name: 'a', user: { token } }],
    contexts: [{ name: 'a', context: { cluster: 'a', user: 'a' } }],
    'current-context': 'a',
  })
}

async function take(): Promise<string> {
  let text = ''
  for await (const piece of createBackups(from.database.sql, encryption, () => undefined).take())
    text += piece
  return text
}

const changedByRestore = [
  'epoch',
  'triggers',
  'nextReconcileAt',
  'leaseExpiresAt',
  'orphanedIds',
  'restoredThrough',
]

async function rowsOf({ sql }: TestDatabase, table: string): Promise<unknown[]> {
  const { rows } = await sql.query<{ row: unknown }>(
    `SELECT to_jsonb(t) - $1::text[] AS row FROM "${table}" t ORDER BY t`,
    [changedByRestore],
  )
  return rows.map(({ row }) => row)
}

/** Restores into a separate database. */
async function restored(text: string, check: (database: TestDatabase) => Promise<void>): Promise<void> {
  const database = await createTestDatabase()
  try {
    const into = createBackups(database.sql, encryption, () => undefined)
    const pieces = text.match(/[^]{1,1000}/g) ?? []
    await into.restore(Readable.from(pieces) as AsyncIterable<string>)
    await check(database)
  } finally {
    await database.drop()
  }
}

describe('a backup', () => {
  it('has every table but those that belong to running servers', async () => {
    const { rows } = await from.database.sql.query<{ name: string }>(
      `SELECT table_name AS name FROM information_schema.tables WHERE table_schema = current_schema()`,
    )
    const known = [...tables.map(({ name }) => name), ...leftOut]
    expect(rows.map(({ name }) => name).toSorted()).toEqual(known.toSorted())
  })

  it('restores every row unchanged', async () => {
    await restored(await take(), async (database) => {
      const filled: string[] = []
      for (const { name } of tables) {
        const rows = await rowsOf(from.database, name)
        if (rows.length > 0) filled.push(name)
        expect(await rowsOf(database, name), name).toEqual(rows)
      }
      expect(await rowsOf(database, 'SearchDocument')).toEqual(await rowsOf(from.database, 'SearchDocument'))
      const events = ['ObjectEvent', 'DetachedEvent']
      expect(filled).toEqual(['ControlPlane', 'Object', 'Reference', ...events, 'IdempotencyKey', 'Change'])
    })
  })

  it('contains no secret in the clear, and restores them', async () => {
    const text = await take()
    expect(text).not.toContain('a secret')
    await restored(text, async (database) => {
      const store = createStore({ database, encryption, clusters: trustedPolicy })
      const runtime = await store.find({ kind: 'KubernetesRuntimeInstance', name: 'imported' })
      expect((await store.secrets(runtime?.id ?? 0n))['kubeconfig']).toContain('a secret')
    })
  })

  it('makes every object due, under new epochs, and assigns no id twice', async () => {
    await restored(await take(), async (database) => {
      const store = createStore({ database, encryption, clusters: trustedPolicy })
      const before = await from.store.find({ kind: 'WorkloadInstance', name: 'web' })
      const after = await store.find({ kind: 'WorkloadInstance', name: 'web' })
      expect(after).toMatchObject({ id: before?.id, epoch: (before?.epoch ?? 0) + 1000 })
      expect((after?.nextReconcileAt?.getTime() ?? Infinity) - Date.now()).toBeLessThan(10_000)
      const made = await store.create(definition('new'), write)
      expect(made.id).toBeGreaterThan((before?.id ?? 0n) + 900_000n)
      const [last] = await store.listEvents({ limit: 1, newestFirst: true })
      expect((await store.createEvent(event)).id).toBeGreaterThan((last?.id ?? 0n) + 900_000n)
      const repeated = store.once({ actor: 'ci', key: 'k', request: 1 }, () =>
        Promise.reject(new Error('a second effect')),
      )
      expect(await repeated).toMatchObject([{ object: { name: 'once' }, result: 'created' }])
    })
  })

  it('is a snapshot during concurrent writes', async () => {
    const text = createBackups(from.database.sql, encryption, () => undefined).take()
    let whole = ''
    let count = 0
    for await (const piece of text) {
      whole += piece
      const name = `during-${(count += 1)}`
      await from.store.apply(
        [definition(name), { kind: 'WorkloadInstance', name, spec: { definition: name } }],
        write,
      )
    }
    expect(count).toBeGreaterThan(5)
    await restored(whole, async (database) => {
      const { rows } = await database.sql.query(`SELECT FROM "Object" WHERE name LIKE 'during-%'`)
      expect(rows).toEqual([])
    })
  })
})

describe('a restore', () => {
  const into = async (text: string, key = encryption): Promise<unknown> => {
    const database = await createTestDatabase()
    try {
      const pieces = Readable.from([text]) as AsyncIterable<string>
      await createBackups(database.sql, key, () => undefined).restore(pieces)
      return 'restored'
    } catch (error) {
      expect(await rowsOf(database, 'Object')).toEqual([])
      return (error as Error).message
    } finally {
      await database.drop()
    }
  }

  it.each<[string, (text: string) => string, string]>([
    ['nothing', () => '', 'backup: is not a backup. Send a file that `qleetctl backup` has written.'],
    [
      'something else',
      () => '{"a":1}\n',
      'backup: is not a backup. Send a file that `qleetctl backup` has written.',
    ],
    [
      'the first half',
      (text) => text.slice(0, text.length / 2),
      'backup: is truncated. Copy it again, or take a new backup.',
    ],
    [
      'a backup without one row',
      (text) => text.replace(/\n\{[^\n]*"name": "once"[^\n]*/, ''),
      'backup: lacks rows of Object. Take a new backup.',
    ],
    [
      'one of a newer server',
      (text) => text.replace('"20261121000000_objects"', '"20991231000000_later"'),
      'backup: was written by a newer server',
    ],
  ])('refuses %s and leaves nothing behind', async (_, change, message) => {
    expect(await into(change(await take()))).toContain(message)
  })

  it('refuses one with a line without an end, as soon as it is too long', async () => {
    let read = 0
    const lines = async function* () {
      yield keptHeader()
      for (; read < 1000; read += 1) yield 'x'.repeat(1024 * 1024)
    }
    const database = await createTestDatabase()
    const { restore } = createBackups(database.sql, encryption, () => undefined)
    await expect(restore(lines())).rejects.toMatchObject({
      code: 'INVALID_INPUT',
      message: expect.stringContaining('has a line of more than 134,217,728 characters'),
    })
    expect(read).toBe(128)
    await database.drop()
  })

  it.each(['while rows arrive', 'after the last row'])(
    'leaves nothing behind for a client that leaves %s',
    async (when) => {
      const gone = new AbortController()
      const leaving: Encryption = {
        ...encryption,
        // A restore opens a secret of the header, and compares its keys after the last row.
        open: (...sealed) => {
          if (when === 'while rows arrive') gone.abort()
          return encryption.open(...sealed)
        },
        get keyId() {
          gone.abort()
          return encryption.keyId
        },
      }
      const database = await createTestDatabase()
      const before = await rowsOf(database, 'Object')
      const { restore } = createBackups(database.sql, leaving, () => undefined)
      const text = Readable.from([await take()]) as AsyncIterable<string>
      await expect(restore(text, gone.signal)).rejects.toMatchObject({ code: 'UNAVAILABLE' })
      expect(await rowsOf(database, 'Object')).toEqual(before)
      await database.drop()
    },
  )

  it('refuses a backup with another key', async () => {
    expect(await into(await take(), createEncryption(randomBytes(32)))).toContain(
      'contains secrets that are encrypted with a different key',
    )
  })

  it('refuses a control plane that has objects', async () => {
    const { restore } = createBackups(from.database.sql, encryption, () => undefined)
    await expect(restore(Readable.from([await take()]) as AsyncIterable<string>)).rejects.toMatchObject({
      code: 'CONFLICT',
      message: expect.stringContaining('the control plane is not empty: it has KubernetesRuntimeDefinition'),
    })
  })
})

describe('/v1/backup and /v1/restore', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await createTestServer()
  })
  afterAll(() => server.stop())

  const request = (
    method: 'GET' | 'POST',
    url: string,
    { token = server.adminToken, payload }: { token?: string; payload?: Buffer } = {},
  ) =>
    server.app.inject({
      method,
      url,
      headers: {
        authorization: `Bearer ${token}`,
        ...(method === 'POST' && { 'content-type': 'application/gzip' }),
      },
      ...(method === 'POST' && { payload }),
    })

  it.each([
    ['GET', '/v1/backup'],
    ['POST', '/v1/restore'],
  ] as const)('%s %s requires an administrator', async (method, url) => {
    expect((await request(method, url, { token: server.workerToken })).statusCode).toBe(403)
    expect((await request(method, url, { token: 'nobody' })).statusCode).toBe(401)
  })

  it('sends and accepts gzip', async () => {
    const { rawPayload, statusCode } = await request('GET', '/v1/backup')
    expect(statusCode).toBe(200)
    expect(gunzipSync(rawPayload).toString()).toContain('"name": "default"')
    const response = await request('POST', '/v1/restore', { payload: rawPayload })
    expect(response.json()).toMatchObject({ objects: 1, changes: 1 })
  })

  it.each([
    [
      'a backup whose checksum differs',
      (payload: Buffer) => Buffer.concat([payload.subarray(0, -8), Buffer.alloc(8)]),
      'is damaged or truncated',
    ],
    [
      'a backup without its checksum',
      (payload: Buffer) => payload.subarray(0, -8),
      'is damaged or truncated',
    ],
    ['two backups in one', (payload: Buffer) => Buffer.concat([payload, payload]), 'has lines after its end'],
  ])('refuses %s, and leaves nothing behind', async (_, change, message) => {
    const { rawPayload } = await request('GET', '/v1/backup')
    const before = await rowsOf(server.database, 'Object')
    const response = await request('POST', '/v1/restore', { payload: change(rawPayload) })
    expect(response.statusCode).toBe(400)
    expect(response.body).toContain(message)
    expect(await rowsOf(server.database, 'Object')).toEqual(before)
  })

  it('rolls a restore back when its client leaves', async () => {
    const { rawPayload } = await request('GET', '/v1/backup')
    const client = rawConnection(urlOf(server))
    const headers = {
      authorization: `Bearer ${server.adminToken}`,
      'content-type': 'application/gzip',
      'content-length': String(rawPayload.length + 1),
    }
    client.write(Buffer.concat([Buffer.from(head('POST /v1/restore', headers)), rawPayload]))
    const locks = `SELECT FROM pg_locks WHERE relation = '"Object"'::regclass AND mode = 'ExclusiveLock'`
    const held = async (): Promise<number> => (await server.database.sql.query(locks)).rows.length
    await expect.poll(held).toBe(1)
    client.destroy()
    await expect.poll(held).toBe(0)
    expect(await rowsOf(server.database, 'Object')).toHaveLength(1)
  })

  it.each([
    ['no gzip', Buffer.from('text'), 'is damaged or truncated'],
    ['half of one', gzipSync(keptHeader()).subarray(0, -12), 'is damaged or truncated'],
    ['nothing', Buffer.alloc(0), 'is'],
  ])('refuses %s', async (_, payload, message) => {
    const response = await request('POST', '/v1/restore', { payload })
    expect(response.statusCode).toBe(400)
    expect(response.body).toContain(message)
  })
})
