import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { createClient, type Client } from '../../client-sdk/index.ts'
import { PlatformError } from '../../schema/errors.ts'
import { reasonOfFile } from '../documents/text-file.ts'
import { didYouMean } from '../../schema/similar.ts'
import type { Io } from '../terminal/io.ts'
import { nonEmpty, type ConfigFile } from './config-file.ts'
import type { Config, Instance } from './config-format.ts'
import {
  observedFetch,
  observedPost,
  recordingFacts,
  reportingRequests,
  type Observer,
  type ServerFacts,
} from './observed-requests.ts'

/** Options that select a control plane. */
export interface ConnectionOptions {
  qleetConfig?: string | undefined
  server?: string | undefined
  tokenFile?: string | undefined
  /** Name of a control plane in the config file. */
  context?: string | undefined
  /** Other name of {@link context}. */
  name?: string | undefined
  /** Reports requests on stderr. */
  verbose?: boolean | undefined
}

/** A connection to the selected control plane. */
export interface Connection {
  client: Client
  url: string
  token: string
  /** Source of the token, for messages. */
  tokenFrom: string
  /** Its entry in the config file, if any. */
  instance?: Instance | undefined
  /** Facts from the responses so far. */
  facts: ServerFacts
  /** Sends requests that the client has no method for. */
  fetch: typeof globalThis.fetch
}

type TokenSource = { value: string; from: string } | { file: string }

/** The address of a control plane and the source of its token, which is not read yet. */
export interface Address {
  url: string
  token: TokenSource
  instance?: Instance | undefined
}

/**
 * Selects a control plane: `--server`, else `--context`, else QLEET_SERVER_URL, else QLEET_CONTEXT, else the current one
 * of the config file, else its only one. Returns undefined if there is none.
 */
export async function chooseAddress(
  io: Io,
  options: ConnectionOptions,
  config: ConfigFile,
): Promise<Address | undefined> {
  const fileToken = options.tokenFile === undefined ? undefined : { file: resolve(io.cwd, options.tokenFile) }
  const envToken = nonEmpty(io.env['QLEET_TOKEN'])
  const given = fileToken ?? (envToken === undefined ? undefined : { value: envToken, from: 'QLEET_TOKEN' })
  const context = options.context ?? options.name
  const server = options.server ?? (context === undefined ? nonEmpty(io.env['QLEET_SERVER_URL']) : undefined)
  const known = await config.read()
  if (server !== undefined) {
    const url = checkedUrl(server)
    const instance = known.QleetOSInstances.find(({ APIServer }) => sameOrigin(APIServer, url))
    const token = given ?? (instance === undefined ? undefined : tokenOf(instance))
    if (token !== undefined) return { url, token, instance }
    throw new PlatformError('UNAUTHENTICATED', `no token for ${url}. Set QLEET_TOKEN or --token-file FILE.`)
  }
  const instance = instanceNamed(known, context ?? currentName(known, io.env))
  if (instance === undefined) return undefined
  return { url: checkedUrl(instance.APIServer), token: given ?? tokenOf(instance), instance }
}

/** Returns the name of the current control plane: QLEET_CONTEXT, else that of the config file, else its only one. */
export function currentName(
  { QleetOSInstances: instances, CurrentInstance: current }: Config,
  env: Io['env'],
): string | undefined {
  const only = instances.length === 1 ? instances[0]?.Name : undefined
  return nonEmpty(env['QLEET_CONTEXT']) ?? current ?? only
}

/** Returns the entry of this name. Throws when the name is unknown. */
export function instanceNamed(config: Config, name: string | undefined): Instance | undefined {
  if (name === undefined) return undefined
  const found = config.QleetOSInstances.find((instance) => instance.Name === name)
  if (found !== undefined) return found
  const names = config.QleetOSInstances.map(({ Name }) => Name)
  const hint =
    didYouMean(name, names) ||
    (names.length === 0 ? 'Start one: qleetctl up' : `Available: ${names.join(', ')}.`)
  throw new PlatformError('NOT_FOUND', `there is no control plane "${name}" in the config file. ${hint}`)
}

export async function connect(io: Io, options: ConnectionOptions, config: ConfigFile): Promise<Connection> {
  const address = await chooseAddress(io, options, config)
  if (address === undefined) throw noControlPlane(await config.read(), await config.missing())
  const { url, instance } = address
  const token = await readToken(address)
  const tokenFrom = 'from' in address.token ? address.token.from : address.token.file
  const facts: ServerFacts = {}
  const observers = [
    recordingFacts(facts),
    ...(options.verbose === true ? [reportingRequests(io)] : []),
    explainingRefusals(address),
  ]
  const [fetch, post] = [observedFetch(observers), observedPost(observers)]
  const client = createClient({ url, token, program: 'qleetctl', fetch, post })
  return { client, url, token, tokenFrom, instance, facts, fetch }
}

function noControlPlane({ QleetOSInstances: instances }: Config, missing: string | undefined): PlatformError {
  const [first] = instances
  const known =
    first === undefined
      ? `${missing ?? 'no control plane is configured'}. Start one on this machine: qleetctl up\n`
      : `no control plane is selected. Available: ${instances.map(({ Name }) => Name).join(', ')}. ` +
        `Select one: qleetctl config use-context ${first.Name}\n`
  return new PlatformError(
    'UNAVAILABLE',
    `${known}Or set --server URL and --token-file FILE, or QLEET_SERVER_URL and QLEET_TOKEN.`,
  )
}

async function readToken({ token, url }: Address): Promise<string> {
  if ('value' in token) return token.value
  const text = await readFile(token.file, 'utf8').catch((cause: unknown) => {
    const message = `cannot read the token for ${url} from ${token.file}: ${reasonOfFile(cause)}`
    throw new PlatformError('UNAUTHENTICATED', message, { cause })
  })
  return text.trim()
}

/** Suggests `qleetctl up` where a control plane on this machine refuses the connection. */
function explainingRefusals({ instance, url }: Address): Observer {
  return async (_, send) => {
    try {
      return await send()
    } catch (cause) {
      const isOurs = instance?.DataDir !== undefined
      const isRefused = JSON.stringify(reasons(cause)).includes('ECONNREFUSED')
      if (!isOurs || !isRefused) throw cause
      // oxlint-disable-next-line preserve-caught-error -- the SDK reports the deepest cause, and this message is more helpful
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
  if (Token !== undefined) return { value: Token, from: `the entry "${Name}" of the config file` }
  if (TokenFile !== undefined) return { file: TokenFile }
  throw new PlatformError(
    'UNAUTHENTICATED',
    `control plane "${Name}" has neither Token nor TokenFile in the config file. Add one of them.`,
  )
}

/** Validates a URL and completes one without a scheme, such as the `localhost:1323` of legacy config files. */
export function checkedUrl(text: string): string {
  const complete = /^[a-z]+:\/\//i.test(text) ? text : `http://${text}`
  if (URL.canParse(complete) && /^https?:/i.test(complete)) return complete.replace(/\/+$/, '')
  throw new PlatformError(
    'INVALID_INPUT',
    `"${text}" is not the URL of a server, such as http://127.0.0.1:1323`,
  )
}

function sameOrigin(one: string, other: string): boolean {
  return URL.canParse(checkedUrl(one)) && new URL(checkedUrl(one)).origin === new URL(other).origin
}
