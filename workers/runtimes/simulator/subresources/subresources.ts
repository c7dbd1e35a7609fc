import type { ServerResponse } from 'node:http'
import { StatusError } from '../api/status-error.ts'
import type { ClusterContext } from '../context.ts'
import type { Json, JsonObject } from '../json.ts'
import type { Target, WriteOptions } from '../operations/target.ts'

export interface SubresourceCall {
  method: string
  mediaType: string
  query: URLSearchParams
  body: Json
  options: WriteOptions
  /** Answers with text that goes on, instead of with an object. */
  stream: (send: (response: ServerResponse, onStop: (end: () => void) => () => void) => void) => void
}

export interface SubresourceAnswer {
  code: number
  object: JsonObject
  warnings?: string[]
}

export type SubresourceHandler = (
  context: ClusterContext,
  target: Target,
  call: SubresourceCall,
) => Promise<SubresourceAnswer | undefined>

const handlers: Readonly<Record<string, SubresourceHandler>> = {}

/** Answers a request for a subresource other than status; undefined when the answer is a stream of its own. */
export async function handleSubresource(
  context: ClusterContext,
  target: Target,
  call: SubresourceCall,
): Promise<SubresourceAnswer | undefined> {
  const handler = handlers[target.subresource.split('/')[0] ?? '']
  if (handler !== undefined) return handler(context, target, call)
  throw new StatusError({
    code: 501,
    reason: 'NotImplemented',
    message: `the simulated cluster does not implement ${target.resource.plural}/${target.subresource}`,
  })
}
