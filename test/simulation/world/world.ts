import { AsyncLocalStorage, AsyncResource } from 'node:async_hooks'
import { createEventQueue, type Timed } from './event-queue.ts'
import type { Random } from '../../support/random.ts'
import { createTrace, type Trace } from './trace.ts'

/** Something that can die or be stopped for a while, with everything that it has started. */
export interface Process {
  readonly name: string
  alive: boolean
  /** Virtual milliseconds before which nothing of it runs. */
  pausedUntil: number
  /** What happens to it after so many more of its events. */
  trap?: { after: number; spring: () => void } | undefined
  /** It stops right before it sends something that is called so, and sends it when it goes on. */
  stopsBefore?: { label: RegExp; spring: () => void } | undefined
}

interface Event extends Timed {
  process: Process
  label: string
  run: (() => void) | undefined
}

/**
 * Time and order of everything. One event runs at a time, with all that follows from it without waiting, and then the
 * next by virtual time; who waits for nothing but an event waits for nothing else. So a seed decides all.
 */
export interface World {
  random: Random
  trace: Trace
  /** Virtual milliseconds since 1970. */
  now(): number
  process(name: string): Process
  /** Runs as a process: what it begins dies and pauses with it. */
  within<Result>(process: Process, work: () => Result): Result
  /** The process that runs now. */
  current(): Process
  /** Runs after so many milliseconds, unless the process is dead by then. @returns What takes it back. */
  after(milliseconds: number, label: string, run: () => void, process?: Process): () => void
  /** Resolves after so many milliseconds, unless the process is dead by then. */
  wait(milliseconds: number, label: string): Promise<void>
  crash(process: Process): void
  pause(process: Process, milliseconds: number): void
  /** Runs events until the condition holds or the time has come. @returns Whether it holds. */
  run(until: number, condition?: () => boolean): Promise<boolean>
  /** Events that have run. */
  readonly steps: number
}

/** 2026-01-01T00:00:00Z. */
const begin = 1_767_225_600_000

const realImmediate = setImmediate

export function createWorld(random: Random): World {
  const queue = createEventQueue<Event>()
  const running = new AsyncLocalStorage<Process>()
  const outside: Process = { name: 'outside', alive: true, pausedUntil: 0 }
  let now = begin
  let order = 0
  let steps = 0
  const trace = createTrace(() => now - begin)
  const failures: unknown[] = []

  const current = (): Process => running.getStore() ?? outside

  const after: World['after'] = (milliseconds, label, run, process = current()) => {
    const at = now + Math.max(0, Math.round(milliseconds * 1000) / 1000)
    // With all that the code around it carries along, but as the process that it is for.
    const bind = (): (() => void) => {
      const resource = new AsyncResource('simulated event')
      return () => resource.runInAsyncScope(run)
    }
    const bound = process === running.getStore() ? bind() : running.run(process, bind)
    const event: Event = { at, order: order++, process, label, run: bound }
    queue.push(event)
    return () => void (event.run = undefined)
  }

  /** Everything that follows without waiting: promises, then what was put off to the next tick. */
  const settle = (): Promise<void> => new Promise((resolve) => void realImmediate(resolve))

  /** Whether a trap takes the process away right before an event. */
  const sprung = (process: Process): boolean => {
    const { trap } = process
    if (trap === undefined || (trap.after -= 1) > 0) return false
    process.trap = undefined
    trap.spring()
    return !process.alive
  }

  const step = async (event: Event): Promise<void> => {
    const { process, run } = event
    if (run === undefined || !process.alive) return
    if (process.pausedUntil > event.at) {
      queue.push(Object.assign(event, { at: process.pausedUntil }))
      return
    }
    now = Math.max(now, event.at)
    if (sprung(process)) return
    steps += 1
    if (event.label !== '') trace.add(process.name, event.label)
    try {
      run()
    } catch (error) {
      failures.push(error)
    }
    await settle()
    const [failure] = failures
    if (failure !== undefined) throw failure
  }

  return {
    random,
    trace,
    now: () => now,
    process: (name) => ({ name, alive: true, pausedUntil: 0 }),
    within: (process, work) => running.run(process, work),
    current,
    after,
    wait: (milliseconds, label) =>
      new Promise((resolve) => {
        after(milliseconds, label, resolve)
      }),
    crash: (process) => {
      process.alive = false
    },
    pause: (process, milliseconds) => {
      process.pausedUntil = Math.max(process.pausedUntil, now + milliseconds)
    },
    run: async (until, condition = () => false) => {
      await settle()
      while (!condition()) {
        const next = queue.peek()
        if (next === undefined || next.at > until) {
          now = Math.max(now, until)
          return condition()
        }
        queue.pop()
        await step(next)
      }
      return true
    },
    get steps() {
      return steps
    },
  }
}
