import { expect, it } from 'vitest'
import type { ExitStatus } from '../../embedded/child-process.ts'
import { KeptParts, partNames, type PartName } from '../../embedded/component-supervisor.ts'
import { eventually } from '../support/eventually.ts'

/** Parts that note what happens to them, and can die. */
function fakeParts() {
  const events: string[] = []
  const die = new Map<PartName, (exit: ExitStatus) => void>()
  const start = (name: PartName) => async () => {
    const { promise: exited, resolve } = Promise.withResolvers<ExitStatus>()
    die.set(name, resolve)
    events.push(`start ${name}`)
    const stop = async (): Promise<void> => {
      events.push(`stop ${name}`)
      resolve({ code: 0, signal: null })
    }
    return { exited, stop }
  }
  return { events, die, start }
}

function createKept() {
  const lines: string[] = []
  const kept = new KeptParts({
    tell: (line) => 'step' in line && lines.push(`${line.title} ${line.state} ${line.detail ?? ''}`.trim()),
    log: () => undefined,
    firstPause: 1,
  })
  return { kept, lines }
}

it('stops parts in the reverse of their order, in whichever they came up', async () => {
  const { events, start } = fakeParts()
  const { kept } = createKept()
  for (const name of ['nats', 'simulator', 'postgres', 'server', 'worker'] as const)
    await kept.keep({ name, start: start(name) })
  events.length = 0
  await kept.stop()
  expect(events).toEqual(partNames.toReversed().map((name) => `stop ${name}`))
})

it('stops what has started when the start of another fails', async () => {
  const { events, start } = fakeParts()
  const { kept } = createKept()
  await kept.keep({ name: 'postgres', start: start('postgres') })
  await expect(
    kept.keep({ name: 'server', start: () => Promise.reject(new Error('no port')) }),
  ).rejects.toThrow('no port')
  await kept.stop()
  expect(events).toEqual(['start postgres', 'stop postgres'])
})

it('starts again what has died, also where that fails at first, and stops the one that runs', async () => {
  const { events, die, start } = fakeParts()
  const { kept, lines } = createKept()
  let tries = 0
  await kept.keep({
    name: 'server',
    start: () => {
      tries += 1
      return tries === 2 ? Promise.reject(new Error('the port is taken')) : start('server')()
    },
  })
  die.get('server')?.({ code: null, signal: 'SIGKILL' })
  await eventually(async () => (lines.length === 4 ? true : undefined))
  expect(lines).toEqual([
    'API server started',
    'API server done',
    'API server failed the port is taken',
    'API server restarted had ended with SIGKILL',
  ])
  await kept.stop()
  expect(events).toEqual(['start server', 'start server', 'stop server'])
})

it('starts nothing again once it stops', async () => {
  const { events, die, start } = fakeParts()
  const { kept } = createKept()
  await kept.keep({ name: 'worker', start: start('worker') })
  const stopped = kept.stop()
  die.get('worker')?.({ code: 1, signal: null })
  await stopped
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(events).toEqual(['start worker', 'stop worker'])
})
