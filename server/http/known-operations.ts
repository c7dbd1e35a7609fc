import type { FastifyReply, FastifyRequest } from 'fastify'
import type { RequestContext } from '../../schema/graphql/context.ts'
import { isRecord } from '../../schema/manifests.ts'
import type { Log } from '../../telemetry/log.ts'
import type { Admission } from './admission.ts'
import type { CompiledOperations, SentOperation } from './compiled-operations.ts'
import { executeCompiled, nameOperation, outcomeOf, type Executed } from './executed.ts'
import { formatError } from './graphql-errors.ts'

export interface KnownOperationsOptions {
  operations: CompiledOperations
  admit: Admission
  contextOf: (request: FastifyRequest) => RequestContext
  log: Log
}

export interface KnownOperations {
  /** Sets the status and the headers of a response, and resolves with its body; with undefined if it is left to Apollo. */
  answer(request: FastifyRequest, reply: FastifyReply): Promise<string | Buffer | undefined>
  /** Resolves with the body for one of the operations of a request; with undefined if it has to be a request of its own, and is not executed. */
  answerOne(request: FastifyRequest, body: unknown): Promise<string | Buffer | undefined>
}

/** The response to an operation. */
interface Answer {
  body: string | Buffer
  status: number
  /** Seconds. */
  retryAfter?: number | undefined
}

/**
 * Answers requests for operations that are compiled already, which are almost all. What Apollo does for a request takes longer than to
 * execute most of them. Whatever is out of the ordinary is left to it: refused variables, and other formats.
 */
export function createKnownOperations({
  operations,
  admit,
  contextOf,
  log,
}: KnownOperationsOptions): KnownOperations {
  const answered = async (request: FastifyRequest, body: unknown): Promise<Answer | undefined> => {
    const sent = sentIn(request, body)
    const compiled = sent && operations.find(sent)
    if (sent === undefined || compiled === undefined) return undefined
    const { variables } = sent
    const context = contextOf(request)
    // Apollo reports why it is refused.
    const release = await admit({ ...compiled, variables }, context).catch(() => undefined)
    if (release === undefined) return undefined
    try {
      nameOperation(compiled.operation)
      const executed = await executeCompiled(compiled, { context, variables, log })
      return executed && answerOf(executed, request)
    } finally {
      release()
    }
  }
  return {
    answer: async (request, reply) => {
      const found = await answered(request, request.body)
      if (found === undefined) return undefined
      const { body, status, retryAfter } = found
      void reply.type(json).code(status)
      if (retryAfter !== undefined) void reply.header('retry-after', retryAfter)
      return body
    },
    answerOne: async (request, body) => {
      const found = await answered(request, body).catch((error: unknown) => {
        const errors = [formatError({ message: '' }, error, log)]
        return answerOf({ result: { data: null, errors } }, request)
      })
      return found?.body
    },
  }
}

const json = 'application/json; charset=utf-8'

/** The values of the header `accept` with which a response is JSON without looking at preferences. */
const ordinary: ReadonlySet<string | undefined> = new Set([undefined, '*/*', 'application/json'])

/** Returns the operation that the body of a request sends; undefined if it is not of the ordinary form. */
function sentIn(
  { headers }: FastifyRequest,
  body: unknown,
): (SentOperation & { variables: Record<string, unknown> }) | undefined {
  if (!isRecord(body) || !ordinary.has(headers.accept) || body['extensions'] != null) return undefined
  const { query, operationName = null, variables = null } = body
  if (typeof query !== 'string') return undefined
  if (operationName !== null && typeof operationName !== 'string') return undefined
  if (variables !== null && !isRecord(variables)) return undefined
  return { text: query, operationName: operationName ?? undefined, variables: variables ?? {} }
}

function answerOf(executed: Executed, { id }: FastifyRequest): Answer {
  if (executed.body !== undefined) return { body: executed.body, status: 200 }
  const { status = 200, retryAfter, result } = outcomeOf(executed.result, id)
  const { errors, data } = result
  return { body: JSON.stringify({ errors, data }), status, retryAfter }
}
