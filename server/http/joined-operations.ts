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
  return linesOf(operations.map(async (operation) => answerOne(request, operation)))
}

/** Resolves with the lines if all come in one turn of the event loop, or else with a stream of them. */
function linesOf(answers: readonly Promise<string | Buffer | undefined>[]): Promise<string | Readable> {
  return new Promise((resolve) => {
    let stream: Readable | undefined
    let lines = ''
    let open = answers.length
    let isDue = false
    const send = (): void => {
      isDue = false
      if (stream === undefined) {
        if (open === 0) return resolve(lines)
        // What is not read yet is limited by the length of responses and the number of operations.
        stream = new Readable({ read: () => undefined })
        resolve(stream)
      }
      if (lines !== '') stream.push(lines)
      lines = ''
      if (open === 0) stream.push(null)
    }
    const end = async (answer: Promise<string | Buffer | undefined>, index: number): Promise<void> => {
      const body = await answer
      open -= 1
      if (body !== undefined) lines += joinedLine(index, body.toString())
      if (isDue) return
      isDue = true
      setImmediate(send)
    }
    if (open === 0) resolve('')
    for (const [index, answer] of answers.entries()) void end(answer, index)
  })
}

function tooMany(count: number): Error {
  const message = `has ${count} operations; ${mostJoined} are allowed`
  return invalidInput([
    { path: 'body', code: 'TOO_MANY', message, remedy: 'Split it into several requests.' },
  ])
}
