import crypto from 'node:crypto'
import { getEventListeners } from 'node:events'
import { syncBuiltinESMExports } from 'node:module'
import timersPromises from 'node:timers/promises'
import type { Random } from '../../support/random.ts'
import type { World } from './world.ts'

/**
 * Replaces the machine's time and randomness by those of a world: timers, clocks, random numbers and ids.
 *
 * @returns A function that restores the originals.
 */
export function virtualise(world: World, random: Random): () => void {
  const undo: (() => void)[] = []
  const replace = (target: object, values: Record<string, unknown>): void => {
    for (const [name, value] of Object.entries(values)) {
      const before = Object.getOwnPropertyDescriptor(target, name)
      Object.defineProperty(target, name, { value, writable: true, configurable: true })
      undo.push(() => {
        if (before === undefined) Reflect.deleteProperty(target, name)
        else Object.defineProperty(target, name, before)
      })
    }
  }
  replace(globalThis, { ...timersOf(world), Date: dateOf(world), BroadcastChannel: SilentChannel })
  replace(performance, { now: () => world.now() })
  replace(process.hrtime, { bigint: () => BigInt(Math.round(world.now() * 1_000_000)) })
  replace(Math, { random: random.next })
  const combined = combinedSignals()
  undo.push(combined.removeListeners)
  replace(AbortSignal, {
    timeout: (milliseconds: number) => timeoutSignal(world, milliseconds),
    any: combined.any,
  })
  replace(timersPromises, { setTimeout: sleepOf(world) })
  replace(crypto, randomOf(random))
  syncBuiltinESMExports()
  return () => {
    for (const each of undo.splice(0).reverse()) each()
    syncBuiltinESMExports()
  }
}

/** A timer handle, as `setTimeout` returns it. */
class Timer {
  cancel: () => void = () => undefined

  ref(): this {
    return this
  }
  unref(): this {
    return this
  }
}

type Callback = (...values: unknown[]) => void

function timersOf(world: World): Record<string, unknown> {
  const start = (callback: Callback, milliseconds: number, ...values: unknown[]): Timer => {
    const timer = new Timer()
    timer.cancel = world.after(milliseconds, '', () => callback(...values))
    return timer
  }
  const repeat = (callback: Callback, milliseconds: number, ...values: unknown[]): Timer => {
    const timer = new Timer()
    const schedule = (): void => {
      timer.cancel = world.after(Math.max(1, milliseconds), '', () => {
        schedule()
        callback(...values)
      })
    }
    schedule()
    return timer
  }
  const clear = (timer: Timer | undefined): void => timer?.cancel()
  return {
    setTimeout: (callback: Callback, milliseconds = 0, ...values: unknown[]) =>
      start(callback, Math.max(1, milliseconds), ...values),
    setImmediate: (callback: Callback, ...values: unknown[]) => {
      const timer = new Timer()
      timer.cancel = world.defer(() => callback(...values))
      return timer
    },
    setInterval: repeat,
    clearTimeout: clear,
    clearImmediate: clear,
    clearInterval: clear,
  }
}

function dateOf(world: World): DateConstructor {
  return new Proxy(Date, {
    construct: (target, values: unknown[]) =>
      Reflect.construct(target, values.length === 0 ? [Math.floor(world.now())] : values) as object,
    get: (target, name) =>
      name === 'now' ? () => Math.floor(world.now()) : (Reflect.get(target, name) as unknown),
  })
}

function sleepOf(world: World) {
  return (milliseconds = 0, value?: unknown, { signal }: { signal?: AbortSignal } = {}): Promise<unknown> =>
    new Promise((resolve, reject) => {
      const cancel = world.after(milliseconds, '', () => {
        signal?.removeEventListener('abort', end)
        resolve(value)
      })
      const end = (): void => {
        cancel()
        reject(new DOMException('The operation was aborted', 'AbortError'))
      }
      if (signal?.aborted === true) end()
      else signal?.addEventListener('abort', end, { once: true })
    })
}

function timeoutSignal(world: World, milliseconds: number): AbortSignal {
  const controller = new AbortController()
  world.after(milliseconds, '', () => controller.abort(new DOMException('late', 'TimeoutError')))
  return controller.signal
}

/**
 * Creates `AbortSignal.any`. Node retains a combined signal with listeners for as long as its source signals live, and
 * those live as long as their listeners: pending listeners at the end of a world would stay in memory indefinitely.
 */
function combinedSignals(): { any: (signals: AbortSignal[]) => AbortSignal; removeListeners: () => void } {
  const any = AbortSignal.any.bind(AbortSignal)
  const made: WeakRef<AbortSignal>[] = []
  return {
    any: (signals) => {
      const signal = any(signals)
      made.push(new WeakRef(signal))
      return signal
    },
    removeListeners: () => {
      for (const each of made) {
        const signal = each.deref()
        if (signal === undefined) continue
        for (const listener of getEventListeners(signal, 'abort'))
          // Whatever was added as a listener has the type of one.
          signal.removeEventListener('abort', listener as Parameters<AbortSignal['removeEventListener']>[1])
      }
    },
  }
}

function randomOf(random: Random): Record<string, unknown> {
  const bytes = (length: number): Buffer => Buffer.from(Array.from({ length }, () => random.below(256)))
  return {
    randomBytes: bytes,
    randomInt: (low: number, high?: number) =>
      high === undefined ? random.below(low) : low + random.below(high - low),
    randomUUID: () => {
      const hex = bytes(16).toString('hex')
      return [
        hex.slice(0, 8),
        hex.slice(8, 12),
        `4${hex.slice(13, 16)}`,
        `8${hex.slice(17, 20)}`,
        hex.slice(20),
      ].join('-')
    },
  }
}

/** A channel that delivers no messages between threads: each simulated process has a single thread. */
class SilentChannel {
  onmessage: unknown
  postMessage(): void {}
  unref(): void {}
  close(): void {}
}
