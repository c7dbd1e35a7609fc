import { Agent, request } from 'undici'
import type { Post } from '../client-sdk/index.ts'
import { releaseHeader } from '../schema/release.ts'

/**
 * Operations of a worker, without the streams that `fetch` wraps around each answer: a reconcile sends half a dozen,
 * and they were a quarter of what it costs.
 */
export function createHttpTransport(): Post {
  const dispatcher = new Agent({ connections: 64, pipelining: 1, keepAliveTimeout: 30_000 })
  return async (url, { headers, body, timeout, signal }) => {
    const answer = await request(url, {
      dispatcher,
      method: 'POST',
      headers,
      body,
      headersTimeout: timeout,
      bodyTimeout: timeout,
      ...(signal === undefined ? {} : { signal }),
    })
    const release = answer.headers[releaseHeader]
    return {
      status: answer.statusCode,
      text: await answer.body.text(),
      release: typeof release === 'string' ? release : undefined,
    }
  }
}
