import { pino } from 'pino'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createLeaseClock, leaseTerm } from '../../../workers/engine/lease-clock.ts'
import { renewLeases } from '../../../workers/engine/lease-keeper.ts'
import { PlatformError } from '../../../schema/errors.ts'
import type { Client } from '../../../client-sdk/index.ts'

type Asked = { reconciles?: { id: string; epoch: number }[]; ids?: string[] }

/** Keeps the leases of what `running` is, with a server that answers as given; resolves with what it was asked. */
async function keep(
  running: Record<string, ReturnType<typeof createLeaseClock>>,
  answer: (asked: Asked) => string[] | boolean,
): Promise<Asked[]> {
  const asked: Asked[] = []
  const execute = async (_: unknown, variables: Asked): Promise<unknown> => {
    asked.push(variables)
    return { result: answer(variables) }
  }
  const dispatcher = {
    running: () => Object.entries(running).map(([id, lease]) => ({ kind: 'Any', id, lease })),
  }
  const end = renewLeases({
    client: { execute } as unknown as Client,
    dispatcher,
    log: pino({ level: 'silent' }),
  })
  await vi.advanceTimersByTimeAsync(4000)
  end()
  return asked
}

function held(epoch: number, milliseconds = 1000) {
  const lease = createLeaseClock()
  lease.grant(epoch, milliseconds)
  return lease
}

describe('renewLeases', () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  afterEach(() => void vi.clearAllTimers())

  it('asks for what has started and is not over, and lets go of what is not kept', async () => {
    const [kept, gone, begins, over] = [held(1), held(2), createLeaseClock(), held(4, 0)]
    const asked = await keep({ kept, gone, begins, over }, () => ['kept'])
    expect(asked).toEqual([
      {
        reconciles: [
          { id: 'kept', epoch: 1 },
          { id: 'gone', epoch: 2 },
        ],
      },
    ])
    expect(kept.remaining()).toBeGreaterThan(leaseTerm - 1000)
    expect([gone.remaining(), begins.remaining(), over.remaining()]).toEqual([0, 0, 0])
  })

  it('says nothing of a reconcile that has started while the server was asked', async () => {
    const lease = held(1)
    await keep({ lease }, () => {
      lease.grant(2, 5000)
      return []
    })
    expect(lease.remaining()).toBeGreaterThan(0)
  })

  it('leaves a lease to its end while the server is away', async () => {
    const lease = held(1, 5000)
    await keep({ lease }, () => {
      throw new PlatformError('UNAVAILABLE', 'away')
    })
    expect(lease.remaining()).toBeGreaterThan(0)
    expect(lease.remaining()).toBeLessThanOrEqual(5000)
  })
})
