import { isIPv4, isIPv6 } from 'node:net'
import type { Manifest } from '../../schema/manifests.ts'

/*
 * DNS records as objects of external-dns: https://kubernetes-sigs.github.io/external-dns/latest/docs/sources/crd/. They are
 * written from known addresses, so a gateway that loses its address keeps its name.
 */

/** Seconds for which resolvers may cache a record: short enough to follow a moved gateway. */
const recordTTL = 300

/** Renders the DNS records of a host name that point to addresses; none without addresses. */
export function recordManifests(
  { name, namespace, host }: { name: string; namespace: string; host: string },
  addresses: readonly string[],
): Manifest[] {
  const targets = {
    A: addresses.filter((each) => isIPv4(each)),
    AAAA: addresses.filter((each) => isIPv6(each)),
    // A name with a CNAME record can have no other, and only one target.
    CNAME: addresses.filter((each) => !isIPv4(each) && !isIPv6(each)).slice(0, 1),
  }
  const types = targets.CNAME.length > 0 ? (['CNAME'] as const) : (['A', 'AAAA'] as const)
  const endpoints = types.flatMap((recordType) =>
    targets[recordType].length === 0
      ? []
      : [{ dnsName: host, recordType, recordTTL, targets: targets[recordType].toSorted() }],
  )
  return endpoints.length === 0
    ? []
    : [
        {
          apiVersion: 'externaldns.k8s.io/v1alpha1',
          kind: 'DNSEndpoint',
          metadata: { name, namespace },
          spec: { endpoints },
        },
      ]
}
