import type { KubeClient, KubeObject } from '../client/client.ts'
import { listPermitted } from '../client/cluster.ts'
import { acme, certificateRequest } from './cert-manager.ts'
import { record, type Health, type HealthRule } from './fields.ts'

/**
 * The objects that cert-manager creates for a Certificate, each for the one before: the request, the order at the ACME server, and
 * the challenge by which the server verifies the host name.
 */
const chain: readonly { group: string; kind: string; plural: string; rule: HealthRule }[] = [
  {
    group: 'cert-manager.io',
    kind: 'CertificateRequest',
    plural: 'certificaterequests',
    rule: certificateRequest,
  },
  { group: 'acme.cert-manager.io', kind: 'Order', plural: 'orders', rule: acme },
  { group: 'acme.cert-manager.io', kind: 'Challenge', plural: 'challenges', rule: acme },
]

/** Returns the health of a Certificate that is not ready, with the reason of the deepest object that is not, either. */
export async function explainCertificate(
  client: KubeClient,
  { live, health }: { live: KubeObject; health: Health },
  signal: AbortSignal,
): Promise<Health> {
  let explained = health
  let owner = live
  for (const { rule, ...names } of chain) {
    const type = { ...names, version: 'v1', namespaced: true }
    const namespace = live.metadata.namespace ?? ''
    const newest = newestOf(await listPermitted(client, { type, namespace, signal }), owner)
    if (newest === undefined) return explained
    owner = newest
    const spec = record(newest['spec'])
    const own = rule({ spec, status: record(newest['status']), generation: newest.metadata.generation })
    if (own.state === 'ready') continue
    const message = `${names.kind} ${newest.metadata.name}: ${own.message}`
    // A failure stays one, although the objects above only wait.
    explained = { ...own, message: `${health.message}; ${message}` }
  }
  return explained
}

/** Returns the newest of the objects of an owner. */
function newestOf(objects: readonly KubeObject[], { metadata: { uid } }: KubeObject): KubeObject | undefined {
  return objects
    .filter(({ metadata }) => metadata.ownerReferences?.some((owner) => owner.uid === uid) === true)
    .toSorted((one, other) => created(other).localeCompare(created(one)))[0]
}

function created({ metadata }: KubeObject): string {
  return metadata.creationTimestamp ?? ''
}
