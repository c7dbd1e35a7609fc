import { z } from 'zod'
import { DomainNameDefinition, hasRecords } from '../../schema/kinds/domain-name.ts'
import { event } from '../../schema/status.ts'
import { done } from '../engine/outcome.ts'
import { reconcileOwned, unreadyOwned } from '../engine/owned-objects.ts'
import type { ReconcileContext, Reconciler } from '../engine/reconciler.ts'
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
    if (needsRecords) warnWithoutZones(context, { zone })
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

const Zones = z.object({ hostedZones: z.array(z.string()).default([]) })

/** Records a warning, once, if a cluster of Amazon EKS has no access to the zones of Route 53. */
function warnWithoutZones(
  { object, state, updateState, recordEvent }: ReconcileContext,
  { zone }: { zone: string },
): void {
  const { runtime } = objectAs(object, 'DomainNameInstance')
  if (runtime === null || runtime.outputs?.provider !== 'EKS') return
  const { name, manifestSpec } = referenced(runtime.definition)
  const own = Zones.parse(manifestSpec)
  const decided = Zones.parse((manifestSpec as { parameters?: unknown }).parameters ?? {})
  const isMissing = own.hostedZones.length + decided.hostedZones.length === 0
  if (isMissing && state['withoutZones'] !== true)
    recordEvent(
      event(
        'Warning',
        'NoHostedZones',
        `Definition ${name} of runtime ${runtime.name} names no zone of Route 53, so its cluster writes no records in zone ${zone} unless ` +
          'its support service dns has other credentials. Add the ID of the zone to hostedZones of the definition.',
      ),
    )
  updateState({ withoutZones: isMissing ? true : undefined })
}

/** Milliseconds after which the delegation of a zone is checked again. */
const delegationInterval = 60 * 60_000
