import { Agent, request } from 'undici'
import type { Post, PostRequest, PostResponse } from '../client-sdk/transport.ts'
import { releaseHeader } from '../schema/release.ts'
import { joinedPost } from './joined-post.ts'

/**
 * Creates a transport for API requests without the streams that `fetch` wraps around each response. A reconcile sends
 * half a dozen requests, and those streams were a quarter of its cost. While many are being sent, they are sent together.
 */
export function createHttpTransport(): Post {
  const dispatcher = new Agent({ connections: 64, pipelining: 1, keepAliveTimeout: 30_000 })
  const send = async (url: URL, { headers, body, timeout, signal }: PostRequest) => {
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
      contentType: String(response.headers['content-type']),
      release: typeof release === 'string' ? release : undefined,
      content: response.body,
    }
  }
  const post = async (url: URL, given: PostRequest): Promise<PostResponse> => {
    const { content, status, release } = await send(url, given)
    return { status, release, text: await content.text() }
  }
  return joinedPost(post, send)
}
