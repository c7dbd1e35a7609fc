import type { ServerResponse } from 'node:http'
import { requestIdHeader } from '../request-id.ts'
import { release, releaseHeader } from '../../../schema/release.ts'

/**
 * Headers of every response: browsers never interpret data as a page, script or style, no other page frames it, and caches
 * do not store it. Routes that serve pages override the policy.
 */
const commonHeaders: Readonly<Record<string, string>> = {
  [releaseHeader]: release,
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cache-control': 'no-store',
}

/** Sets the headers of every response, on the raw response so that streams have them as well. */
export function setResponseHeaders(response: ServerResponse, requestId: string): void {
  response.setHeader(requestIdHeader, requestId)
  for (const [name, value] of Object.entries(commonHeaders)) response.setHeader(name, value)
}
