import { randomBytes, timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { credentialsOf } from '../../aws/credentials.ts'
import type { Job } from '../job.ts'

/*
 * Credentials of an assumed role last an hour, and runs may take longer. So a run offers them by the protocol that AWS has for
 * containers, on the loopback interface: SDKs of AWS fetch new ones in time, also that of the provider of Terraform.
 * https://docs.aws.amazon.com/sdkref/latest/guide/feature-container-credentials.html
 */

type AssumedRole = NonNullable<Job['role']>

export interface OfferedCredentials {
  /** The environment variables by which programs find the credentials. */
  environment: Record<string, string>
  /** The values that messages must not contain, so far. */
  secrets: readonly string[]
  close(): Promise<void>
}

/** Milliseconds before their end at which credentials are replaced. SDKs ask again five minutes before. */
const renewBefore = 10 * 60_000

/** Offers the credentials of a role to the programs of a run. */
export async function offerCredentials(role: AssumedRole): Promise<OfferedCredentials> {
  const token = randomBytes(32).toString('base64url')
  const assumed = new AssumedCredentials(role)
  const server = createServer((incoming, response) => {
    answer({ incoming, response, token, assumed }).catch((error: unknown) => {
      const message = error instanceof Error ? error.message : String(error)
      response.writeHead(500, { 'content-type': 'application/json' })
      response.end(JSON.stringify({ code: 'AssumeRoleFailed', message }))
    })
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', resolve)
  })
  const { port } = server.address() as AddressInfo
  return {
    environment: {
      AWS_CONTAINER_CREDENTIALS_FULL_URI: `http://127.0.0.1:${port}/credentials`,
      AWS_CONTAINER_AUTHORIZATION_TOKEN: token,
      AWS_REGION: role.region,
    },
    get secrets() {
      return [token, ...assumed.secrets]
    },
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

interface Request {
  incoming: IncomingMessage
  response: ServerResponse
  token: string
  assumed: AssumedCredentials
}

async function answer({ incoming, response, token, assumed }: Request): Promise<void> {
  if (!isEqual(incoming.headers.authorization ?? '', token)) {
    response.writeHead(401).end()
    return
  }
  const { accessKeyId, secretAccessKey, sessionToken, expiration } = await assumed.current()
  response.writeHead(200, { 'content-type': 'application/json' })
  response.end(
    JSON.stringify({
      AccessKeyId: accessKeyId,
      SecretAccessKey: secretAccessKey,
      Token: sessionToken,
      Expiration: expiration?.toISOString(),
    }),
  )
}

function isEqual(given: string, expected: string): boolean {
  return given.length === expected.length && timingSafeEqual(Buffer.from(given), Buffer.from(expected))
}

type Credentials = Awaited<ReturnType<Awaited<ReturnType<typeof credentialsOf>>>>

/** The credentials of a role, which are replaced before they end. */
class AssumedCredentials {
  readonly #role: AssumedRole
  readonly #secrets = new Set<string>()
  #current: Promise<Credentials> | undefined
  #until = 0

  constructor(role: AssumedRole) {
    this.#role = role
  }

  get secrets(): string[] {
    return [...this.#secrets]
  }

  current(): Promise<Credentials> {
    if (this.#current === undefined || Date.now() > this.#until - renewBefore) {
      this.#until = Infinity
      this.#current = this.#assume()
      this.#current.catch(() => (this.#current = undefined))
    }
    return this.#current
  }

  async #assume(): Promise<Credentials> {
    const { region, identity, endpoint, ...credentials } = this.#role
    const provider = await credentialsOf({ identity, endpoint }, credentials, region)
    const found = await provider()
    this.#until = found.expiration?.getTime() ?? Infinity
    for (const secret of [found.secretAccessKey, found.sessionToken])
      if (secret !== undefined) this.#secrets.add(secret)
    return found
  }
}
