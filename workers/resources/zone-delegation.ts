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

/** The records of a host name, as DNS has them. */
export type HostRecords =
  | { state: 'free' }
  /** DNS does not answer, so nothing is known. */
  | { state: 'unknown' }
  /** `values` are addresses and aliases, `texts` what external-dns notes about their owner. */
  | { state: 'found'; values: readonly string[]; texts: readonly string[] }

/** Looks up who is responsible for a domain, and what records a host name has. */
export interface NameLookup {
  nameServers(domain: string, zone: string): Promise<NameServers>
  hostRecords(host: string): Promise<HostRecords>
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
    hostRecords: (host) => findRecords(resolver, host),
  }
}

/** A label that nobody uses, by which a wildcard record is told from a record of the host itself. */
const unusedLabel = 'qleetos-looks-for-a-wildcard'

async function findRecords(resolver: Resolver, host: string): Promise<HostRecords> {
  const own = await valuesOf(resolver, host)
  if (own === undefined) return { state: 'unknown' }
  if (own.length === 0) return { state: 'free' }
  const wildcard = await valuesOf(resolver, [unusedLabel, ...host.split('.').slice(1)].join('.'))
  if (wildcard === undefined) return { state: 'unknown' }
  if (wildcard.join() === own.join()) return { state: 'free' }
  // https://kubernetes-sigs.github.io/external-dns/latest/docs/registry/txt/
  const names = [host, ...['a', 'aaaa', 'cname'].map((type) => `${type}-${host}`)]
  const texts = await Promise.all(names.map((name) => answerOf(resolver.resolveTxt(name))))
  if (texts.includes(undefined)) return { state: 'unknown' }
  return {
    state: 'found',
    values: own,
    texts: texts.flatMap((each) => each ?? []).map((each) => each.join('')),
  }
}

/** Returns the addresses and aliases of a name; undefined if DNS does not answer. */
async function valuesOf(resolver: Resolver, name: string): Promise<string[] | undefined> {
  const answers = await Promise.all([
    answerOf(resolver.resolve4(name)),
    answerOf(resolver.resolve6(name)),
    answerOf(resolver.resolveCname(name)),
  ])
  return answers.includes(undefined) ? undefined : answers.flatMap((each) => each ?? []).toSorted()
}

/** Returns an answer, which is empty for a name that does not exist; undefined if DNS does not answer. */
async function answerOf<Record>(query: Promise<Record[]>): Promise<Record[] | undefined> {
  try {
    return await query
  } catch (error) {
    return missing.has((error as NodeJS.ErrnoException).code ?? '') ? [] : undefined
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

/** The DNSEndpoint of a gateway, as external-dns notes it with the records that it creates. */
export interface RecordOwner {
  namespace: string
  name: string
  /** The owner that the support service `dns` of the runtime is installed with. */
  identity: string
}

/** Returns the outcome of a host name whose records are those of somebody else; undefined if it is free, or its own. */
export function recordsFailure(host: string, records: HostRecords, own: RecordOwner): Failed | undefined {
  if (records.state !== 'found') return undefined
  const notes = records.texts.flatMap((text) => {
    const [, owner, resource] =
      /^"?heritage=external-dns,external-dns\/owner=([^,]*),external-dns\/resource=([^,"]*)/.exec(text) ?? []
    return owner === undefined || resource === undefined ? [] : [{ owner, resource }]
  })
  const resource = `crd/${own.namespace}/${own.name}`
  // An external-dns that the cluster had already has an owner of its own.
  const isOwn = notes.some(
    (each) =>
      each.resource === resource && (each.owner === own.identity || !each.owner.startsWith(identityPrefix)),
  )
  if (isOwn) return undefined
  const [note] = notes
  const holder =
    note === undefined
      ? `point to ${records.values.join(', ')}`
      : `belong to ${note.resource} of the external-dns with owner ${note.owner}`
  const message = `${host} has DNS records already, which ${holder}, and external-dns would leave them as they are. Delete them at the DNS provider, choose another host name, or set records: false in its domain name.`
  return failed({ reason: 'NameTaken', message, grace: 0 }, { retryAfter })
}

const identityPrefix = 'qleetos-'

/** Returns the identity of what QleetOS installs in a runtime, among the installations in all clusters. */
export function installationIdentity(controlPlane: string | undefined, runtimeId: string): string {
  return `${identityPrefix}${controlPlane}-${runtimeId}`
}
