import type { SupportServiceData } from './support-service-data.ts'

/** cert-manager: https://cert-manager.io/docs/. */
export const certificates: SupportServiceData = {
  software: 'cert-manager',
  // Its publisher states the digest in its registry only.
  chart: { repo: 'oci://quay.io/jetstack/charts', name: 'cert-manager', version: 'v1.21.1' },
  namespace: 'cert-manager',
  values: {
    // Definitions without objects go with the service.
    crds: { enabled: true, keep: false },
    // The proof below does the same.
    startupapicheck: { enabled: false },
  },
  // ACME servers verify host names at Gateways. Without definitions of them, its controller would end at once.
  valuesIfServed: {
    apiVersion: 'gateway.networking.k8s.io/v1',
    kind: 'Gateway',
    values: {
      config: { gatewayAPI: { enabled: true } },
      // It reads its configuration when it starts, and the chart restarts no pods for it.
      podAnnotations: { 'qleet.io/gateway-api': 'enabled' },
    },
  },
  recognition: {
    definitions: {
      'certificates.cert-manager.io': ['v1'],
      'issuers.cert-manager.io': ['v1'],
      'clusterissuers.cert-manager.io': ['v1'],
    },
    controllers: [{ 'app.kubernetes.io/name': 'cert-manager' }],
    proofs: [],
  },
  preflight: [
    { kubernetes: '>=1.33', remedy: 'Upgrade the cluster, or install an older cert-manager in it.' },
  ],
  // Its webhook refuses everything until its certificate is in place.
  proofs: [
    {
      accepts: {
        apiVersion: 'cert-manager.io/v1',
        kind: 'Issuer',
        metadata: { name: 'qleetos-proof', namespace: 'cert-manager' },
        spec: { selfSigned: {} },
      },
    },
  ],
  upgradeNote: 'Minor versions follow each other without gaps.',
}
