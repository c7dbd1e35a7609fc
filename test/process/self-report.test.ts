import { pino } from 'pino'
import { expect, it } from 'vitest'
import { reportSelf } from '../../process/self-report.ts'

it('sends the last report once the one before has arrived', async () => {
  const first = Promise.withResolvers<void>()
  const arrived: string[] = []
  const stop = reportSelf({
    role: 'worker',
    address: 'http://127.0.0.1:9090',
    isConnected: () => true,
    openBreakers: () => new Map(),
    send: async ({ isLast }) => {
      if (!isLast) await first.promise
      arrived.push(isLast ? 'last' : 'first')
    },
    log: pino({ level: 'silent' }),
  })
  const stopped = stop()
  first.resolve()
  await stopped
  expect(arrived).toEqual(['first', 'last'])
})
