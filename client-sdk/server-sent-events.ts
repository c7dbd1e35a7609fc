import { createParser, type EventSourceMessage } from 'eventsource-parser'

/**
 * Yields the events of a response body, independent of chunk boundaries and of line endings that a proxy may change.
 * Closes the connection when the iteration ends.
 */
export async function* serverSentEvents(
  body: ReadableStream<Uint8Array>,
): AsyncGenerator<EventSourceMessage> {
  const decoder = new TextDecoder()
  const events: EventSourceMessage[] = []
  const parser = createParser({ onEvent: (event) => events.push(event) })
  // Not every browser supports async iteration of streams.
  const reader = body.getReader()
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      parser.feed(decoder.decode(value, { stream: true }))
      yield* events.splice(0)
    }
  } finally {
    // A failed stream has already rejected read() with its reason.
    await reader.cancel().catch(() => undefined)
  }
}
