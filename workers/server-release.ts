import { lt, valid } from 'semver'
import { request } from 'undici'
import { release, releaseHeader } from '../schema/release.ts'

/**
 * Returns why a worker should wait for an upgrade of the servers; undefined if it should not. Servers are upgraded first, and
 * an orchestrator replaces the next worker only once this one is ready.
 */
export async function olderServer(url: string): Promise<string | undefined> {
  const { headers, body } = await request(`${url.replace(/\/+$/, '')}/healthz`, {
    headersTimeout: 2000,
    bodyTimeout: 2000,
  })
  await body.dump()
  const { [releaseHeader]: server } = headers
  if (typeof server !== 'string' || valid(server) === null || !lt(server, release)) return undefined
  return `the API server is of release ${server}, older than this worker (${release}): upgrade the servers first`
}
