import { createTransport, type ClientOptions, type Execute } from '../client-sdk/transport.ts'
import { workersPath } from '../schema/endpoints.ts'

/** A client of the protocol of workers. */
export interface Client {
  /** Executes an operation of `workers/operations`. */
  execute: Execute
}

export function createClient(options: Omit<ClientOptions, 'endpoint'>): Client {
  const { execute } = createTransport({ ...options, endpoint: workersPath })
  return { execute }
}
