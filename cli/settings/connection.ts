import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { createClient, type Client } from '../../client-sdk/index.ts'
import { PlatformError } from '../../schema/errors.ts'
import { didYouMean } from '../similar.ts'
import type { Io } from '../terminal/io.ts'
import { nonEmpty, type ConfigFile } from './config-file.ts'
import type { Config, Instance } from './config-format.ts'

/** Options that choose a control plane. */
export interface ConnectionOptions {
  qleetConfig?: string | undefined
  server?: string | undefined
  tokenFile?: string | undefined
  /** Name of a control plane in the config file. */
  name?: string | undefined
}

/** A control plane that commands talk to. */
export interface Connection {
  client: Client
  url: string
  token: string
  /** Where the token is from, for messages. */
  tokenFrom: string
  /** Its entry in the config file, when it has one. */
  instance?: Instance | undefined
}

type TokenSource = { text: string; from: string } | { file: string }

/** Where a control plane is, before its token has been read. */
export interface Address {
  url: string
  token: TokenSource
  instance?: Instance | undefined
}

/**
 * The control plane that was meant: `--server`, else `--name`, else QLEET_SERVER_URL, else the current one of the
 * config file. Undefined when nothing names one.
 */
export async function chooseAddress(
  io: Io,
  options: ConnectionOptions,
  config: ConfigFile,
): Promise<Address | undefined> {
  const fileToken = options.tokenFile === undefined ? undefined : { file: resolve(io.cwd, options.tokenFile) }
  const envToken = nonEmpty(io.env['QLEET_TOKEN'])
  const given = fileToken ?? (envToken === undefined ? undefined : { text: envToken, from: 'QLEET_TOKEN' })
  const server =
    options.server ?? (options.name === undefined ? nonEmpty(io.env['QLEET_SERVER_URL']) : undefined)
  const known = await config.read()
  if (server !== undefined) {
    const url = checkedUrl(server)
    const instance = known.QleetOSInstances.find(({ APIServer }) => sameOrigin(APIServer, url))
    const token = given ?? (instance === undefined ? undefined : tokenOf(instance))
    if (token !== undefined) return { url, token, instance }
    throw new PlatformError(
      'UNAUTHENTICATED',
      `there is no token for ${url}. Set QLEET_TOKEN or give --token-file FILE.`,
    )
  }
  const instance = instanceNamed(known, options.name)
  if (instance === undefined) return undefined
  return { url: checkedUrl(instance.APIServer), token: given ?? tokenOf(instance), instance }
}

/** The entry of this name, or of the current control plane. Throws when the name is not known. */
export function instanceNamed(config: Config, name = config.CurrentInstance): Instance | undefined {
  if (name === undefined) return undefined
  const found = config.QleetOSInstances.find((instance) => instance.Name === name)
  if (found !== undefined) return found
  const names = config.QleetOSInstances.map(({ Name }) => Name)
  const hint =
    didYouMean(name, names) ||
    (names.length === 0 ? 'Start one: qleetctl up' : `Known are ${names.join(', ')}.`)
  throw new PlatformError('NOT_FOUND', `there is no control plane "${name}" in the config file. ${hint}`)
}

export async function connect(io: Io, options: ConnectionOptions, config: ConfigFile): Promise<Connection> {
  const address = await chooseAddress(io, options, config)
  if (address === undefined) throw noneIsMeant(await config.read())
  const { url, instance } = address
  const token = await readToken(address)
  const tokenFrom = 'from' in address.token ? address.token.from : address.token.file
  const client = createClient({ url, token, program: 'qleetctl', fetch: explainingFetch(address) })
  return { client, url, token, tokenFrom, instance }
}

function noneIsMeant({ QleetOSInstances: instances }: Config): PlatformError {
  const [first] = instances
  const known =
    first === undefined
      ? 'there is no control plane to talk to. Start one on this machine: qleetctl up\n'
      : `no control plane is chosen. Known are ${instances.map(({ Name }) => Name).join(', ')}: qleetctl config use-context ${first.Name}\n`
  return new PlatformError(
    'UNAVAILABLE',
    `${known}Or name one: --server URL and --token-file FILE, or QLEET_SERVER_URL and QLEET_TOKEN.`,
  )
}

async function readToken({ token, url }: Address): Promise<string> {
  if ('text' in token) return token.text
  const text = await readFile(token.file, 'utf8').catch((cause: unknown) => {
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new PlatformError('UNAUTHENTICATED', `cannot read the token for ${url}: ${reason}`, { cause })
  })
  return text.trim()
}

/** A control plane on this machine that does not answer has probably not been started. */
function explainingFetch({ instance, url }: Address): typeof globalThis.fetch {
  return async (input, init) => {
    try {
      return await globalThis.fetch(input, init)
    } catch (cause) {
      const isOurs = instance?.DataDir !== undefined
      const isRefused = JSON.stringify(reasons(cause)).includes('ECONNREFUSED')
      if (!isOurs || !isRefused) throw cause
      // oxlint-disable-next-line preserve-caught-error -- the SDK tells of the deepest cause, and this says more
      throw new Error(
        `control plane "${instance.Name}" at ${url} is not running. Start it: qleetctl up --name ${instance.Name}`,
      )
    }
  }
}

function reasons(error: unknown): unknown[] {
  if (!(error instanceof Error)) return [String(error)]
  const code = 'code' in error ? error.code : ''
  return [code, error.message, ...(error.cause === undefined ? [] : reasons(error.cause))]
}

function tokenOf({ Name, Token, TokenFile }: Instance): TokenSource {
  if (Token !== undefined) return { text: Token, from: `the entry "${Name}" of the config file` }
  if (TokenFile !== undefined) return { file: TokenFile }
  throw new PlatformError(
    'UNAUTHENTICATED',
    `control plane "${Name}" has neither Token nor TokenFile in the config file`,
  )
}

/** The original wrote `localhost:1323`, without a scheme. */
function checkedUrl(text: string): string {
  const complete = /^[a-z]+:\/\//i.test(text) ? text : `http://${text}`
  if (URL.canParse(complete) && /^https?:/i.test(complete)) return complete.replace(/\/+$/, '')
  throw new PlatformError(
    'INVALID_INPUT',
    `"${text}" is not an address of a server, such as http://127.0.0.1:1323`,
  )
}

function sameOrigin(one: string, other: string): boolean {
  return URL.canParse(checkedUrl(one)) && new URL(checkedUrl(one)).origin === new URL(other).origin
}
