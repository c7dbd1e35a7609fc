import type { ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { GraphQLError } from 'graphql'
import type { ExecutionPatchResult, ExecutionResult } from 'graphql-sse'
import { createHandler } from 'graphql-sse/lib/use/fastify'
import { streamPath } from '../../schema/endpoints.ts'
import { defined } from '../../schema/defined.ts'
import type { RequestContext } from '../../schema/graphql/context.ts'
import { contextFor } from './context.ts'
import { actorOf } from './edge/authentication.ts'
import { asGraphqlError, executeFairly, subscribeWithinLimits, errorsOfLength } from './execution.ts'
import { validateDocument } from './refused-documents.ts'
import { closeTimeout, tooSlow } from './slow-readers.ts'
import type { Transport } from './transport.ts'
import { validateTrusted } from './trusted-documents.ts'

/** Adds subscriptions over server-sent events, with one connection per operation. */
export function addEventStream(
  app: FastifyInstance,
  { schema, services, slowReaders, formatErrors, trusted }: Transport,
): void {
  const formatted = (errors: readonly GraphQLError[]): GraphQLError[] =>
    formatErrors(errors).map(({ message, extensions }) => new GraphQLError(message, defined({ extensions })))
  const sse = createHandler<EventStreamContext>({
    schema,
    validate: validateTrusted(trusted, validateDocument),
    execute: executeFairly(services.fairness.requests),
    subscribe: subscribeWithinLimits,
    // With one connection per operation, no state outlives the request.
    authenticate: () => null,
    // oxlint-disable-next-line max-params -- the signature is that of graphql-sse
    onOperation: (_, __, ___, result) => ('next' in result ? endingInErrors(result) : undefined),
    onNext: async ({ reader }, { context: { reply } }, result) => {
      await untilDrained(reply.raw)
      if (reader.given !== undefined) reader.cursor = reader.given
      const tooLong = errorsOfLength(result)
      if (tooLong !== undefined) return { data: null, errors: formatted(tooLong) }
      return result.errors === undefined ? undefined : { ...result, errors: formatted(result.errors) }
    },
    context: ({ raw: request, context: { reply } }) => {
      const context = contextFor(services, {
        actor: actorOf(request),
        headers: request.headers,
        requestId: request.id,
      })
      const { raw } = reply
      const disconnect = (): void => endWithErrors(raw, formatted([asGraphqlError(tooSlow(context.reader))]))
      if (raw.socket !== null) raw.once('close', slowReaders.watch({ socket: raw.socket, disconnect }))
      return { ...context }
    },
  })
  app.all(streamPath, async (request, reply) => {
    try {
      await sse(request, reply)
    } catch (error) {
      // A response that was ended by the server, or whose client is gone, needs no error.
      if (!reply.raw.writableEnded && !reply.raw.destroyed) throw error
    }
  })
}

type EventStreamContext = RequestContext & Record<PropertyKey, unknown>

type Result = ExecutionResult | ExecutionPatchResult

/**
 * Ends a stream with a result that carries the error when its source fails: graphql-sse would only drop the connection.
 */
function endingInErrors(results: AsyncGenerator<Result>): AsyncGenerator<Result> {
  let hasFailed = false
  return {
    ...results,
    [Symbol.asyncIterator]() {
      return this
    },
    next: async () => {
      if (hasFailed) return { done: true, value: undefined }
      return results.next().catch((error: unknown) => {
        hasFailed = true
        return { done: false, value: { errors: [asGraphqlError(error)] } }
      })
    },
    return: (value) => results.return(value),
    throw: (error) => results.throw(error),
  }
}

/** Ends a response with errors after its buffered data, and destroys it when the client does not read them in time. */
function endWithErrors(response: ServerResponse, errors: readonly GraphQLError[]): void {
  response.end(`event: next\ndata: ${JSON.stringify({ errors })}\n\nevent: complete\ndata: \n\n`)
  const timer = setTimeout(() => response.destroy(), closeTimeout)
  response.once('close', () => clearTimeout(timer))
}

/** Milliseconds between two checks of a connection whose buffer is not empty. */
const drainEvery = 20

/**
 * Waits until the response buffer is empty. graphql-sse buffers without limit, so this applies backpressure to the source;
 * graphql-ws does so itself. Throws when the server ended the response, which ends the source.
 */
async function untilDrained(response: ServerResponse): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve))
  while (response.writableLength > 0 && !response.destroyed && !response.writableEnded)
    await sleep(drainEvery)
  if (response.writableEnded) throw new Error('the connection of a slow reader was closed')
}
