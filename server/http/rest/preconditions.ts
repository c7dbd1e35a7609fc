import { createHash } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { PlatformError } from '../../../schema/errors.ts'

/*
 * Conditional requests: https://www.rfc-editor.org/rfc/rfc9110#name-conditional-requests
 *
 * The entity tag of an object consists of its version and a digest of the response. `If-None-Match` compares all of it.
 * `If-Match` compares the version as `expectedVersion` does: reports of reconcilers since then are no conflict.
 */

/** Returns the entity tag of a response with one object, or without a version that of any other. */
export function tagOf(body: string | Buffer, version?: number): string {
  const digest = createHash('sha256').update(body).digest('base64url').slice(0, 12)
  return version === undefined ? `"${digest}"` : `"${version}.${digest}"`
}

/** Reports whether the client already has the response with a tag. */
export function isUnchanged({ 'if-none-match': given }: IncomingHttpHeaders, tag: string): boolean {
  return given !== undefined && tagsIn(given).some((each) => each === '*' || each.replace(/^W\//, '') === tag)
}

/**
 * Returns the version that a write expects, or undefined if it has no condition. Throws VERSION_CONFLICT for tags that
 * cannot be those of an object.
 */
export function expectedVersionOf({ 'if-match': given }: IncomingHttpHeaders): number | undefined {
  if (given === undefined) return undefined
  const tags = tagsIn(given)
  if (tags.includes('*')) return undefined
  const versions = tags.flatMap((tag) => /^"([1-9]\d{0,8})(\.[\w-]+)?"$/.exec(tag)?.[1] ?? []).map(Number)
  if (versions.length === 0)
    throw new PlatformError(
      'VERSION_CONFLICT',
      'If-Match has no entity tag of an object; send the ETag of its last response, such as "3.x7Qh0Ld_uS2k"',
    )
  return Math.max(...versions)
}

/** Reports whether a write depends on the state of its object. */
export function isConditional(headers: IncomingHttpHeaders): boolean {
  return headers['if-match'] !== undefined
}

function tagsIn(list: string): string[] {
  return list.split(',').map((tag) => tag.trim())
}
