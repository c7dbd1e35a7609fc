import { setTimeout as sleep } from 'node:timers/promises'
import { pino } from 'pino'
import { expect, it } from 'vitest'
import { Shutdown } from '../../process/shutdown.ts'

/** Creates a log, and collects its lines. */
function memoryLog() {
  const lines: Record<string, unknown>[] = []
  const log = pino(
    { base: null, timestamp: false, formatters: { level: (level) => ({ level }) } },
    { write: (line: string) => void lines.push(JSON.parse(line) as Record<string, unknown>) },
  )
  return { log, lines }
}

it('undoes the start in reverse order, concurrent steps together, once, and logs nothing else', async () => {
  const { log, lines } = memoryLog()
  const done: string[] = []
  const step = (name: string, milliseconds: number) => ({
    step: name,
    run: async () => {
      await sleep(milliseconds)
      done.push(name)
    },
  })
  const shutdown = new Shutdown({ log })
  shutdown.add(step('last', 0))
  shutdown.add(step('slow', 50), step('quick', 0))
  await Promise.all([shutdown.stop(), shutdown.stop()])
  expect(done).toEqual(['quick', 'slow', 'last'])
  expect(lines).toEqual([{ level: 'info', msg: 'stopping' }])
})

it('logs what it waits for if that takes long, and gives up after a timeout', async () => {
  const { log, lines } = memoryLog()
  const waitsFor = [{ kind: 'WorkloadInstance', id: '7' }]
  const never = new Promise<void>(() => undefined)
  const shutdown = new Shutdown({ log, within: 150, warnEvery: 100 })
  shutdown.add({ step: 'not started', run: () => undefined })
  shutdown.add(
    { step: 'done at once', run: () => undefined },
    { step: 'wait for reconciles', run: () => never, waitsFor: () => waitsFor },
    { step: 'end the watches', run: () => never },
  )
  const steps = [{ step: 'wait for reconciles', waitsFor }, { step: 'end the watches' }]
  await expect(shutdown.stop()).rejects.toMatchObject({ name: 'StopTimeout', steps })
  expect(lines.slice(0, 2)).toEqual([
    { level: 'info', msg: 'stopping' },
    { level: 'warn', steps, msg: 'stopping takes long' },
  ])
})

it('throws the error of a step', async () => {
  const { log } = memoryLog()
  const shutdown = new Shutdown({ log })
  shutdown.add({ step: 'close', run: () => Promise.reject(new Error('no')) })
  await expect(shutdown.stop()).rejects.toThrow('no')
})

it('undoes a start that fails, and throws its error', async () => {
  const { log, lines } = memoryLog()
  const undone: string[] = []
  const shutdown = new Shutdown({ log })
  const start = async (): Promise<void> => {
    shutdown.add({ step: 'first', run: () => undone.push('first') })
    shutdown.add({ step: 'second', run: () => undone.push('second') })
    throw new Error('the port is taken')
  }
  await expect(shutdown.guard(start)).rejects.toThrow('the port is taken')
  expect(undone).toEqual(['second', 'first'])
  expect(lines).toEqual([])
})
