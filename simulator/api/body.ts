import type { IncomingMessage } from 'node:http'
import { parse } from 'yaml'
import type { ClusterContext } from '../context.ts'
import { badRequest, tooLarge, unsupportedMediaType, type StatusError } from '../errors/status-error.ts'
import type { Json } from '../json.ts'
import { parseProtobuf, protobuf } from './protobuf/object-body.ts'

const limit = 3 * 1024 * 1024

/** Reads the body of a request. Thrown RequestEntityTooLarge: above the size that the API server reads. */
export async function readBody(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = []
  let size = 0
  return new Promise((resolve, reject) => {
    // The rest of a body that is too large is read and dropped: a client that is still sending reads no response.
    request.on('data', (part: Buffer) => {
      size += part.length
      if (size > limit) reject(tooLarge(limit))
      else parts.push(part)
    })
    request.on('end', () => resolve(Buffer.concat(parts)))
    request.on('error', reject)
  })
}

export function mediaTypeOf(request: IncomingMessage): string {
  return (request.headers['content-type'] ?? '').split(';')[0]?.trim() ?? ''
}

/** Parses the body of a create, update or delete. Returns undefined if it is empty. */
export function parseBody(
  context: ClusterContext,
  body: Buffer,
  { mediaType, kind }: { mediaType: string; kind: string },
): Json | undefined {
  if (body.length === 0) return undefined
  if (mediaType === protobuf) return parseProtobuf(context, body)
  const text = body.toString('utf8')
  if (mediaType === 'application/yaml') return parseYaml(text)
  if (mediaType !== '' && mediaType !== 'application/json' && mediaType !== '*/*')
    throw unsupportedMediaType(['application/json', 'application/yaml', protobuf])
  try {
    return JSON.parse(text)
  } catch (error) {
    throw unreadable(kind, `${jsonProblem(error)} (${text})`)
  }
}

/** Returns the error for a body that is not an API object. */
export function unreadable(kind: string, why: string): StatusError {
  return badRequest(
    `the object provided is unrecognized (must be of type ${kind}): couldn't get version/kind; json parse error: ${why}`,
  )
}

export function parseJson(text: string): Json {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw badRequest(`error decoding patch: ${jsonProblem(error)}`)
  }
}

/** Describes the problem of invalid JSON in the words of Go's parser, as far as they follow from V8's. */
function jsonProblem(error: unknown): string {
  const message = error instanceof Error ? error.message : ''
  const token = /token '(.)'/.exec(message)?.[1]
  if (token !== undefined) return `invalid character '${token}' looking for beginning of value`
  const text = /Expected property name or '}' in JSON/.test(message)
    ? 'looking for beginning of object key string'
    : undefined
  return text === undefined ? 'unexpected end of JSON input' : `invalid character ${text}`
}

/** Parses YAML, which includes JSON. */
export function parseYaml(text: string): Json {
  if (text.startsWith('{')) {
    try {
      return JSON.parse(text)
    } catch {
      // Flow YAML starts like JSON; the parser below decides.
    }
  }
  try {
    return parse(text)
  } catch (error) {
    const reason = error instanceof Error ? (error.message.split('\n')[0] ?? '') : ''
    throw badRequest(`error decoding YAML: error converting YAML to JSON: yaml: ${reason}`)
  }
}
