import { randomBytes } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { packed } from '../../../schema/packed-text.ts'
import { createEncryption } from '../../../server/store/encryption.ts'
import { findFormerKeys } from '../../../server/store/sealing-keys.ts'
import { resealTerraform } from '../../../server/store/seal-terraform.ts'
import { createStore } from '../../../server/store/store.ts'
import { testStore, write } from '../../support/store.ts'

const configuration = 'resource "terraform_data" "a" {}\n'
const test = testStore()
let id: bigint
let epoch: number
beforeEach(async () => {
  await test.store.apply(
    [
      { kind: 'TerraformDefinition', name: 'a', spec: { configuration } },
      { kind: 'TerraformInstance', name: 'a', spec: { definition: 'a' } },
    ],
    write,
  )
  id = (await test.store.find({ kind: 'TerraformInstance', name: 'a' }))?.id ?? 0n
  await test.database.sql.query('DELETE FROM "TerraformRun"')
  await test.database.sql.query('DELETE FROM "TerraformState"')
  await test.database.sql.query('UPDATE "Object" SET "leaseExpiresAt" = NULL')
  epoch = (await test.store.startReconcile(id))?.object.epoch ?? 0
})

const start = (runId: string): Promise<boolean> =>
  test.store.startTerraformRun(id, epoch, { runId, inputs: 'i' })

/** Lets the lease of the run expire. */
async function expire(): Promise<void> {
  await test.database.sql.query(`UPDATE "TerraformRun" SET "expiresAt" = now() - interval '1 second'`)
}

describe('a run of Terraform', () => {
  it('is the only one until it has finished', async () => {
    const started = await Promise.all(['one', 'two', 'three'].map(start))
    expect(started.filter(Boolean)).toHaveLength(1)
    const run = await test.store.terraformRun(id)
    expect(run).toMatchObject({ isAlive: true, result: null, finishedAt: null })
    await test.store.finishTerraformRun(id, run?.id ?? '', '{"status":"applied"}')
    expect(await test.store.terraformRun(id)).toMatchObject({
      isAlive: false,
      result: '{"status":"applied"}',
    })
    expect(await start('next')).toBe(true)
    // What the one before has found is known until the next one has finished.
    expect(await test.store.terraformRun(id)).toMatchObject({ id: 'next', result: '{"status":"applied"}' })
  })

  it('is started by the newest reconcile only', async () => {
    await expect(
      test.store.startTerraformRun(id, epoch - 1, { runId: 'one', inputs: 'i' }),
    ).rejects.toMatchObject({ code: 'STALE_EPOCH' })
  })

  it('stays alive while it renews its lease, and says what it is doing', async () => {
    await start('one')
    await expire()
    expect(await test.store.terraformRun(id)).toMatchObject({ isAlive: false })
    await test.store.renewTerraformRun(id, 'one', 'Applying.')
    expect(await test.store.terraformRun(id)).toMatchObject({ isAlive: true, progress: 'Applying.' })
    expect(await start('two')).toBe(false)
  })

  it('writes its state, also after its lease, until another one has started', async () => {
    await start('one')
    expect(await test.store.recordTerraformState(id, 'one', packed('first'))).toBe(true)
    await expire()
    expect(await test.store.recordTerraformState(id, 'one', packed('second'))).toBe(true)
    expect(await start('two')).toBe(true)
    expect(await test.store.recordTerraformState(id, 'one', packed('third'))).toBe(false)
    expect(await test.store.readState(id)).toBe('second')
    await expect(test.store.renewTerraformRun(id, 'one', '')).rejects.toMatchObject({ code: 'STALE_EPOCH' })
    await expect(test.store.finishTerraformRun(id, 'one', '{}')).rejects.toMatchObject({
      code: 'STALE_EPOCH',
    })
    const events = await test.store.events(id, { take: 10, skip: 0 })
    expect(events.map(({ reason }) => reason)).toContain('StateRefused')
    const { rows } = await test.database.sql.query('SELECT refused FROM "TerraformState" ORDER BY id')
    expect(rows).toEqual([{ refused: false }, { refused: true }])
  })

  it('makes its object due when it ends', async () => {
    await start('one')
    const due = async (): Promise<unknown> =>
      (
        await test.database.sql.query(
          // Times are rounded to milliseconds, which may lie ahead.
          `SELECT "nextReconcileAt" <= now() + interval '1 second' AS due FROM "Object" WHERE id = $1`,
          [id],
        )
      ).rows
    await test.database.sql.query(`UPDATE "Object" SET "nextReconcileAt" = now() + interval '1 hour'`)
    await test.store.finishTerraformRun(id, 'one', '{}')
    expect(await due()).toEqual([{ due: true }])
  })

  it('leaves the states of the twenty runs before', async () => {
    for (let index = 0; index < 23; index++) {
      await start(`run-${index}`)
      await test.store.recordTerraformState(id, `run-${index}`, packed(`state ${index}`))
      await test.store.finishTerraformRun(id, `run-${index}`, '{}')
    }
    const { rows } = await test.database.sql.query<{ runId: string }>(
      'SELECT "runId" FROM "TerraformState" ORDER BY id',
    )
    expect(rows.map(({ runId }) => runId)).toEqual(
      Array.from({ length: 21 }, (_, index) => `run-${index + 2}`),
    )
    expect(await test.store.readState(id)).toBe('state 22')
  })
})

describe('the lock of a person', () => {
  it('keeps runs from starting, and a run keeps it from being taken', async () => {
    expect(await test.store.lockState(id, { id: 'lock', note: 'by Ada' })).toBeUndefined()
    expect(await start('one')).toBe(false)
    expect(await test.store.lockState(id, { id: 'other', note: '' })).toMatchObject({
      id: 'lock',
      note: 'by Ada',
    })
    await test.store.writeState(id, { lockId: 'lock', state: '{}' })
    await test.store.unlockState(id, 'lock')
    await expect(test.store.writeState(id, { lockId: 'lock', state: '{}' })).rejects.toMatchObject({
      code: 'CONFLICT',
    })
    expect(await start('one')).toBe(true)
    expect(await test.store.lockState(id, { id: 'lock', note: '' })).toMatchObject({ id: 'one' })
    // The lock of a run is not for people to use.
    await expect(test.store.unlockState(id, 'one')).rejects.toMatchObject({ code: 'CONFLICT' })
    await expect(test.store.writeState(id, { lockId: 'one', state: '{}' })).rejects.toMatchObject({
      code: 'CONFLICT',
    })
  })
})

describe('the key of states and results', () => {
  it('is replaced, and counted until then', async () => {
    const [former, key] = [randomBytes(32), randomBytes(32)]
    const { database } = test
    const store = createStore({ database, encryption: createEncryption(former) })
    await store.startTerraformRun(id, epoch, { runId: 'one', inputs: 'i' })
    await store.recordTerraformState(id, 'one', packed('a state'))
    await store.finishTerraformRun(id, 'one', '{"status":"applied"}')
    const next = createEncryption(key, [former])
    expect((await findFormerKeys(database.sql, next)).former).toEqual([createEncryption(former).keyId])
    await resealTerraform(database.sql, next, { limit: 1 })
    expect((await findFormerKeys(database.sql, next)).former).toEqual([])
    const reader = createStore({ database, encryption: createEncryption(key) })
    expect(await reader.readState(id)).toBe('a state')
    expect((await reader.terraformRun(id))?.result).toBe('{"status":"applied"}')
  })
})
