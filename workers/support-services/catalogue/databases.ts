import type { SupportServiceData } from './support-service-data.ts'

/** CloudNativePG: https://cloudnative-pg.io/documentation/current/ */
export const databases: SupportServiceData = {
  software: 'CloudNativePG',
  chart: {
    repo: 'https://cloudnative-pg.github.io/charts',
    name: 'cloudnative-pg',
    version: '0.29.0',
    digest: 'sha256:668e065ff53508d58238788fd35b355a925060843629a951df0e6a9362e6d32f',
  },
  namespace: 'cnpg-system',
  // The definitions are ordinary templates of the chart.
  values: { crds: { create: true } },
  recognition: {
    definitions: { 'clusters.postgresql.cnpg.io': ['v1'] },
    controllers: [{ 'app.kubernetes.io/name': 'cloudnative-pg' }],
    proofs: [],
  },
  preflight: [{ kubernetes: '>=1.29', remedy: 'Upgrade the cluster.' }],
  // Its webhooks set defaults, and are closed while they have no certificate.
  proofs: [
    {
      accepts: {
        apiVersion: 'postgresql.cnpg.io/v1',
        kind: 'Cluster',
        metadata: { name: 'qleetos-proof', namespace: 'cnpg-system' },
        spec: { instances: 1, storage: { size: '1Gi' } },
      },
    },
  ],
  upgradeNote:
    'An upgrade of the operator restarts the servers of all databases one after the other. Minor versions follow each ' +
    'other without gaps.',
}
