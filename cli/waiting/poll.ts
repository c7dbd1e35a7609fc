import { pause } from '../../schema/retry.ts'
import { CommandFailure, exits } from '../cli-error.ts'
import type { Io } from '../terminal/io.ts'
import { noteInterruption } from './interruption.ts'

interface Poll<Value> {
  read: () => Promise<Value>
  /** Reports whether a value is what is waited for. */
  isEnough: (value: Value) => boolean
  /** Milliseconds between two reads. */
  every: number
  /** Milliseconds; without any, the value is read once. */
  timeout: number
  /** The command that follows what is waited for, once the wait was interrupted. @default nothing goes on */
  follow?: string
}

/**
 * Reads something that no subscription has until it is enough, and resolves with what was read last, which is not enough after the
 * timeout. Throws when the command is interrupted.
 */
export async function poll<Value>(
  io: Io,
  { read, isEnough, every, timeout, follow }: Poll<Value>,
): Promise<Value> {
  const until = performance.now() + timeout
  for (;;) {
    const value = await read()
    const left = until - performance.now()
    if (isEnough(value) || left <= 0) return value
    await pause(Math.min(every, left), io.signal)
    if (!io.signal.aborted) continue
    if (follow !== undefined) noteInterruption(io, follow)
    throw new CommandFailure(exits.interrupted, 'interrupted')
  }
}
