import type { ServerResponse } from 'node:http'
import type { ClusterContext } from '../context.ts'
import type { Json, JsonObject } from '../json.ts'
import type { Target, WriteOptions } from '../target.ts'

export interface SubresourceCall {
  method: string
  mediaType: string
  query: URLSearchParams
  body: Json
  options: WriteOptions
  /** Answers with text that may go on, instead of with an object. */
  stream: (send: (response: ServerResponse, onStop: (end: () => void) => () => void) => void) => void
}

export interface SubresourceResponse {
  code: number
  object: JsonObject
}

/** Answers a request for one subresource; undefined when it has answered with a stream. */
export type SubresourceHandler = (
  context: ClusterContext,
  target: Target,
  call: SubresourceCall,
) => Promise<SubresourceResponse | undefined>

export const success: JsonObject = { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Success' }
