import type { SupportServiceData } from './support-service-data.ts'

const apiService = {
  apiVersion: 'apiregistration.k8s.io/v1',
  kind: 'APIService',
  name: 'v1beta1.metrics.k8s.io',
}

/** metrics-server: https://kubernetes-sigs.github.io/metrics-server/ */
export const metrics: SupportServiceData = {
  software: 'metrics-server',
  chart: {
    repo: 'https://kubernetes-sigs.github.io/metrics-server/',
    name: 'metrics-server',
    version: '3.13.1',
    digest: 'sha256:084e6edb680cf4e2acc30bd496568c53fdf663cbacf6e17876b25785c35b7a13',
  },
  namespace: 'kube-system',
  values: {},
  // The kubelets of kind have certificates that the CA of the cluster has not signed.
  valuesByProvider: { kind: { args: ['--kubelet-insecure-tls'] } },
  // Many distributions serve the API by a Deployment that they name as they like.
  recognition: { proofs: [{ ...apiService, condition: 'Available' }] },
  preflight: [
    {
      kubernetes: '>=1.31',
      remedy: 'Upgrade the cluster, or choose an older version in supportServices of the runtime.',
    },
    {
      ...apiService,
      presence: 'forbidden',
      remedy:
        'It is not available: repair the metrics-server of the cluster, or delete it with its APIService.',
    },
  ],
  proofs: [{ ...apiService, condition: 'Available' }, { answers: '/apis/metrics.k8s.io/v1beta1/nodes' }],
  upgradeNote: 'Autoscalers pause for about a minute while it restarts.',
}
