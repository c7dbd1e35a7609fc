import { AsyncLocalStorage, AsyncResource } from 'node:async_hooks'
import { createEventQueue, type Timed } from './event-queue.ts'
import type { Random } from '../../support/random.ts'
import { createTrace, type Trace } from './trace.ts'

/** A process that can crash or be paused, with everything that it has started. */
export interface Process {
  readonly name: string
  alive: boolean
  /** The virtual time in milliseconds before which no event of the process runs. */
  pausedUntil: number
  /** A function that runs after the given number of further events of the process. */
  trap?: { after: number; spring: () => void } | undefined
  /** A pause right before the process sends a request with a matching label; it sends the request when it resumes. */
  stopsBefore?: { label: RegExp; spring: () => void } | undefined
}

interface Event extends Timed {
  process: Process
  label: string
  run: (() => void) | undefined
}

/**
 * The time and order of all events. One event runs at a time, with everything that follows from it without waiting;
 * then the next event by virtual time runs. Nothing but events ends a wait, so a seed determines the whole run.
 */
export interface World {
  random: Random
  trace: Trace
  /** Returns the virtual milliseconds since 1970. */
  now(): number
  process(name: string): Process
  /** Runs a function as a process: everything that it starts stops and pauses with that process. */
  within<Result>(process: Process, work: () => Result): Result
  /** Returns the process that is running. */
  current(): Process
  /**
   * Runs a function after the given milliseconds, unless the process is dead by then. @returns A function that cancels
   * it.
   */
  after(milliseconds: number, label: string, run: () => void, process?: Process): () => void
  /** Resolves after the given milliseconds, unless the process is dead by then. */
  wait(milliseconds: number, label: string): Promise<void>
  /** Defers a function until everything before it that does not wait has run: to the next event, or within the present step. */
  defer(run: () => void): () => void
  /** Extends each step, with what it has deferred, for as long as the condition holds. */
  extendStepsWhile(condition: () => boolean): void
  crash(process: Process): void
  pause(process: Process, milliseconds: number): void
  /** Runs events until the condition holds or the given time is reached. @returns Whether the condition holds. */
  run(until: number, condition?: () => boolean): Promise<boolean>
  /** The number of events that have run. */
  readonly steps: number
}

/** 2026-01-01T00:00:00Z. */
const epoch = 1_767_225_600_000

const realImmediate = setImmediate

/** The turns of the real event loop after which a step that is unfinished is a mistake. */
const mostTurns = 10_000

export function createWorld(random: Random): World {
  const queue = createEventQueue<Event>()
  const running = new AsyncLocalStorage<Process>()
  const outside: Process = { name: 'outside', alive: true, pausedUntil: 0 }
  let now = epoch
  let order = 0
  let steps = 0
  const trace = createTrace(() => now - epoch)
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

  let isUnfinished = (): boolean => false

  /** Runs everything that follows without waiting: promises, then callbacks deferred to the next tick. */
  const settle = async (): Promise<void> => {
    for (let turn = 0; turn === 0 || isUnfinished(); turn += 1) {
      if (turn > mostTurns) throw new Error('a step waits for a later event')
      await new Promise<void>((resolve) => void realImmediate(resolve))
    }
  }

  /** Reports whether a trap stops the process right before an event. */
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
    defer: (run) => {
      if (!isUnfinished()) return after(0, '', run)
      let isCancelled = false
      realImmediate(() => {
        if (!isCancelled) run()
      })
      return () => void (isCancelled = true)
    },
    extendStepsWhile: (condition) => {
      isUnfinished = condition
    },
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
