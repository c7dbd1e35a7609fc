import type { ServerResponse } from 'node:http'
import { release, releaseHeader } from '../../../schema/release.ts'

/**
 * Of every answer: data is never taken for a page, a script or a style, is not framed, and is not kept by whoever is in
 * between. Pages say themselves what they need.
 */
const ofEverything: Readonly<Record<string, string>> = {
  [releaseHeader]: release,
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cache-control': 'no-store',
}

/** Raw, so that streams have them as well. */
export function setResponseHeaders(response: ServerResponse): void {
  for (const [name, value] of Object.entries(ofEverything)) response.setHeader(name, value)
}
