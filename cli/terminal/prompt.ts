import { createInterface } from 'node:readline'
import { usageError } from '../cli-error.ts'
import type { Io } from './io.ts'

/**
 * Prompts on the terminal and reports whether the reply is yes.
 *
 * @throws a usage error with `withoutTerminal` as its message, where there is no terminal.
 */
export async function promptYesOrNo(
  io: Io,
  { prompt, withoutTerminal }: { prompt: string; withoutTerminal: string },
): Promise<boolean> {
  const { prompts = io.stderr } = io
  if (io.stdin.isTTY !== true || !prompts.isTTY) throw usageError(withoutTerminal)
  prompts.write(`${prompt} [y/N] `)
  const lines = createInterface({ input: io.stdin, signal: io.signal })
  const reply = await new Promise<string>((resolve) => {
    lines.once('line', resolve)
    lines.once('close', () => resolve(''))
  })
  lines.close()
  io.signal.throwIfAborted()
  return /^y(es)?$/i.test(reply.trim())
}
