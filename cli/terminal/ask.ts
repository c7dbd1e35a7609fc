import { createInterface } from 'node:readline'
import { usageError } from '../cli-error.ts'
import type { Io } from './io.ts'

/** Asks on a terminal and tells whether the answer was yes. Throws the remedy where nobody can be asked. */
export async function askYesOrNo(
  io: Io,
  { question, otherwise }: { question: string; otherwise: string },
): Promise<boolean> {
  if (io.stdin.isTTY !== true || !io.stderr.isTTY) throw usageError(otherwise)
  io.stderr.write(`${question} [y/N] `)
  const lines = createInterface({ input: io.stdin, signal: io.signal })
  const answer = await new Promise<string>((resolve) => {
    lines.once('line', resolve)
    lines.once('close', () => resolve(''))
  })
  lines.close()
  io.signal.throwIfAborted()
  return /^y(es)?$/i.test(answer.trim())
}
