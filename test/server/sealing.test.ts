import { randomBytes } from 'node:crypto'
import { serialize } from 'node:v8'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Store } from '../../schema/graphql/store.ts'
import { createBackups } from '../../server/backup/backups.ts'
import { holdLeases } from '../../server/delivery/leader-leases.ts'
import { sealingWork } from '../../server/sealing.ts'
import { createEncryption, type Encryption } from '../../server/store/encryption.ts'
import { assertKeys, findFormerKeys } from '../../server/store/sealing-keys.ts'
import { createStore } from '../../server/store/store.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'
import { eventually } from '../support/eventually.ts'
import { write } from '../support/store.ts'

const log = pino({ level: 'silent' })
const [key, otherKey] = [randomBytes(32), randomBytes(32)]
const value = `canary-${randomBytes(8).toString('hex')}`

function text(name: string): string {
  return `# Kept.\napiVersion: v1\nkind: Secret\nmetadata: {name: ${name}}\nstringData: {password: ${value}}\n`
}

async function everything({ sql }: TestDatabase): Promise<string> {
  const tables = ['Object', 'Change', 'IdempotencyKey', 'ObjectEvent']
  const rows = await Promise.all(
    tables.map((name) => sql.query(`SELECT to_jsonb(t)::text AS row FROM "${name}" t`)),
  )
  const stored = rows.flatMap((each) => each.rows.map(({ row }: { row: string }) => row)).join('\n')
  // Bytes are shown in hexadecimal.
  return (
    stored +
    Buffer.from([...stored.matchAll(/\\\\x([0-9a-f]+)/g)].map(([, hex]) => hex).join(''), 'hex').toString(
      'latin1',
    )
  )
}

let database: TestDatabase
let store: Store
beforeAll(async () => {
  database = await createTestDatabase()
  store = createStore({ database, encryption: createEncryption(key) })
  await store.create({ kind: 'Project', name: 'default', spec: {} }, write)
})
afterAll(() => database.drop())

/** Stores a secret as an earlier release did: in the clear, in the object, in the log and in a stored response. */
async function storeInTheClear(name: string): Promise<bigint> {
  const spec = { yamlDocument: text(name) }
  const { id } = await store.create({ kind: 'WorkloadDefinition', name, spec }, write)
  await database.sql.query('UPDATE "Object" SET spec = $2, secrets = NULL WHERE id = $1', [id, spec])
  await database.sql.query(
    `UPDATE "Change" SET after = $2, before = $2, operation = 'UPDATE' WHERE "objectId" = $1`,
    [id, spec],
  )
  const answer = serialize({ id, kind: 'WorkloadDefinition', spec, createdAt: new Date(), label: 'ü→' })
  await database.sql.query(
    `INSERT INTO "IdempotencyKey" (actor, key, request, answer) VALUES ('ci', $1, '', $2)`,
    [name, answer],
  )
  return id
}

async function seal(keys = [key]): Promise<void> {
  const [first = key, ...former] = keys
  const encryption = createEncryption(first, former)
  await database.sql.query(
    `INSERT INTO "Lease" (name, owner, "expiresAt", position) VALUES ('relay', 'test', now(), (SELECT max(seq) FROM "Change"))
     ON CONFLICT (name) DO UPDATE SET position = excluded.position`,
  )
  const end = holdLeases(database.sql, log, [sealingWork({ pool: database.sql, log, encryption, every: 20 })])
  const { rows } = await database.sql.query<{ newest: bigint }>('SELECT max(seq) AS newest FROM "Change"')
  const sealed = await eventually(async () => {
    const { rows: leases } = await database.sql.query<{ position: bigint }>(
      `SELECT position FROM "Lease" WHERE name = 'sealing'`,
    )
    const isCurrent = Object.values(
      (await store.find({ kind: 'WorkloadDefinition', name: 'one' }))?.secrets ?? {},
    )
    return leases[0]?.position === rows[0]?.newest &&
      isCurrent.every((each) => encryption.isCurrent(String(each)))
      ? true
      : undefined
  })
  await end()
  expect(sealed).toBe(true)
}

describe('a secret that an earlier release stored in the clear', () => {
  it('is encrypted while the server runs, and nothing else changes', async () => {
    const id = await storeInTheClear('one')
    expect(await everything(database)).toContain(value)
    const before = await store.find({ id })
    await seal()
    expect(await everything(database)).not.toContain(value)
    const after = await store.find({ id })
    expect(after).toMatchObject({ generation: before?.generation, version: before?.version })
    expect((after?.spec as { yamlDocument: string }).yamlDocument).toMatch(
      /^# Kept\.\n.*\(secret [0-9a-f]{16}\)\}\n$/s,
    )
    expect(await store.secrets(id)).toEqual({ yamlDocument: text('one') })
    const same = { kind: 'WorkloadDefinition', name: 'one', spec: { yamlDocument: text('one') } }
    expect(await store.apply([same], write)).toMatchObject([{ result: 'unchanged' }])
  })

  it('is encrypted if a server of an earlier release writes it later', async () => {
    const id = await storeInTheClear('two')
    await seal()
    expect(await everything(database)).not.toContain(value)
    expect(await store.secrets(id)).toEqual({ yamlDocument: text('two') })
  })

  it('is encrypted if a backup of an earlier release is restored', async () => {
    await storeInTheClear('three')
    const encryption = createEncryption(key)
    const pieces: string[] = []
    for await (const piece of createBackups(database.sql, encryption, () => undefined).take())
      pieces.push(piece)
    expect(pieces.join('')).toContain(value)
    const into = await createTestDatabase()
    async function* backup(): AsyncGenerator<string> {
      yield* pieces
    }
    await createBackups(into.sql, encryption, () => undefined).restore(backup())
    expect(await everything(into)).not.toContain(value)
    const restored = createStore({ database: into, encryption })
    const object = await restored.find({ kind: 'WorkloadDefinition', name: 'three' })
    expect(await restored.secrets(object?.id ?? 0n)).toEqual({ yamlDocument: text('three') })
    await into.drop()
    await seal()
  })
})

describe('the encryption key', () => {
  it('can be replaced: values of the former key are decrypted, and encrypted again', async () => {
    const both = createStore({ database, encryption: createEncryption(otherKey, [key]) })
    const target = { kind: 'WorkloadDefinition', name: 'one' }
    const object = await both.find(target)
    expect(await both.secrets(object?.id ?? 0n)).toEqual({ yamlDocument: text('one') })
    await seal([otherKey, key])
    const only = createStore({ database, encryption: createEncryption(otherKey) })
    expect(await only.secrets(object?.id ?? 0n)).toEqual({ yamlDocument: text('one') })
    const same = { ...target, spec: { yamlDocument: text('one') } }
    expect(await only.apply([same], write)).toMatchObject([{ result: 'unchanged' }])
  })

  it('is refused if it is another one, at the start and by every use', async () => {
    const wrong = createEncryption(key)
    await expect(assertKeys(database.sql, wrong)).rejects.toMatchObject({
      code: 'CONFLICT',
      message: expect.stringContaining('QLEET_FORMER_ENCRYPTION_KEYS'),
    })
    await assertKeys(database.sql, createEncryption(otherKey))
    const object = await store.find({ kind: 'WorkloadDefinition', name: 'one' })
    await expect(store.secrets(object?.id ?? 0n)).rejects.toThrow(
      'encrypted with a key that this server does not have',
    )
  })

  it('is refused at the start if only the change log needs a missing one', async () => {
    const [former, current] = [randomBytes(32), randomBytes(32)]
    const own = await createTestDatabase()
    const before = createStore({ database: own, encryption: createEncryption(former) })
    await before.create({ kind: 'Project', name: 'default', spec: {} }, write)
    const secret = { kind: 'SecretDefinition', name: 'logged', spec: { data: { a: 'one' } } }
    await before.create(secret, write)
    await own.sql.query(`UPDATE "Object" SET secrets = NULL`)
    const missing = createEncryption(former).keyId
    await expect(assertKeys(own.sql, createEncryption(current))).rejects.toMatchObject({
      code: 'CONFLICT',
      message: expect.stringContaining(
        `(0 objects, 1 entry of the change log) are encrypted with the key ${missing}`,
      ),
    })
    await assertKeys(own.sql, createEncryption(current, [former]))
    await own.drop()
  })

  it('can be replaced on one server after the other, while both write', async () => {
    const [former, current] = [randomBytes(32), randomBytes(32)]
    const own = await createTestDatabase()
    const encryptions = [createEncryption(former, [current]), createEncryption(current, [former])] as const
    const [old, fresh] = [
      createStore({ database: own, encryption: encryptions[0] }),
      createStore({ database: own, encryption: encryptions[1] }),
    ]
    await old.create({ kind: 'Project', name: 'default', spec: {} }, write)
    const secret = (name: string, value: string) => ({
      kind: 'SecretDefinition',
      name,
      spec: { data: { value, shared: 'same' } },
    })
    const names = Array.from({ length: 8 }, (_, index) => `s-${index}`)
    await old.apply(
      names.map((name) => secret(name, 'first')),
      write,
    )
    const options = { pool: own.sql, log, every: 5 }
    const end = holdLeases(own.sql, log, [sealingWork({ ...options, encryption: encryptions[1] })])
    for (let round = 0; round < 20; round++)
      await Promise.all(
        names.map((name, index) =>
          (index % 2 === round % 2 ? old : fresh).apply([secret(name, `round ${round}`)], write),
        ),
      )
    const remaining = await eventually(async () => {
      const { former: ids } = await findFormerKeys(own.sql, encryptions[1])
      return ids.length === 0 ? true : undefined
    })
    await end()
    expect(remaining).toBe(true)
    const only = createStore({ database: own, encryption: createEncryption(current) })
    await assertKeys(own.sql, createEncryption(current))
    for (const name of names) {
      const object = await only.find({ kind: 'SecretDefinition', name })
      expect(await only.secrets(object?.id ?? 0n)).toEqual({
        'data/value': 'round 19',
        'data/shared': 'same',
      })
      await only.rollBack({ kind: 'SecretDefinition', name }, {}, write)
      expect((await only.secrets(object?.id ?? 0n))['data/value']).toBe('round 18')
    }
    await own.drop()
  })

  it('is needed to restore a backup that was taken during the replacement', async () => {
    const [former, current] = [randomBytes(32), randomBytes(32)]
    const [own, into] = [await createTestDatabase(), await createTestDatabase()]
    const before = createStore({ database: own, encryption: createEncryption(former) })
    await before.create({ kind: 'Project', name: 'default', spec: {} }, write)
    const secret = { kind: 'SecretDefinition', name: 'kept', spec: { data: { a: 'one' } } }
    const { id } = await before.create(secret, write)
    const both = createEncryption(current, [former])
    const lines: string[] = []
    for await (const line of createBackups(own.sql, both, () => undefined).take()) lines.push(line)
    async function* backup(): AsyncGenerator<string> {
      yield* lines
    }
    const restoreWith = (encryption: Encryption) =>
      createBackups(into.sql, encryption, () => undefined).restore(backup())
    await expect(restoreWith(createEncryption(current))).rejects.toMatchObject({
      code: 'CONFLICT',
      message: expect.stringContaining(createEncryption(former).keyId),
    })
    await restoreWith(both)
    const after = createStore({ database: into, encryption: createEncryption(current) })
    expect(await after.secrets(id)).toEqual({ 'data/a': 'one' })
    await Promise.all([own.drop(), into.drop()])
  })

  it('does not change which requests an idempotency key repeats', async () => {
    const [former, current] = [randomBytes(32), randomBytes(32)]
    const own = await createTestDatabase()
    const [old, fresh] = [createEncryption(former), createEncryption(current, [former])].map((encryption) =>
      createStore({ database: own, encryption }),
    ) as [Store, Store]
    const request = { actor: 'ci', key: 'job-1', request: { secret: 'one' } }
    await old.once(request, async () => 'first')
    expect(await fresh.once(request, async () => 'second')).toBe('first')
    await expect(
      fresh.once({ ...request, request: { secret: 'two' } }, async () => ''),
    ).rejects.toMatchObject({
      code: 'KEY_REUSED',
    })
    await own.drop()
  })

  it('decrypts values from releases that did not store the key id', () => {
    const encryption = createEncryption(otherKey, [key])
    const sealed = createEncryption(key).seal('hush', 'here').split(':').slice(0, 4).join(':')
    expect(encryption.open(sealed, 'here')).toBe('hush')
    expect(() => encryption.open(sealed, 'elsewhere')).toThrow(
      'encrypted with a key that this server does not have',
    )
  })
})
