import { objectsOf, objectOf, stringOf } from '../json.ts'
import type { Pod } from '../objects/kinds.ts'
import { formatQuantity, parseQuantity } from '../schema/quantity.ts'

/** The resources whose usage is measured. */
export type MeasuredResource = 'cpu' | 'memory'

/** Simulated containers use what annotations of their pod state, else half of what they request. */
const annotations: Readonly<Record<MeasuredResource, string>> = {
  cpu: 'simulator.qleetos.io/cpu-usage',
  memory: 'simulator.qleetos.io/memory-usage',
}
const idle: Readonly<Record<MeasuredResource, string>> = { cpu: '1m', memory: '16Mi' }

/** Returns what the containers of a pod request of a resource, in nano units; undefined if one of them requests none. */
export function requestsOf({ spec }: Pod, resource: MeasuredResource): bigint | undefined {
  let total = 0n
  for (const container of spec.containers) {
    const requested = requestOf(container, resource)
    if (requested === undefined) return undefined
    total += requested
  }
  return total
}

/** Returns the usage of each container of a pod, as quantities. */
export function usageOf({ spec, metadata }: Pod, resource: MeasuredResource): string[] {
  const stated = metadata.annotations?.[annotations[resource]]
  return spec.containers.map((container) => {
    if (stated !== undefined) return stated
    const requested = requestOf(container, resource)
    if (requested === undefined) return idle[resource]
    return formatQuantity({ nanos: requested / 2n, format: resource === 'cpu' ? 'decimal' : 'binary' })
  })
}

function requestOf(container: unknown, resource: MeasuredResource): bigint | undefined {
  const [only = {}] = objectsOf([container as never])
  const requests = objectOf(objectOf(only['resources'])['requests'])
  return parseQuantity(stringOf(requests[resource]))?.nanos
}

/** Returns a quantity in nano units; 0 if it is none. */
export function nanosOf(quantity: string): bigint {
  return parseQuantity(quantity)?.nanos ?? 0n
}
