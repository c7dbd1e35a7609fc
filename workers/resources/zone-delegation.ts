import { Resolver } from 'node:dns/promises'
import type { RuntimeForReconcileFragment } from '../generated/documents.ts'
import { failed, type Failed } from '../engine/outcome.ts'

/** The name servers of a zone, as DNS has them. */
export type NameServers =
  | { state: 'found'; names: readonly string[] }
  /** DNS answers that the zone does not exist. */
  | { state: 'missing'; zone: string }
  /** DNS does not answer, so nothing is known. */
  | { state: 'unknown' }

/** Looks up who is responsible for a domain. */
export interface NameLookup {
  nameServers(domain: string, zone: string): Promise<NameServers>
}

/** Errors by which DNS says that a name does not exist, or has no name servers. */
const missing = new Set(['ENOTFOUND', 'ENODATA'])

/**
 * Creates a lookup.
 *
 * @param resolvers The addresses of DNS resolvers, separated by commas; empty for those of the system, `off` for no lookup.
 */
export function createNameLookup(resolvers: string): NameLookup | undefined {
  if (resolvers === 'off') return undefined
  const resolver = new Resolver({ timeout: 2000, tries: 2 })
  const servers = resolvers.split(',').flatMap((each) => (each.trim() === '' ? [] : [each.trim()]))
  if (servers.length > 0) resolver.setServers(servers)
  return {
    nameServers: async (domain, named) => {
      // The name of a zone at a DNS provider may be a mere label.
      const zone = domain === named || domain.endsWith(`.${named}`) ? named : domain
      try {
        const names = await resolver.resolveNs(zone)
        return names.length === 0 ? { state: 'missing', zone } : { state: 'found', names: names.toSorted() }
      } catch (error) {
        return missing.has((error as NodeJS.ErrnoException).code ?? '')
          ? { state: 'missing', zone }
          : { state: 'unknown' }
      }
    },
  }
}

/** Looks up the zone of a domain that gateways in a runtime use; undefined if that is off, or the runtime is simulated. */
export async function zoneOf(
  lookup: NameLookup | undefined,
  runtime: Pick<RuntimeForReconcileFragment, 'outputs'>,
  { domain, zone }: { domain: string; zone: string },
): Promise<NameServers | undefined> {
  // The names of a simulated runtime exist nowhere else.
  return runtime.outputs?.provider === 'SIMULATED' ? undefined : lookup?.nameServers(domain, zone)
}

/** Milliseconds after which a missing delegation is looked for again. */
const retryAfter = 60_000

/** Returns the outcome of a domain whose zone is not delegated. */
export function zoneFailure(domain: string, zone: string, outputs: Record<string, unknown>): Failed {
  const message = `Zone ${zone} is not delegated: DNS has no name servers for it, so nobody would find records of ${domain}. Create the zone at the DNS provider, and enter its name servers at the registrar or in the zone above.`
  return failed({ reason: 'ZoneNotDelegated', message, grace: 0 }, { retryAfter, outputs })
}
