import { DomainNameDefinition, hasRecords } from '../../schema/kinds/domain-name.ts'
import { done } from '../engine/outcome.ts'
import { reconcileOwned, unreadyOwned } from '../engine/owned-objects.ts'
import type { Reconciler } from '../engine/reconciler.ts'
import { objectAs, referenced } from '../engine/start-reconcile.ts'
import type { Environment } from '../environment.ts'
import { zoneFailure, zoneOf } from '../resources/zone-delegation.ts'
import { runtimeOfAttached } from '../resources/attached.ts'
import { unready } from '../resources/runtime-access.ts'
import { supportServiceOf } from '../support-services/require.ts'

/** Reconciles a domain as a claim on the DNS controller of the runtime, once its zone is known to be delegated. */
export const DomainNameInstance: Reconciler<Environment> = {
  ensure: async (context, { nameLookup }) => {
    const references = objectAs(context.object, 'DomainNameInstance')
    const application = references.workloadInstance ?? references.helmWorkloadInstance
    const located = await runtimeOfAttached(context, { runtime: references.runtime, application })
    if ('outcome' in located) return located
    const { runtime } = located
    const notReady = unready(runtime)
    if (notReady !== undefined) return notReady
    const spec = DomainNameDefinition.spec.parse(referenced(references.definition).manifestSpec)
    const { domain, zone } = spec
    const known = { domain, ...(zone === undefined ? {} : { zone }) }
    const needsRecords = zone !== undefined && hasRecords(spec)
    const documents = needsRecords ? [{ ...supportServiceOf('dns', runtime), field: 'spec.definition' }] : []
    const owned = await reconcileOwned(context, documents)
    if ('outcome' in owned) return owned
    const servers = needsRecords ? await zoneOf(nameLookup, runtime, { domain, zone }) : undefined
    if (servers?.state === 'missing') return zoneFailure(domain, servers.zone, known)
    const waiting = unreadyOwned(owned)
    if (waiting !== undefined) return { ...waiting, outputs: known }
    return done(needsRecords ? `Gateways maintain records below ${domain}.` : `${domain} is known.`, {
      outputs: { ...known, ...(servers?.state === 'found' ? { nameServers: servers.names } : {}) },
      ...(servers === undefined ? {} : { recheckAfter: delegationInterval }),
    })
  },

  remove: async () => done('Nothing is left of it.'),
}

/** Milliseconds after which the delegation of a zone is checked again. */
const delegationInterval = 60 * 60_000
