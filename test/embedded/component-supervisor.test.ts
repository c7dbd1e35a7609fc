import { expect, it } from 'vitest'
import type { ExitStatus } from '../../process/children/child-process.ts'
import {
  ComponentSupervisor,
  componentNames,
  type ComponentName,
} from '../../embedded/component-supervisor.ts'
import { eventually } from '../support/eventually.ts'

/** Creates components that record starts and stops, and can be made to exit. */
function fakeComponents() {
  const events: string[] = []
  const exit = new Map<ComponentName, (exit: ExitStatus) => void>()
  const start = (name: ComponentName) => async () => {
    const { promise: exited, resolve } = Promise.withResolvers<ExitStatus>()
    exit.set(name, resolve)
    events.push(`start ${name}`)
    const stop = async (): Promise<void> => {
      events.push(`stop ${name}`)
      resolve({ code: 0, signal: null })
    }
    return { exited, stop }
  }
  return { events, exit, start }
}

function createSupervisor() {
  const lines: string[] = []
  const supervisor = new ComponentSupervisor({
    report: (line) => 'step' in line && lines.push(`${line.title} ${line.state} ${line.detail ?? ''}`.trim()),
    log: () => undefined,
    firstBackoff: 1,
  })
  return { supervisor, lines }
}

it('stops components in reverse start order, whatever the order in which they became ready', async () => {
  const { events, start } = fakeComponents()
  const { supervisor } = createSupervisor()
  for (const name of ['nats', 'simulator', 'postgres', 'server', 'worker'] as const)
    await supervisor.start({ name, start: start(name) })
  events.length = 0
  await supervisor.stop()
  expect(events).toEqual(componentNames.toReversed().map((name) => `stop ${name}`))
})

it('stops the started components if another one fails to start', async () => {
  const { events, start } = fakeComponents()
  const { supervisor } = createSupervisor()
  await supervisor.start({ name: 'postgres', start: start('postgres') })
  await expect(
    supervisor.start({ name: 'server', start: () => Promise.reject(new Error('no port')) }),
  ).rejects.toThrow('no port')
  await supervisor.stop()
  expect(events).toEqual(['start postgres', 'stop postgres'])
})

it('stops components that are not ready yet before those that they need', async () => {
  const { events, start } = fakeComponents()
  const { supervisor } = createSupervisor()
  await supervisor.start({ name: 'postgres', start: start('postgres') })
  const starting = supervisor.start({
    name: 'server',
    start: async () => {
      await new Promise((resolve) => supervisor.signal.addEventListener('abort', resolve))
      events.push('end server')
      throw new Error('was stopped before it was ready')
    },
  })
  await Promise.all([expect(starting).rejects.toThrow('was stopped'), supervisor.stop()])
  expect(events).toEqual(['start postgres', 'end server', 'stop postgres'])
})

it('stops a component that becomes ready while it stops', async () => {
  const { events, start } = fakeComponents()
  const { supervisor } = createSupervisor()
  const starting = supervisor.start({
    name: 'server',
    start: async () => {
      await new Promise((resolve) => supervisor.signal.addEventListener('abort', resolve))
      return start('server')()
    },
  })
  await Promise.all([starting, supervisor.stop()])
  expect(events).toEqual(['start server', 'stop server'])
})

it('restarts a component that exits, even if the first attempt fails, and stops the running one', async () => {
  const { events, exit, start } = fakeComponents()
  const { supervisor, lines } = createSupervisor()
  let tries = 0
  await supervisor.start({
    name: 'server',
    start: () => {
      tries += 1
      return tries === 2 ? Promise.reject(new Error('the port is taken')) : start('server')()
    },
  })
  exit.get('server')?.({ code: null, signal: 'SIGKILL' })
  await eventually(async () => (lines.length === 4 ? true : undefined))
  expect(lines).toEqual([
    'API server started',
    'API server done',
    'API server failed the port is taken',
    'API server restarted had exited with SIGKILL',
  ])
  await supervisor.stop()
  expect(events).toEqual(['start server', 'start server', 'stop server'])
})

it('restarts nothing while it stops', async () => {
  const { events, exit, start } = fakeComponents()
  const { supervisor } = createSupervisor()
  await supervisor.start({ name: 'worker', start: start('worker') })
  const stopped = supervisor.stop()
  exit.get('worker')?.({ code: 1, signal: null })
  await stopped
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(events).toEqual(['start worker', 'stop worker'])
})
