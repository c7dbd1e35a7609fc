import { setTimeout as sleep } from 'node:timers/promises'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { WakeUp } from '../../schema/events.ts'
import { resyncWork } from '../../server/resync.ts'
import { eventually } from '../support/eventually.ts'
import { createTestStore, defaultRuntime, write, type TestStore } from '../support/store.ts'

let test: TestStore
beforeAll(async () => {
  test = await createTestStore()
  await test.store.apply(defaultRuntime, write)
})
afterAll(() => test.database.drop())

/** Runs resync while the work is done; the broker takes wake-ups as the given function says. */
async function withResync(
  publish: (wakeUps: readonly WakeUp[]) => Promise<void>,
  work: () => Promise<void>,
): Promise<void> {
  const end = new AbortController()
  const { work: resync } = resyncWork({
    pool: test.database.sql,
    broker: {
      connected: true,
      publish,
      queued: async () => 0,
      hintChanges: () => undefined,
      onChangesHint: () => undefined,
      askWorkers: () => {
        throw new Error('nobody asks here')
      },
      close: () => Promise.resolve(),
    },
    log: pino({ level: 'silent' }),
  })
  const ended = resync({ signal: end.signal, position: 0n, save: () => Promise.resolve(true) })
  try {
    await work()
  } finally {
    end.abort()
    await ended
  }
}

async function beginSpace(): Promise<bigint> {
  const object = await test.store.find({ kind: 'KubernetesRuntimeInstance', name: 'space' })
  const id = object?.id ?? 0n
  await test.store.begin(id)
  return id
}

/** As if the worker had last been heard of that many seconds ago. */
async function silentFor(id: bigint, seconds: number): Promise<void> {
  await test.database.sql.query(
    `UPDATE "Object" SET "reconcilingUntil" = "reconcilingUntil" - $2 * interval '1 second' WHERE id = $1`,
    [id, seconds],
  )
}

describe('resync', () => {
  it('begins again what its worker has not been heard of for 15 seconds, and nothing else', async () => {
    const id = await beginSpace()
    const woken: WakeUp[] = []
    const publish = async (wakeUps: readonly WakeUp[]): Promise<void> => {
      woken.push(...wakeUps)
    }
    await withResync(publish, async () => {
      await silentFor(id, 13)
      await test.store.keepReconciling([id])
      await silentFor(id, 13)
      await sleep(1200)
      expect(woken).toEqual([])
      await silentFor(id, 3)
      await eventually(async () => woken[0])
    })
    expect(woken).toEqual([{ v: 1, kind: 'KubernetesRuntimeInstance', id: String(id) }])
  })

  it('keeps due what the broker did not take', async () => {
    const id = await beginSpace()
    await silentFor(id, 16)
    let refused = 0
    let taken = 0
    const publish = async (wakeUps: readonly WakeUp[]): Promise<void> => {
      if (wakeUps.length === 0) return
      if (refused < 2) {
        refused += 1
        throw new Error('no broker')
      }
      taken += wakeUps.length
    }
    await withResync(publish, async () => {
      await eventually(async () => (taken > 0 ? taken : undefined))
    })
    expect({ refused, taken }).toEqual({ refused: 2, taken: 1 })
  })
})

describe('keepReconciling', () => {
  it('leaves alone what is over', async () => {
    const { id } = await test.store.create({ kind: 'Project', name: 'over', spec: {} }, write)
    await test.store.keepReconciling([id])
    const { rows } = await test.database.sql.query(
      `SELECT id FROM "Object" WHERE id = $1 AND "reconcilingUntil" IS NOT NULL`,
      [id],
    )
    expect(rows).toEqual([])
  })
})
