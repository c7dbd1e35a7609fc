import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { installation } from '../../process/installation.ts'
import { isPlatformError } from '../../schema/errors.ts'
import type { CommandContext } from '../context.ts'
import { isTable, parseFormat, printValue } from '../objects/formats.ts'
import { chooseAddress } from './connection.ts'

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

async function clientVersion(): Promise<string> {
  const text = await readFile(join(installation, 'package.json'), 'utf8')
  return (JSON.parse(text) as { version: string }).version
}

interface ServerVersion {
  url: string
  /** Undefined if neither the server nor its responses contain it. */
  version: string | undefined
  /** The `apiVersion` of documents; absent if the token is not accepted. */
  apiVersion?: string
  features?: readonly string[]
}

/** Returns what the server says about itself; for a token that it does not accept, the release that each response carries. */
async function serverVersion(context: CommandContext): Promise<ServerVersion> {
  const { client, facts, url } = await context.connect()
  try {
    const { version: found, apiVersion, features } = await client.serverInfo()
    return { url, version: found, apiVersion, features }
  } catch (error) {
    if (isPlatformError(error) && facts.release !== undefined) return { url, version: facts.release }
    throw error
  }
}
