import { PlatformError, isErrorCode } from '../schema/errors.ts'
import { unsupportedByOtherRelease, type Responder } from './other-release.ts'

/** An answer to an operation, as GraphQL over HTTP prescribes it. */
export interface GraphqlResponse<Result> {
  data?: Result | null
  /** The first of its errors. */
  error?: ResponseError
}

export interface ResponseError {
  message: string
  extensions: Readonly<Record<string, unknown>>
}

/** Reads an answer; undefined where the text is something else, as that of a proxy in between. */
export function parseResponse<Result>(text: string): GraphqlResponse<Result> | undefined {
  const answer = parseObject(text)
  if (answer === undefined) return undefined
  const { data, errors } = answer
  const error = Array.isArray(errors) ? readError(errors[0]) : undefined
  // The server executes the operation with the schema that its types were made from. The one cast of the SDK.
  return { data: (data ?? null) as Result | null, ...(error && { error }) }
}

function parseObject(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) ? value : undefined
  } catch {
    return undefined
  }
}

function readError(error: unknown): ResponseError | undefined {
  if (!isObject(error)) return undefined
  const { message, extensions } = error
  return { message: String(message), extensions: isObject(extensions) ? extensions : {} }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

/** The error that a server answers with. A code that this SDK does not know counts as INTERNAL. */
export function toPlatformError(
  { message, extensions }: ResponseError,
  responder?: Responder,
): PlatformError {
  const { code, ...details } = extensions
  const error = new PlatformError(isErrorCode(code) ? code : 'INTERNAL', message, { details })
  return (responder && unsupportedByOtherRelease(error, responder)) ?? error
}
