import type { CommandContext } from '../context.ts'
import { commonOptionsHelp } from '../program.ts'

/** Prints the options that all commands have. */
export async function listOptions(_: unknown, { io }: CommandContext): Promise<void> {
  io.stdout.write(`These options can be given to any command:\n\n${commonOptionsHelp(io)}\n`)
}
