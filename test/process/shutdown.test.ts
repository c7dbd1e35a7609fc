import { setTimeout as sleep } from 'node:timers/promises'
import { pino } from 'pino'
import { expect, it } from 'vitest'
import { stopInOrder } from '../../process/shutdown.ts'
import { eventually } from '../support/eventually.ts'

/** A log, and the lines in it. */
function memoryLog() {
  const lines: Record<string, unknown>[] = []
  const log = pino(
    { base: null, timestamp: false, formatters: { level: (level) => ({ level }) } },
    { write: (line: string) => void lines.push(JSON.parse(line) as Record<string, unknown>) },
  )
  return { log, lines }
}

it('takes one row after the other, the steps of a row at the same time, and says no more than that it stops', async () => {
  const { log, lines } = memoryLog()
  const done: string[] = []
  const step = (name: string, milliseconds: number) => ({
    step: name,
    run: async () => {
      await sleep(milliseconds)
      done.push(name)
    },
  })
  await stopInOrder(log, [[step('slow', 50), step('quick', 0)], [step('last', 0)]])
  expect(done).toEqual(['quick', 'slow', 'last'])
  expect(lines).toEqual([{ level: 'info', msg: 'stopping' }])
})

it('says what it waits for where that takes long, and ends the process where it takes too long', async () => {
  const { log, lines } = memoryLog()
  const exits: number[] = []
  const waitsFor = [{ kind: 'WorkloadInstance', id: '7' }]
  const never = new Promise<void>(() => undefined)
  const rows = [
    [
      { step: 'done at once', run: () => undefined },
      { step: 'wait for reconciles', run: () => never, waitsFor: () => waitsFor },
      { step: 'end the watches', run: () => never },
    ],
    [{ step: 'not started', run: () => undefined }],
  ]
  void stopInOrder(log, rows, { within: 150, tellEvery: 100, exit: (code) => exits.push(code) })
  await eventually(async () => exits[0])
  expect(exits).toEqual([1])
  const steps = [{ step: 'wait for reconciles', waitsFor }, { step: 'end the watches' }]
  expect(lines.slice(0, 3)).toEqual([
    { level: 'info', msg: 'stopping' },
    { level: 'warn', steps, msg: 'stopping takes long' },
    { level: 'error', steps, msg: 'could not stop in order in time' },
  ])
})

it('passes on what goes wrong in a step', async () => {
  const { log } = memoryLog()
  const wrong = { step: 'close', run: () => Promise.reject(new Error('no')) }
  await expect(stopInOrder(log, [[wrong]])).rejects.toThrow('no')
})
