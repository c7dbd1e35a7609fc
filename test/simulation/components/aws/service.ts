import type { World } from '../../world/world.ts'
import type { Network } from '../network.ts'

/* How the model of AWS is called: as the clients of the SDK, over the simulated network. */

/** The operations of a service by name, as the SDK has them, without options. */
export type Operations = Readonly<Record<string, (input: never) => unknown>>

/** Returns an error as the SDK throws it. */
export function awsError(name: string, httpStatusCode: number, message = name): Error {
  return Object.assign(new Error(message), { name, $metadata: { httpStatusCode } })
}

/** Returns a client of a service whose calls take time, may fail and may be lost. */
export function clientOf(
  service: string,
  operations: Operations,
  { network, process }: { network: Network; process: ReturnType<World['process']> },
): object {
  const call = (name: string) => async (input: never, options?: { abortSignal?: AbortSignal }) => {
    const operation = operations[name]
    if (operation === undefined) throw new Error(`the model of AWS has no ${service}.${name}`)
    return network.call({
      to: process,
      label: `${service}.${name}`,
      // The operations change the model at once, and their results must not change with it.
      effect: () => structuredClone(operation(input)),
      signal: options?.abortSignal,
    })
  }
  // Reconcilers use nothing else of a client.
  return new Proxy({}, { get: (_, name) => (name === 'then' ? undefined : call(String(name))) })
}

export type Tags = readonly { Key?: string; Value?: string }[]
