import { groupResource, type Resource } from '../resources/resource.ts'
import { namespace } from './namespace.ts'
import type { Strategy } from './strategy.ts'

const strategies: Readonly<Record<string, Strategy>> = { namespaces: namespace }

const none: Strategy = {}

/** Custom resources: their definition says the rest. */
const custom: Strategy = { generation: true, unconditionalUpdate: false, statusKeepsMetadata: false }

export function strategyOf(resource: Resource): Strategy {
  if (resource.custom !== undefined) return custom
  return strategies[groupResource(resource)] ?? none
}
