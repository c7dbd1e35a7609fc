import type { FastifyReply, FastifyRequest } from 'fastify'
import type { RequestContext } from '../../schema/graphql/context.ts'
import { isRecord } from '../../schema/manifests.ts'
import type { Log } from '../../telemetry/log.ts'
import type { Admission } from './admission.ts'
import type { CompiledOperations, SentOperation } from './compiled-operations.ts'
import { executeCompiled, nameOperation, outcomeOf, type Executed } from './executed.ts'

export interface KnownOperationsOptions {
  operations: CompiledOperations
  admit: Admission
  contextOf: (request: FastifyRequest) => RequestContext
  log: Log
}

/** Sets the status and the headers of a response, and resolves with its body; with undefined if it is left to Apollo. */
export type KnownOperations = (
  request: FastifyRequest,
  reply: FastifyReply,
) => Promise<string | Buffer | undefined>

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
  return async (request, reply) => {
    const sent = sentIn(request)
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
      return executed && bodyOf(executed, { request, reply })
    } finally {
      release()
    }
  }
}

const json = 'application/json; charset=utf-8'

/** The values of the header `accept` with which a response is JSON without looking at preferences. */
const ordinary: ReadonlySet<string | undefined> = new Set([undefined, '*/*', 'application/json'])

/** Returns the operation that a request sends; undefined if it is not of the ordinary form. */
function sentIn({
  headers,
  body,
}: FastifyRequest): (SentOperation & { variables: Record<string, unknown> }) | undefined {
  if (!isRecord(body) || !ordinary.has(headers.accept) || body['extensions'] != null) return undefined
  const { query, operationName = null, variables = null } = body
  if (typeof query !== 'string') return undefined
  if (operationName !== null && typeof operationName !== 'string') return undefined
  if (variables !== null && !isRecord(variables)) return undefined
  return { text: query, operationName: operationName ?? undefined, variables: variables ?? {} }
}

function bodyOf(
  executed: Executed,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
): string | Buffer {
  void reply.type(json)
  if (executed.body !== undefined) return executed.body
  const { status = 200, retryAfter, result } = outcomeOf(executed.result, request.id)
  const { errors, data } = result
  void reply.code(status)
  if (retryAfter !== undefined) void reply.header('retry-after', retryAfter)
  return JSON.stringify({ errors, data })
}
