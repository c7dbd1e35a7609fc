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

/** Runs one that spins, and waits until its thread has been silent for so many milliseconds. */
async function spinning(silence: number): Promise<{ result: Promise<ReconcileResult> }> {
  const lease = createLeaseClock()
  const result = run('x-spins-0', lease)
  await eventually(async () => (lease.sinceHeartbeat() > silence ? true : undefined), { every: 10 })
  return { result }
}

const innocents = Array.from({ length: 5 }, (_, at) => `x-waits-${at}`)
const reported: ReconcileResult = { result: 'reported', outcome: 'done' }

describe('pool', () => {
  it.each([
    ['spins', 'spun', { heartbeatTimeout: 1000 }],
    ['eats', 'outOfMemory', { memory: 256, heartbeatTimeout: 60_000, suspectTimeout: 60_000 }],
    ['exits', 'died', {}],
  ] as const)('finds the one that %s among others, and runs those again', async (poison, why, options) => {
    start(options)
    const all = innocents.map((id) => run(id))
    const guilty = run(`x-${poison}-0`)
    expect(await guilty).toEqual({ result: 'lost', why })
    expect(await Promise.all(all)).toEqual(innocents.map(() => reported))
    // Once among others, and once alone.
    expect(lost).toEqual([why, why])
    expect(await run('x-fine-0')).toEqual(reported)
  })

  it('knows at once who hangs, and runs others again that were in its thread', async () => {
    start({ hardDeadline: 1000 })
    const guilty = run('x-hangs-0')
    // Time is what is tested: the other is in the thread for less than its deadline when that is over for the first.
    const other = sleep(600).then(() => run('x-slow-0'))
    expect(await guilty).toEqual({ result: 'lost', why: 'hung' })
    expect(await other).toEqual(reported)
    expect(lost).toEqual(['hung'])
  })

  it('lets no suspect that hangs hold up the others', async () => {
    start({ heartbeatTimeout: 1000 })
    const hanging = run('x-hangs-0')
    const guilty = run('x-spins-0')
    const others = await Promise.all(innocents.map((id) => run(id)))
    expect(others).toEqual(innocents.map(() => reported))
    expect(await guilty).toEqual({ result: 'lost', why: 'spun' })
    await pool.close()
    expect(await hanging).toMatchObject({ result: 'failed' })
  })

  it('gives nothing more to a thread that is silent, however busy the others are', async () => {
    start({ threads: 2, heartbeatTimeout: 60_000 })
    await run('x-waits-0')
    // By then its thread counts as silent.
    await spinning(500)
    const many = Array.from({ length: 100 }, (_, at) => `x-waits-${at}`)
    expect(await Promise.all(many.map((id) => run(id)))).toEqual(many.map(() => reported))
    expect(lost).toEqual([])
  })

  it('delays none of those given to a thread that spins already', async () => {
    start({ suspectTimeout: 500, heartbeatTimeout: 5000 })
    await run('x-fine-0')
    const guilty = await spinning(100)
    const others = Promise.all(innocents.map((id) => run(id)))
    expect(await Promise.race([guilty.result, others])).toEqual(innocents.map(() => reported))
    expect(await guilty.result).toEqual({ result: 'lost', why: 'spun' })
    expect(lost).toEqual(['spun', 'spun'])
  })

  it('blames none that only takes long, and runs it apart from others from then on', async () => {
    start({ suspectTimeout: 500, heartbeatTimeout: 10_000 })
    const all = innocents.map((id) => run(id))
    expect(await run('x-blocks-0')).toEqual(reported)
    expect(await Promise.all(all)).toEqual(innocents.map(() => reported))
    expect(lost).toEqual(['spun'])
    const again = innocents.map((id) => run(id))
    expect(await run('x-blocks-0')).toEqual(reported)
    expect(await Promise.all(again)).toEqual(innocents.map(() => reported))
    expect(lost).toEqual(['spun'])
  })

  it('keeps what has cost a thread before away from others', async () => {
    start({ heartbeatTimeout: 1000 })
    const guilty = run('known-spins-0')
    expect(await Promise.all(innocents.map((id) => run(id)))).toEqual(innocents.map(() => reported))
    expect(await guilty).toEqual({ result: 'lost', why: 'spun' })
    expect(lost).toEqual(['spun'])
  })

  it('does not take many reconciles, or one that waits, for one that spins', async () => {
    start({ heartbeatTimeout: 1000 })
    const many = Array.from({ length: 300 }, (_, at) => `x-sleeps-${at}`)
    expect(await Promise.all(many.map((id) => run(id)))).toEqual(many.map(() => reported))
    expect(lost).toEqual([])
  })
})
