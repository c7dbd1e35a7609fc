import type { SupportServiceData } from './support-service-data.ts'

/** Mariadb-operator: https://github.com/mariadb-operator/mariadb-operator/tree/main/docs */
export const mysql: SupportServiceData = {
  software: 'mariadb-operator',
  chart: {
    repo: 'https://mariadb-operator.github.io/mariadb-operator',
    name: 'mariadb-operator',
    version: '26.6.0',
    digest: 'sha256:7364196b5215bf3c5fc7241dfcd53dde1e995b510042fde8811e899d1c091292',
  },
  namespace: 'mariadb-system',
  // The definitions are a subchart, which is off by default.
  values: { crds: { enabled: true } },
  recognition: {
    definitions: {
      'mariadbs.k8s.mariadb.com': ['v1alpha1'],
      'databases.k8s.mariadb.com': ['v1alpha1'],
      'users.k8s.mariadb.com': ['v1alpha1'],
      'grants.k8s.mariadb.com': ['v1alpha1'],
    },
    controllers: [{ 'app.kubernetes.io/name': 'mariadb-operator' }],
    proofs: [],
  },
  preflight: [{ kubernetes: '>=1.26', remedy: 'Upgrade the cluster.' }],
  // Its webhook validates servers, and is closed while it has no certificate.
  proofs: [
    {
      accepts: {
        apiVersion: 'k8s.mariadb.com/v1alpha1',
        kind: 'MariaDB',
        metadata: { name: 'qleetos-proof', namespace: 'mariadb-system' },
        spec: {
          rootPasswordSecretKeyRef: { name: 'qleetos-proof', key: 'password', generate: true },
          storage: { size: '1Gi' },
        },
      },
    },
  ],
  upgradeNote:
    'Its version is that of a date. A new version may change the pods of all databases, which are then restarted one ' +
    'after the other.',
}
