import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { invalidInput } from '../../schema/errors.ts'
import { joinedContentType, joinedLine, mostJoined } from '../../schema/joined-operations.ts'
import type { KnownOperations } from './known-operations.ts'

/**
 * Answers a request of several operations with a line for each, as soon as it is executed, so that none waits for another. There is no
 * line for one that has to be a request of its own. A busy worker sends its operations together, and what arrives together is executed
 * together; a request of its own for each took longer than most of them.
 */
export async function answerJoined(
  { answerOne }: KnownOperations,
  { request, operations, reply }: { request: FastifyRequest; operations: unknown[]; reply: FastifyReply },
): Promise<string | Readable> {
  if (operations.length > mostJoined) throw tooMany(operations.length)
  void reply.type(joinedContentType)
  const lines = new Lines(operations.length)
  const answer = async (operation: unknown, index: number): Promise<void> => {
    const body = await answerOne(request, operation)
    lines.add(body === undefined ? '' : joinedLine(index, body.toString()))
  }
  for (const [index, operation] of operations.entries()) void answer(operation, index)
  return lines.started.promise
}

/** The lines of a response, each once its operation is executed. */
class Lines {
  /** What the response starts with: all lines if they come in one turn of the event loop, or else a stream of them. */
  readonly started = Promise.withResolvers<string | Readable>()
  #stream: Readable | undefined
  /** Those that are not sent yet. */
  #due = ''
  #isSending = false
  /** The operations that are not executed yet. */
  #open: number

  constructor(operations: number) {
    this.#open = operations
    if (operations === 0) this.started.resolve('')
  }

  /** @param line Empty if the operation has none */
  add(line: string): void {
    this.#open -= 1
    this.#due += line
    if (this.#isSending) return
    this.#isSending = true
    setImmediate(() => this.#send())
  }

  #send(): void {
    this.#isSending = false
    const lines = this.#due
    this.#due = ''
    if (this.#stream === undefined && this.#open === 0) return this.started.resolve(lines)
    // What is not read yet is limited by the length of responses and the number of operations.
    this.#stream ??= new Readable({ read: () => undefined })
    this.started.resolve(this.#stream)
    if (lines !== '') this.#stream.push(lines)
    if (this.#open === 0) this.#stream.push(null)
  }
}

function tooMany(count: number): Error {
  const message = `has ${count} operations; ${mostJoined} are allowed`
  return invalidInput([
    { path: 'body', code: 'TOO_MANY', message, remedy: 'Split it into several requests.' },
  ])
}
