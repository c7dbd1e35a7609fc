import type { CommandContext } from '../context.ts'
import { clientVersion } from '../installation.ts'
import { parseFormat, printValue } from '../objects/formats.ts'

/** Prints the version in a chosen format. Without options, bin/qleetctl prints it before Node.js is started. */
export async function version(
  { options }: { options: { output: string } },
  { io }: CommandContext,
): Promise<void> {
  const format = parseFormat(options.output)
  const client = await clientVersion()
  if (format.as === 'table' || format.as === 'wide') io.stdout.write(`qleetctl ${client}\n`)
  else if (format.as === 'name') io.stdout.write('qleetctl\n')
  else await printValue(io, format, { client: { version: client, node: process.version } })
}
