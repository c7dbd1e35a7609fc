import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createLeaseClock, leaseTerm } from '../../../workers/engine/lease-clock.ts'
import { renewLeases } from '../../../workers/engine/lease-keeper.ts'
import { PlatformError } from '../../../schema/errors.ts'
import type { Client } from '../../../client-sdk/index.ts'

type Variables = { reconciles?: { id: string; epoch: number }[]; ids?: string[] }

/** Renews the leases of the `running` reconciles, with a server that responds as given; returns the requests. */
async function keep(
  running: Record<string, ReturnType<typeof createLeaseClock>>,
  respond: (requests: Variables) => string[] | boolean,
): Promise<Variables[]> {
  const requests: Variables[] = []
  const execute = async (_: unknown, variables: Variables): Promise<unknown> => {
    requests.push(variables)
    return { result: respond(variables) }
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
  return requests
}

function held(epoch: number, milliseconds = 1000) {
  const lease = createLeaseClock()
  lease.grant(epoch, milliseconds)
  return lease
}

describe('renewLeases', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }))
  afterEach(() => void vi.useRealTimers())

  it('renews the leases of running reconciles, and loses those that the server does not renew', async () => {
    const [renewed, refused, starting, expired] = [held(1), held(2), createLeaseClock(), held(4, 0)]
    const requests = await keep({ renewed, refused, starting, expired }, () => ['renewed'])
    expect(requests).toEqual([
      {
        reconciles: [
          { id: 'renewed', epoch: 1 },
          { id: 'refused', epoch: 2 },
        ],
      },
    ])
    expect(renewed.remaining()).toBeGreaterThan(leaseTerm - 1000)
    expect([refused.remaining(), starting.remaining(), expired.remaining()]).toEqual([0, 0, 0])
  })

  it('keeps the lease of a reconcile that has started during the request', async () => {
    const lease = held(1)
    await keep({ lease }, () => {
      lease.grant(2, 5000)
      return []
    })
    expect(lease.remaining()).toBeGreaterThan(0)
  })

  it('leaves a lease to its expiry while the server is unavailable', async () => {
    const lease = held(1, 5000)
    await keep({ lease }, () => {
      throw new PlatformError('UNAVAILABLE', 'away')
    })
    expect(lease.remaining()).toBeGreaterThan(0)
    expect(lease.remaining()).toBeLessThanOrEqual(5000)
  })
})
