import type { AddressRules } from '../../schema/clusters/addresses.ts'
import {
  createGuardedDownload,
  DownloadFailure,
  type GuardedDownload,
  type GuardedResponse,
} from '../../process/guarded-download.ts'
import { ChartError } from './chart-error.ts'
import type { Credentials } from './chart-source.ts'

export type Downloaded = Pick<GuardedResponse, 'body' | 'headers'>

/** Fetches an address. Throws ChartError with the address and a remedy; {@link Unauthorised} for status 401. */
export type Downloader = (download: GuardedDownload) => Promise<Downloaded>

/** Thrown for status 401, with the challenge of the server. */
export class Unauthorised extends ChartError {
  readonly challenge: string

  constructor(url: string, challenge: string) {
    const message = `${url} requires a login: set username and password of the definition, or correct them`
    super('Unauthorised', message, { blocked: true })
    this.challenge = challenge
  }
}

/** Creates a downloader that connects only to addresses that the rules allow, except for trusted downloads. */
export function createDownloader(rules: AddressRules): Downloader {
  const send = createGuardedDownload(rules)
  return async (download) => {
    const { url, status, headers, body } = await send(download).catch((error: unknown) => {
      if (!(error instanceof DownloadFailure)) throw error
      const { reason, message, blocked, cause } = error
      throw new ChartError(reason, message, { blocked, cause })
    })
    if (status === 200) return { headers, body }
    if (status === 401) throw new Unauthorised(url, String(headers['www-authenticate'] ?? ''))
    throw refusal(url, status)
  }
}

/** Returns the header for a login by name and password. */
export function basicAuthorization({ username, password }: Credentials): string | undefined {
  if (username === undefined && password === undefined) return undefined
  return `Basic ${Buffer.from(`${username ?? ''}:${password ?? ''}`).toString('base64')}`
}

function refusal(url: string, status: number): ChartError {
  if (status === 404)
    return new ChartError(
      'NotFound',
      `${url} does not exist: check repo, chart and chartVersion of the definition`,
    )
  if (status === 403)
    return new ChartError('Forbidden', `${url} refuses access: check username and password of the definition`)
  return new ChartError('RepositoryFailed', `${url} responded with status ${status}; it is retried`)
}
