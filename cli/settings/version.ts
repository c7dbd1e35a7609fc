import { isPlatformError } from '../../schema/errors.ts'
import type { CommandContext } from '../context.ts'
import { clientVersion } from '../installation.ts'
import { isTable, parseFormat, printValue } from '../objects/formats.ts'
import { chooseAddress, type Connection } from './connection.ts'

interface VersionInput {
  options: { client: boolean; output: string }
}

/**
 * Prints the versions of qleetctl and of the server. Throws, after the version of qleetctl, if a control plane is selected
 * and does not respond. `bin/qleetctl` handles `--version` and `version --client` before Node.js is started.
 */
export async function version({ options }: VersionInput, context: CommandContext): Promise<void> {
  const { io, config, connectionOptions } = context
  const format = parseFormat(options.output)
  const client = { version: await clientVersion(), node: process.version }
  if (isTable(format)) io.stdout.write(`qleetctl ${client.version}\n`)
  if (format.as === 'name') io.stdout.write('qleetctl\n')
  const hasServer = !options.client && (await chooseAddress(io, connectionOptions, config)) !== undefined
  const server = hasServer ? await serverVersion(context) : undefined
  if (isTable(format)) {
    if (server !== undefined) io.stdout.write(`server ${server.version ?? '(unknown)'} at ${server.url}\n`)
  } else if (format.as !== 'name')
    await printValue(io, format, { client, ...(server === undefined ? {} : { server }) })
}

async function serverVersion(context: CommandContext): Promise<{ version: string | undefined; url: string }> {
  const connection = await context.connect()
  await requestFacts(connection)
  return { version: connection.facts.release, url: connection.url }
}

/** Sends a small request for the facts that every response carries. Invalid tokens do not matter for those. */
async function requestFacts({ client, facts }: Connection): Promise<void> {
  try {
    await client.changeCursor()
  } catch (error) {
    if (isPlatformError(error) && facts.release !== undefined) return
    throw error
  }
}
