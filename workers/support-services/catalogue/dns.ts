import type { SupportServiceData } from './support-service-data.ts'

/** external-dns: https://kubernetes-sigs.github.io/external-dns/. */
export const dns: SupportServiceData = {
  software: 'external-dns',
  chart: {
    repo: 'https://kubernetes-sigs.github.io/external-dns/',
    name: 'external-dns',
    version: '1.21.1',
    digest: 'sha256:5dd033a4b872bf641860695705ee460031d0bc695f114bf8926fee6736814e19',
  },
  namespace: 'external-dns',
  values: {
    // Records follow DNSEndpoints only, which are written from known addresses: a degraded Gateway deletes no name.
    sources: ['crd'],
    policy: 'sync',
    registry: 'txt',
  },
  identityValue: 'txtOwnerId',
  recognition: {
    definitions: { 'dnsendpoints.externaldns.k8s.io': ['v1alpha1'] },
    controllers: [{ 'app.kubernetes.io/name': 'external-dns' }],
    proofs: [],
  },
  preflight: [],
  proofs: [],
  upgradeNote: 'Records of one owner must be maintained by one installation at a time.',
}
