import { createParser, type EventSourceMessage } from 'eventsource-parser'

/**
 * Reads the events of an answer, however its bytes are cut into chunks and whichever line ends a proxy makes of them. The
 * connection ends with the iteration.
 */
export async function* serverSentEvents(
  body: ReadableStream<Uint8Array>,
): AsyncGenerator<EventSourceMessage> {
  const decoder = new TextDecoder()
  const events: EventSourceMessage[] = []
  const parser = createParser({ onEvent: (event) => events.push(event) })
  // Not every browser iterates over a stream.
  const reader = body.getReader()
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      parser.feed(decoder.decode(value, { stream: true }))
      yield* events.splice(0)
    }
  } finally {
    // A stream that broke has given its reason to read() already.
    await reader.cancel().catch(() => undefined)
  }
}
