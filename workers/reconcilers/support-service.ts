import { supportServiceLabel } from '../../schema/names.ts'
import { done } from '../engine/outcome.ts'
import { reconcileOwned, unreadyOwned } from '../engine/owned-objects.ts'
import type { OwnerClaim, Reconciler } from '../engine/reconciler.ts'
import { objectAs } from '../engine/start-reconcile.ts'
import type { Environment } from '../environment.ts'
import { proxyHosts, proxyManifests, UpstreamParameters } from '../support-services/forward-proxy.ts'
import type { Upstream } from '../support-services/envoy-config.ts'

/**
 * A support service is an ordinary workload, so that it is applied, kept, shown and taken down as every other. What its
 * owners ask of it, by their claims, is its configuration.
 */
export const SupportServiceInstance: Reconciler<Environment> = {
  ensure: async (context, { envoyImage }) => {
    const { name, projectName, runtime } = objectAs(context.object, 'SupportServiceInstance')
    const upstreams = context.claims.map(upstreamOf)
    const [only] = context.claims.length === 1 ? context.claims : []
    const owned = {
      name,
      project: projectName ?? 'default',
      labels: { [supportServiceLabel]: 'forward-proxy' },
    }
    const kept = await reconcileOwned(context, [
      {
        kind: 'WorkloadDefinition',
        ...owned,
        spec: { yamlDocument: proxyManifests(upstreams, envoyImage) },
        field: 'spec.service',
      },
      {
        kind: 'WorkloadInstance',
        ...owned,
        spec: { definition: name, runtime: `${runtime.projectName ?? 'default'}/${runtime.name}` },
        field: 'spec.runtime',
      },
    ])
    if ('outcome' in kept) return kept
    return (
      unreadyOwned(kept) ??
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

/** All names of a Service, from its full name to its shortest. */
function namesOf(claim: string): string[] {
  const short = claim.replace(/\.svc\.cluster\.local$/, '')
  return [claim, `${short}.svc`, short]
}
