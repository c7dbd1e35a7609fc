import type { Readable } from 'node:stream'
import type { Post, PostRequest, PostResponse } from '../client-sdk/transport.ts'
import { chunks } from '../schema/chunks.ts'
import { isJoined, mostJoined, readJoinedLine } from '../schema/joined-operations.ts'

/** Sends a request, and resolves with the response once its body can be read. */
export type OpenPost = (url: URL, request: PostRequest) => Promise<OpenResponse>

export interface OpenResponse extends Omit<PostResponse, 'text'> {
  contentType: string
  content: Readable
}

/** The operations in progress from which on further ones are joined: with fewer, a worker is not busy, and they would only wait. */
const busyFrom = 4

/** Milliseconds for which a busy worker collects operations, which then wait for a processor anyway. */
const collected = 10

/** The length in characters up to which an operation is joined with others: requests have a maximum length. */
const maxLength = 50_000

/** An operation without a response. */
interface Sent {
  url: URL
  request: PostRequest
  resolve: (response: PostResponse | Promise<PostResponse>) => void
  reject: (error: unknown) => void
}

/**
 * Returns a `post` that sends the operations of a busy worker together (`schema/joined-operations.ts`), and others at once: a request of
 * its own costs the worker and the server more than most operations.
 *
 * @param post Sends a request of one operation
 * @param open Sends a request of several operations
 */
export function joinedPost(post: Post, open: OpenPost): Post {
  let inProgress = 0
  let waiting: Sent[] = []
  let sentAt = 0
  const send = (): void => {
    const due = waiting
    waiting = []
    sentAt = performance.now()
    for (const alike of Map.groupBy(due, alikeKey).values())
      for (const together of chunks(alike, mostJoined)) void sendTogether(together, { post, open })
  }
  return async (url, request) => {
    if (!isJoinable(request)) return post(url, request)
    inProgress += 1
    try {
      return await new Promise<PostResponse>((resolve, reject) => {
        waiting.push({ url, request, resolve, reject })
        if (waiting.length > 1) return
        const wait = inProgress < busyFrom ? 0 : sentAt + collected - performance.now()
        if (wait > 0) setTimeout(send, wait)
        // With all others of this turn of the event loop.
        else setImmediate(send)
      })
    } finally {
      inProgress -= 1
    }
  }
}

/** What belongs to a trace becomes a span of its own. */
function isJoinable({ headers, body, signal }: PostRequest): boolean {
  return signal === undefined && headers['traceparent'] === undefined && body.length <= maxLength
}

/** What operations of one request have in common. */
function alikeKey({ url, request: { headers, timeout } }: Sent): string {
  return JSON.stringify([url, headers, timeout])
}

/** Sends operations that are alike, and settles them. Never rejects. */
async function sendTogether(
  together: readonly Sent[],
  { post, open }: { post: Post; open: OpenPost },
): Promise<void> {
  const unanswered = new Map(together.entries())
  try {
    if (together.length > 1)
      for await (const { index, response } of responsesTo(together, open)) {
        unanswered.get(index)?.resolve(response)
        unanswered.delete(index)
      }
    for (const { url, request, resolve } of unanswered.values()) resolve(post(url, request))
  } catch (error) {
    for (const { reject } of unanswered.values()) reject(error)
  }
}

/** Sends operations in one request, and yields the responses with the indexes of their operations. */
async function* responsesTo(
  together: readonly Sent[],
  open: OpenPost,
): AsyncGenerator<{ index: number; response: PostResponse }> {
  const [first] = together
  if (first === undefined) return
  const body = `[${together.map(({ request }) => request.body).join()}]`
  const { content, contentType, status, release } = await open(first.url, { ...first.request, body })
  if (isJoined(contentType))
    for await (const line of linesOf(content)) {
      const { index, response } = readJoinedLine(line)
      yield { index, response: { status, release, text: response } }
    }
  // The error of the whole request, which each of them then gets alone.
  else await content.toArray()
}

/** Yields the lines of a stream. */
async function* linesOf(content: Readable): AsyncGenerator<string> {
  let line = ''
  for await (const chunk of content.setEncoding('utf8') as AsyncIterable<string>) {
    const [end = '', ...lines] = chunk.split('\n')
    line += end
    for (const next of lines) {
      yield line
      line = next
    }
  }
}
