import { supportServiceLabel } from '../../schema/names.ts'
import { done } from '../engine/outcome.ts'
import { reconcileOwned, unreadyOwned } from '../engine/owned-objects.ts'
import type { OwnerClaim, Reconciler } from '../engine/reconciler.ts'
import { objectAs, referenced } from '../engine/start-reconcile.ts'
import type { Environment } from '../environment.ts'
import { proxyHosts, proxyManifests, UpstreamParameters } from '../support-services/forward-proxy.ts'
import type { Upstream } from '../support-services/envoy-config.ts'

/**
 * Reconciles a support service as an ordinary workload, so that it is applied, monitored, shown and deleted like any
 * other. The claims of its owners are its configuration.
 */
export const SupportServiceInstance: Reconciler<Environment> = {
  ensure: async (context, { envoyImage }) => {
    const { name, projectName, ...references } = objectAs(context.object, 'SupportServiceInstance')
    const runtime = referenced(references.runtime)
    const upstreams = context.claims.map(upstreamOf)
    const [only] = context.claims.length === 1 ? context.claims : []
    const metadata = {
      name,
      project: projectName ?? 'default',
      labels: { [supportServiceLabel]: 'forward-proxy' },
    }
    const owned = await reconcileOwned(context, [
      {
        kind: 'WorkloadDefinition',
        ...metadata,
        spec: { yamlDocument: proxyManifests(upstreams, envoyImage) },
        field: 'spec.service',
      },
      {
        kind: 'WorkloadInstance',
        ...metadata,
        spec: { definition: name, runtime: `${runtime.projectName ?? 'default'}/${runtime.name}` },
        field: 'spec.runtime',
      },
    ])
    if ('outcome' in owned) return owned
    return (
      unreadyOwned(owned) ??
      done('It is installed.', { outputs: only?.claim == null ? {} : { defaultHost: only.claim } })
    )
  },

  remove: async () => done('Nothing is left of it.'),
}

function upstreamOf({ claim, parameters }: OwnerClaim, _: number, claims: readonly OwnerClaim[]): Upstream {
  const { host, port, tls, path } = UpstreamParameters.parse(parameters)
  const names = namesOf(claim ?? '')
  const [short = ''] = names.slice(-1)
  return {
    name: short,
    domains: [...new Set([...names, ...(claims.length === 1 ? proxyHosts : [])])],
    host,
    port,
    tls,
    path,
  }
}

/** Returns all DNS names of a Service, from the longest to the shortest. */
function namesOf(claim: string): string[] {
  const short = claim.replace(/\.svc\.cluster\.local$/, '')
  return [claim, `${short}.svc`, short]
}
