import type { SupportServiceData } from './support-service-data.ts'

/** External Secrets: https://external-secrets.io/latest/ */
export const secrets: SupportServiceData = {
  software: 'External Secrets',
  chart: {
    repo: 'https://charts.external-secrets.io',
    name: 'external-secrets',
    version: '2.9.0',
    digest: 'sha256:da2d5c126a103b4c1b16a9dc1c168c4332a3687144e88ac070e594f81a0b6578',
  },
  namespace: 'external-secrets',
  // The definitions are ordinary templates of the chart.
  values: { installCRDs: true },
  recognition: {
    definitions: {
      'externalsecrets.external-secrets.io': ['v1'],
      'secretstores.external-secrets.io': ['v1'],
      'clustersecretstores.external-secrets.io': ['v1'],
    },
    controllers: [{ 'app.kubernetes.io/name': 'external-secrets' }],
    proofs: [],
  },
  preflight: [{ kubernetes: '>=1.19', remedy: 'Upgrade the cluster.' }],
  // Its webhook validates stores and is closed while it has no certificate.
  proofs: [
    {
      accepts: {
        apiVersion: 'external-secrets.io/v1',
        kind: 'ClusterSecretStore',
        metadata: { name: 'qleetos-proof' },
        spec: { provider: { fake: { data: [] } } },
      },
    },
  ],
  upgradeNote:
    'Only the newest minor version is maintained. Minor versions follow each other without gaps, and a version that an ' +
    'upgrade no longer serves has to be rewritten first.',
}
