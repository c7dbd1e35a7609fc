/* Requests and responses of the model of Azure. */

export interface AzureModelAnswer {
  status: number
  body: object
}

export function ok(body: object, status = 200): AzureModelAnswer {
  return { status, body: structuredClone(body) }
}

export function refusal(status: number, code: string, message: string): AzureModelAnswer {
  return { status, body: { error: { code, message } } }
}

export function notFound(what: string): AzureModelAnswer {
  return refusal(404, 'ResourceNotFound', `The Resource '${what}' was not found.`)
}

/** The response to a request that takes time. */
export const accepted: AzureModelAnswer = { status: 202, body: {} }
