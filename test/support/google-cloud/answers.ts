/* Requests and responses of the models of Google Cloud. */

export interface ModelRequest {
  method: string
  /** The path below the service and its version, for example `projects/p/zones`. */
  path: string
  query: URLSearchParams
  body: Record<string, unknown>
}

export interface ModelAnswer {
  status: number
  body: object
}

export function ok(body: object): ModelAnswer {
  return { status: 200, body: structuredClone(body) }
}

/** Returns an error as services of Google Cloud do. Those of Compute Engine name a reason. */
export function refusal(status: number, code: string, message: string): ModelAnswer {
  return {
    status,
    body: { error: { code: status, status: code, message, errors: [{ reason: code, message }] } },
  }
}

export function notFound(what: string): ModelAnswer {
  return {
    status: 404,
    body: { error: { code: 404, status: 'NOT_FOUND', message: `${what} was not found` } },
  }
}
