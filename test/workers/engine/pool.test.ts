import { setTimeout as sleep } from 'node:timers/promises'
import { pino } from 'pino'
import { afterEach, describe, expect, it } from 'vitest'
import { createLeaseClock } from '../../../workers/engine/lease-clock.ts'
import { createPool, type PoolOptions, type ReconcilePool } from '../../../workers/engine/pool.ts'
import type { ReconcileResult } from '../../../workers/engine/run-reconcile.ts'
import { eventually } from '../../support/eventually.ts'

let pool: ReconcilePool
let lost: string[]
afterEach(() => pool.close())

function start(options: Partial<PoolOptions> = {}): void {
  lost = []
  pool = createPool({
    filename: new URL('./poisoned-thread.ts', import.meta.url).href,
    log: pino({ level: 'silent' }),
    threads: 1,
    onLost: (why) => void lost.push(why),
    ...options,
  })
}

function run(id: string, lease = createLeaseClock()): Promise<ReconcileResult> {
  lease.grant(1, 60_000)
  return pool.run({ kind: 'Any', id }, lease)
}

/** Starts a reconcile that spins, and waits until its thread has sent no heartbeat for the given milliseconds. */
async function spinning(idleTime: number): Promise<{ result: Promise<ReconcileResult> }> {
  const lease = createLeaseClock()
  const result = run('x-spins-0', lease)
  await eventually(async () => (lease.sinceHeartbeat() > idleTime ? true : undefined), { every: 10 })
  return { result }
}

const unaffected = Array.from({ length: 5 }, (_, at) => `x-waits-${at}`)
const reported: ReconcileResult = { result: 'reported', outcome: 'done' }

describe('pool', () => {
  it.each([
    ['spins', 'spun', { heartbeatTimeout: 1000 }],
    ['eats', 'outOfMemory', { memory: 256, heartbeatTimeout: 60_000, suspectTimeout: 60_000 }],
    ['exits', 'died', {}],
  ] as const)(
    'finds the reconcile that %s among others, and retries the others',
    async (poison, why, options) => {
      start(options)
      const all = unaffected.map((id) => run(id))
      const culprit = run(`x-${poison}-0`)
      expect(await culprit).toEqual({ result: 'lost', why })
      expect(await Promise.all(all)).toEqual(unaffected.map(() => reported))
      // Once together with others, and once alone.
      expect(lost).toEqual([why, why])
      expect(await run('x-fine-0')).toEqual(reported)
    },
  )

  it('replaces a thread that fails after its reconciles', async () => {
    const lines: string[] = []
    start({ log: pino({ level: 'error' }, { write: (line) => void lines.push(line) }) })
    expect(await run('x-leaves-0')).toEqual(reported)
    await eventually(async () => (lines.length > 0 ? true : undefined))
    expect(lines).toEqual([expect.stringContaining('poison from the past')])
    expect(await run('x-fine-0')).toEqual(reported)
    expect(lost).toEqual([])
  })

  it('identifies a hung reconcile at once, and retries the others in its thread', async () => {
    start({ hardDeadline: 1000 })
    const culprit = run('x-hangs-0')
    // The other starts so late that its own deadline has not passed when that of the first has.
    const other = sleep(600).then(() => run('x-slow-0'))
    expect(await culprit).toEqual({ result: 'lost', why: 'hung' })
    expect(await other).toEqual(reported)
    expect(lost).toEqual(['hung'])
  })

  it('does not let a hanging suspect delay others', async () => {
    start({ heartbeatTimeout: 1000 })
    const hanging = run('x-hangs-0')
    const culprit = run('x-spins-0')
    const others = await Promise.all(unaffected.map((id) => run(id)))
    expect(others).toEqual(unaffected.map(() => reported))
    expect(await culprit).toEqual({ result: 'lost', why: 'spun' })
    await pool.close()
    expect(await hanging).toMatchObject({ result: 'failed' })
  })

  it('assigns nothing to an unresponsive thread, however busy the others are', async () => {
    start({ threads: 2, heartbeatTimeout: 60_000 })
    await run('x-waits-0')
    // By then its thread counts as unresponsive.
    await spinning(500)
    const many = Array.from({ length: 100 }, (_, at) => `x-waits-${at}`)
    expect(await Promise.all(many.map((id) => run(id)))).toEqual(many.map(() => reported))
    expect(lost).toEqual([])
  })

  it('does not delay reconciles that were assigned to a spinning thread', async () => {
    start({ suspectTimeout: 500, heartbeatTimeout: 5000 })
    await run('x-fine-0')
    const culprit = await spinning(100)
    const others = Promise.all(unaffected.map((id) => run(id)))
    expect(await Promise.race([culprit.result, others])).toEqual(unaffected.map(() => reported))
    expect(await culprit.result).toEqual({ result: 'lost', why: 'spun' })
    expect(lost).toEqual(['spun', 'spun'])
  })

  it('does not blame a reconcile that only takes long, and isolates it from then on', async () => {
    start({ suspectTimeout: 500, heartbeatTimeout: 10_000 })
    const all = unaffected.map((id) => run(id))
    expect(await run('x-blocks-0')).toEqual(reported)
    expect(await Promise.all(all)).toEqual(unaffected.map(() => reported))
    expect(lost).toEqual(['spun'])
    const again = unaffected.map((id) => run(id))
    expect(await run('x-blocks-0')).toEqual(reported)
    expect(await Promise.all(again)).toEqual(unaffected.map(() => reported))
    expect(lost).toEqual(['spun'])
  })

  it('isolates a reconcile that has crashed a thread before', async () => {
    start({ heartbeatTimeout: 1000 })
    const culprit = run('known-spins-0')
    expect(await Promise.all(unaffected.map((id) => run(id)))).toEqual(unaffected.map(() => reported))
    expect(await culprit).toEqual({ result: 'lost', why: 'spun' })
    expect(lost).toEqual(['spun'])
  })

  it('does not mistake many reconciles, or a waiting one, for a spinning one', async () => {
    start({ heartbeatTimeout: 1000 })
    const many = Array.from({ length: 300 }, (_, at) => `x-sleeps-${at}`)
    expect(await Promise.all(many.map((id) => run(id)))).toEqual(many.map(() => reported))
    expect(lost).toEqual([])
  })
})
