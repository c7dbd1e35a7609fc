import type { ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { GraphQLError } from 'graphql'
import type { ExecutionPatchResult, ExecutionResult } from 'graphql-sse'
import { createHandler } from 'graphql-sse/lib/use/fastify'
import { defined } from '../../schema/inputs.ts'
import type { RequestContext } from '../../schema/graphql/context.ts'
import { contextFor } from './context.ts'
import { actorOf } from './edge/authentication.ts'
import { executeInTurn } from './execution.ts'
import { asPlatformError } from './failures.ts'
import { validateDocument } from './refused-documents.ts'
import { lastWords, tooSlow } from './slow-readers.ts'
import type { Transport } from './transport.ts'

/** Subscriptions over server-sent events, one connection per operation. */
export function addEventStream(
  app: FastifyInstance,
  { schema, services, slowReaders, told }: Transport,
): void {
  const readable = (errors: readonly GraphQLError[]): GraphQLError[] =>
    told(errors).map(({ message, extensions }) => new GraphQLError(message, defined({ extensions })))
  const sse = createHandler<EventStreamContext>({
    schema,
    validate: validateDocument,
    execute: executeInTurn(services.fairness.requests),
    // One connection per operation: nothing is kept beyond it.
    authenticate: () => null,
    // oxlint-disable-next-line max-params -- the signature is that of graphql-sse
    onOperation: (_, __, ___, result) => ('next' in result ? endingInErrors(result) : undefined),
    onNext: async ({ reader }, { context: { reply } }, result) => {
      await drained(reply.raw)
      if (reader.given !== undefined) reader.cursor = reader.given
      return result.errors === undefined ? undefined : { ...result, errors: readable(result.errors) }
    },
    context: ({ raw: request, context: { reply } }) => {
      const context = contextFor(services, { actor: actorOf(request), headers: request.headers })
      const { raw } = reply
      const letGo = (): void => sayLast(raw, readable([asGraphqlError(tooSlow(context.reader))]))
      if (raw.socket !== null) raw.once('close', slowReaders.watch({ socket: raw.socket, letGo }))
      return { ...context }
    },
  })
  app.all('/graphql/stream', async (request, reply) => {
    try {
      await sse(request, reply)
    } catch (error) {
      // Who was told the last words is gone, or will be.
      if (!reply.raw.writableEnded && !reply.raw.destroyed) throw error
    }
  })
}

type EventStreamContext = RequestContext & Record<PropertyKey, unknown>

function asGraphqlError(error: unknown): GraphQLError {
  const originalError = asPlatformError(error)
  return new GraphQLError(originalError.message, { originalError })
}

type Result = ExecutionResult | ExecutionPatchResult

/** Ends with an answer that says why, where the source breaks: graphql-sse would break the connection off. */
function endingInErrors(results: AsyncGenerator<Result>): AsyncGenerator<Result> {
  let isOver = false
  return {
    ...results,
    [Symbol.asyncIterator]() {
      return this
    },
    next: async () => {
      if (isOver) return { done: true, value: undefined }
      return results.next().catch((error: unknown) => {
        isOver = true
        return { done: false, value: { errors: [asGraphqlError(error)] } }
      })
    },
    return: (value) => results.return(value),
    throw: (error) => results.throw(error),
  }
}

/** Ends an answer behind all that waits to be taken, and does not wait for that forever. */
function sayLast(response: ServerResponse, errors: readonly GraphQLError[]): void {
  response.end(`event: next\ndata: ${JSON.stringify({ errors })}\n\nevent: complete\ndata: \n\n`)
  const timer = setTimeout(() => response.destroy(), lastWords)
  response.once('close', () => clearTimeout(timer))
}

/** Milliseconds between two looks at a connection whose client does not take what was sent. */
const drainEvery = 20

/**
 * Waits until a client has taken what was sent to it. graphql-sse keeps whatever its source gives until it is sent, so
 * the source is held up; graphql-ws waits by itself. Thrown when the client was let go: that ends the source.
 */
async function drained(response: ServerResponse): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve))
  while (response.writableLength > 0 && !response.destroyed && !response.writableEnded)
    await sleep(drainEvery)
  if (response.writableEnded) throw new Error('the reader was let go')
}
