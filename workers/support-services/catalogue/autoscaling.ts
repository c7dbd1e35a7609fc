import type { SupportServiceData } from './support-service-data.ts'

const apiService = {
  apiVersion: 'apiregistration.k8s.io/v1',
  kind: 'APIService',
  name: 'v1beta1.external.metrics.k8s.io',
}

/** KEDA: https://keda.sh/docs/ */
export const autoscaling: SupportServiceData = {
  software: 'KEDA',
  chart: {
    repo: 'https://kedacore.github.io/charts',
    name: 'keda',
    version: '2.20.2',
    digest: 'sha256:db60b1fa60f0565fefa4ce2f87e855b6a8854363ee82962fbe28a12a70d64c4c',
  },
  namespace: 'keda',
  values: { crds: { install: true } },
  recognition: {
    definitions: {
      'scaledobjects.keda.sh': ['v1alpha1'],
      'triggerauthentications.keda.sh': ['v1alpha1'],
      'clustertriggerauthentications.keda.sh': ['v1alpha1'],
    },
    controllers: [{ 'app.kubernetes.io/name': 'keda-operator' }, { app: 'keda-operator' }],
    proofs: [],
  },
  preflight: [
    {
      kubernetes: '>=1.30',
      remedy: 'Upgrade the cluster, or choose an older version in supportServices of the runtime.',
    },
    {
      ...apiService,
      presence: 'forbidden',
      remedy: 'A cluster can have one adapter of external metrics: remove the other one with its APIService.',
    },
  ],
  // Its webhooks let everything pass while they are away, so they prove nothing.
  proofs: [{ ...apiService, condition: 'Available' }],
  upgradeNote: 'Some triggers lose fields in minor versions: compare its changelog with the triggers in use.',
}
