import { PlatformError, isPlatformError } from '../schema/errors.ts'
import { release } from '../schema/release.ts'

/** The server that sent a response, and the program that sent the request. */
export interface Responder {
  url: string
  /** Release of the server; undefined for those before 0.1.1, which do not report it, and for proxies. */
  serverRelease?: string | undefined
  /** Name of the program that uses the SDK, for messages. */
  program: string
}

/**
 * Returns an UNSUPPORTED error if the server refused an operation because its release differs. The documents of the SDK
 * are valid for the schema of their own release, so only a server of another release refuses them.
 */
export function unsupportedByOtherRelease(
  { code, message, details }: PlatformError,
  { url, serverRelease, program }: Responder,
): PlatformError | undefined {
  const { refused } = details
  if (code !== 'INVALID_INPUT' || refused === undefined) return undefined
  const order = serverRelease === undefined ? -1 : compareReleases(serverRelease, release)
  const running = serverRelease === undefined ? 'an earlier release' : `release ${serverRelease}`
  const server = `the server at ${url} runs ${order === 0 ? `another build of ${running}` : running}`
  const does = order > 0 ? 'no longer supports' : 'does not support'
  const remedy =
    order > 0
      ? `Upgrade ${program}.`
      : order < 0
        ? 'Upgrade the servers.'
        : `Upgrade the servers, or ${program}, whichever is older.`
  const explanation = `${server} and ${does} a request of ${program} (release ${release}): ${message} ${remedy}`
  return new PlatformError('UNSUPPORTED', explanation, { details: { refused } })
}

/**
 * Removes from an operation an argument that an earlier server does not know. Returns undefined if the argument has a
 * value, since dropping it would change the meaning, as with an idempotency key.
 */
export function withoutUnknownArgument(
  error: unknown,
  query: string,
  variables: unknown,
): string | undefined {
  if (!isPlatformError(error) || error.code !== 'UNSUPPORTED') return undefined
  const { part, name, known } = error.details.refused ?? {}
  if (part !== 'argument' || name === undefined || known === true) return undefined
  const isGiven = typeof variables === 'object' && variables !== null && Reflect.get(variables, name) != null
  if (isGiven) return undefined
  const shorter = query
    .replace(new RegExp(`\\$${name}: [\\w!\\[\\]]+`), '')
    .replace(new RegExp(`\\b${name}: \\$${name}\\b`), '')
    .replaceAll(/\([\s,]*\)/g, '')
  return shorter === query ? undefined : shorter
}

/** Compares two releases. Negative if the first is earlier. */
function compareReleases(a: string, b: string): number {
  const [left, right] = [a, b].map((text) => text.split(/[.-]/).map(Number))
  for (const index of [0, 1, 2]) {
    const difference = (left?.[index] ?? 0) - (right?.[index] ?? 0)
    if (difference !== 0) return difference
  }
  return 0
}
