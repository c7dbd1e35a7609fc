import { pause } from '../../schema/retry.ts'
import { CommandFailure, exits } from '../cli-error.ts'
import type { Io } from '../terminal/io.ts'

interface Poll<Value> {
  read: () => Promise<Value>
  /** Reports whether a value is what is waited for. */
  isEnough: (value: Value) => boolean
  /** Milliseconds between two reads. */
  every: number
  /** Milliseconds; without any, the value is read once. */
  timeout: number
}

/**
 * Reads something that no subscription has until it is enough, and resolves with what was read last, which is not enough after the
 * timeout. Throws when the command is interrupted.
 */
export async function poll<Value>(io: Io, { read, isEnough, every, timeout }: Poll<Value>): Promise<Value> {
  const until = performance.now() + timeout
  for (;;) {
    const value = await read()
    const left = until - performance.now()
    if (isEnough(value) || left <= 0) return value
    await pause(Math.min(every, left), io.signal)
    if (io.signal.aborted) throw new CommandFailure(exits.interrupted, 'interrupted')
  }
}
