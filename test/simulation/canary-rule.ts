import type { KubeRequest } from '../../workers/kube/client/client.ts'
import type { SimulatedCluster } from './components/cluster.ts'
import { recordOf } from './stored-objects.ts'

/** Returns the route that still sends requests to what a request removes of a canary; undefined if none does. */
export function routeToRemovedCanary(
  { method, path }: Pick<KubeRequest, 'method' | 'path'>,
  clusters: Iterable<SimulatedCluster>,
): string | undefined {
  const [, namespace, name] =
    /\/namespaces\/([^/]+)\/(?:deployments|services)\/([^/]+-canary)$/.exec(path) ?? []
  if (method !== 'DELETE' || name === undefined) return undefined
  for (const cluster of clusters)
    for (const { kind, metadata, spec } of cluster.ours())
      if (kind === 'HTTPRoute' && metadata.namespace === namespace && sendsTo(spec, name))
        return metadata.name
  return undefined
}

function sendsTo(route: unknown, service: string): boolean {
  const { rules } = recordOf(route)
  return (
    Array.isArray(rules) &&
    rules
      .flatMap((rule) => recordOf(rule)['backendRefs'])
      .map(recordOf)
      .some(({ name, weight }) => name === service && weight !== 0)
  )
}
