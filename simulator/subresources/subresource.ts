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
  /** Sends a text stream in place of an object. */
  stream: (send: (response: ServerResponse, onStop: (end: () => void) => () => void) => void) => void
}

export interface SubresourceResponse {
  code: number
  object: JsonObject
}

/** Handles a request for one subresource; returns undefined if it has sent a stream. */
export type SubresourceHandler = (
  context: ClusterContext,
  target: Target,
  call: SubresourceCall,
) => Promise<SubresourceResponse | undefined>

export const success: JsonObject = { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Success' }
