import { Agent, request } from 'undici'
import type { Post } from '../client-sdk/transport.ts'
import { releaseHeader } from '../schema/release.ts'

/**
 * Creates a transport for API requests without the streams that `fetch` wraps around each response. A reconcile sends
 * half a dozen requests, and those streams were a quarter of its cost.
 */
export function createHttpTransport(): Post {
  const dispatcher = new Agent({ connections: 64, pipelining: 1, keepAliveTimeout: 30_000 })
  return async (url, { headers, body, timeout, signal }) => {
    const response = await request(url, {
      dispatcher,
      method: 'POST',
      headers,
      body,
      headersTimeout: timeout,
      bodyTimeout: timeout,
      ...(signal === undefined ? {} : { signal }),
    })
    const release = response.headers[releaseHeader]
    return {
      status: response.statusCode,
      text: await response.body.text(),
      release: typeof release === 'string' ? release : undefined,
    }
  }
}
