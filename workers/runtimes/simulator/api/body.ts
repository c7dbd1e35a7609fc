import type { IncomingMessage } from 'node:http'
import { parse } from 'yaml'
import type { Json } from '../json.ts'
import { badRequest, tooLarge, unsupportedMediaType } from './status-error.ts'

const limit = 3 * 1024 * 1024

/** A request's body as text. Thrown RequestEntityTooLarge: beyond what the API server reads. */
export async function readBody(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  let size = 0
  for await (const part of request) {
    // Node's own type of the parts is `any`: without an encoding they are buffers.
    const buffer = part as Buffer
    size += buffer.length
    if (size > limit) throw tooLarge(limit)
    parts.push(buffer)
  }
  return Buffer.concat(parts).toString('utf8')
}

export function mediaTypeOf(request: IncomingMessage): string {
  return (request.headers['content-type'] ?? '').split(';')[0]?.trim() ?? ''
}

/** The body of a create, update or delete. Undefined when there is none. */
export function parseBody(text: string, mediaType: string): Json | undefined {
  if (text === '') return undefined
  if (mediaType === '' || mediaType === 'application/json' || mediaType === '*/*') return parseJson(text)
  if (mediaType === 'application/yaml') return parseYaml(text)
  throw unsupportedMediaType(['application/json', 'application/yaml'])
}

export function parseJson(text: string): Json {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw badRequest(
      `the object provided is unrecognized (must be of type ${'JSON'}): ${error instanceof Error ? error.message : ''}`,
    )
  }
}

/** YAML, of which JSON is a part. */
export function parseYaml(text: string): Json {
  if (text.startsWith('{')) {
    try {
      return JSON.parse(text)
    } catch {
      // Flow YAML begins like JSON; the parser below decides.
    }
  }
  try {
    return parse(text)
  } catch (error) {
    throw badRequest(`error decoding YAML: ${error instanceof Error ? error.message : ''}`)
  }
}
