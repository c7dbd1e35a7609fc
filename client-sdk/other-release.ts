import { PlatformError, isPlatformError } from '../schema/errors.ts'
import { release } from '../schema/release.ts'

/** Who has answered, and to whom. */
export interface Responder {
  url: string
  /** Its release; undefined where it does not tell, as those before 0.1.1 and proxies in between. */
  serverRelease?: string | undefined
  /** What the program that asks is called. */
  program: string
}

/**
 * UNSUPPORTED where the server has refused an operation because it is of another release, undefined otherwise. Documents
 * of the SDK are right for the schema of their release, so only another one refuses them.
 */
export function unsupportedByOtherRelease(
  { code, message, details }: PlatformError,
  { url, serverRelease, program }: Responder,
): PlatformError | undefined {
  const { refused } = details
  if (code !== 'INVALID_INPUT' || refused === undefined) return undefined
  const order = serverRelease === undefined ? -1 : compared(serverRelease, release)
  const its = serverRelease === undefined ? 'an earlier release' : `release ${serverRelease}`
  const who = `the server at ${url} is of ${order === 0 ? `another build of ${its}` : its}`
  const does = order > 0 ? 'does not answer any more' : 'does not know'
  const remedy =
    order > 0
      ? `Upgrade ${program}.`
      : order < 0
        ? 'Upgrade the servers.'
        : `Upgrade the servers, or ${program}, whichever is older.`
  const text = `${who} and ${does} what ${program} of release ${release} asks: ${message} ${remedy}`
  return new PlatformError('UNSUPPORTED', text, { details: { refused } })
}

/**
 * The operation without the argument that an earlier server does not know, where it is not given anyway. One that is given
 * means something, such as a key with which a write may be sent twice: undefined then.
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

/** Negative where the first is earlier. */
function compared(a: string, b: string): number {
  const [left, right] = [a, b].map((text) => text.split(/[.-]/).map(Number))
  for (const place of [0, 1, 2]) {
    const difference = (left?.[place] ?? 0) - (right?.[place] ?? 0)
    if (difference !== 0) return difference
  }
  return 0
}
