import { PlatformError, isErrorCode } from '../schema/errors.ts'
import { unsupportedByOtherRelease, type Responder } from './other-release.ts'

/** A response to an operation, as specified by GraphQL over HTTP. */
export interface GraphqlResponse<Result> {
  data?: Result | null
  /** The first of its errors. */
  error?: ResponseError
}

export interface ResponseError {
  message: string
  extensions: Readonly<Record<string, unknown>>
}

/** Parses a response. Returns undefined for anything else, such as the error page of a proxy. */
export function parseResponse<Result>(text: string): GraphqlResponse<Result> | undefined {
  const response = parseObject(text)
  if (response === undefined) return undefined
  const { data, errors } = response
  const error = Array.isArray(errors) ? readError(errors[0]) : undefined
  // The server validates the operation against the schema from which its types are generated. The one cast of the SDK.
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

/** Converts an error of a response. A code that this SDK does not know becomes INTERNAL. */
export function toPlatformError(
  { message, extensions }: ResponseError,
  responder?: Responder,
): PlatformError {
  const { code, ...details } = extensions
  const error = new PlatformError(isErrorCode(code) ? code : 'INTERNAL', message, { details })
  return (responder && unsupportedByOtherRelease(error, responder)) ?? error
}
