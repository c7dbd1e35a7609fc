import type { CommandContext } from '../context.ts'
import { clientVersion } from '../installation.ts'
import { parseFormat, printValue } from '../objects/formats.ts'
import { chooseAddress } from './connection.ts'

interface VersionInput {
  options: { client: boolean; output: string }
}

/** A server that takes longer than this is not worth waiting for. */
const quickly = 300

export async function version({ options }: VersionInput, context: CommandContext): Promise<void> {
  const { io } = context
  const format = parseFormat(options.output, ['table', 'json', 'yaml', 'jsonpath'])
  const client = await clientVersion()
  const server = options.client ? undefined : await serverVersion(context)
  if (format.as !== 'table') {
    await printValue(io, format, {
      client: { version: client, node: process.version },
      ...(server === undefined ? {} : { server }),
    })
    return
  }
  io.stdout.write(`qleetctl ${client}\n`)
  if (server !== undefined) io.stdout.write(`server ${server.version} at ${server.url}\n`)
}

/** What the chosen control plane says of itself; undefined when there is none, or none that answers quickly. */
async function serverVersion({
  io,
  connectionOptions,
  config,
}: CommandContext): Promise<{ version: string; url: string } | undefined> {
  const address = await chooseAddress(io, connectionOptions, config).catch(() => undefined)
  if (address === undefined) return undefined
  try {
    const response = await fetch(new URL('/healthz', address.url), { signal: AbortSignal.timeout(quickly) })
    const answer = (await response.json()) as { version?: string }
    return answer.version === undefined ? undefined : { version: answer.version, url: address.url }
  } catch {
    return undefined
  }
}
