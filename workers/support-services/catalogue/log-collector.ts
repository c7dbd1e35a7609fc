import { collectorManifests, collectorNamespace, collectorValues } from '../log-collector.ts'
import type { SupportServiceData } from './support-service-data.ts'

/**
 * Grafana Alloy: https://grafana.com/docs/alloy/latest/. One that somebody else installed is not used: nothing can be added to
 * its configuration.
 */
export const logCollector: SupportServiceData = {
  software: 'Grafana Alloy',
  chart: {
    repo: 'https://grafana.github.io/helm-charts',
    name: 'alloy',
    version: '1.11.1',
    digest: 'sha256:cc4cd48a885c070fe8b2929971552852375c11e92d95fc6337d0c3fa277ac575',
  },
  namespace: collectorNamespace,
  releaseName: 'qleet-log-collector',
  values: {
    fullnameOverride: 'qleet-log-collector',
    crds: { create: false },
    alloy: { enableReporting: false },
    // It only discovers pods: the default would let it read all Secrets of the cluster. The chart fails if a list is empty.
    rbac: {
      rules: [{ apiGroups: [''], resources: ['pods'], verbs: ['get', 'list'] }],
      clusterRules: [{ apiGroups: [''], resources: ['pods'], verbs: ['watch'] }],
    },
    // The logs of all nodes are collected, also of those that applications avoid.
    controller: { tolerations: [{ operator: 'Exists' }] },
  },
  preflight: [],
  proofs: [],
  readsNodes: true,
  claimed: { values: collectorValues, manifests: collectorManifests },
  upgradeNote: 'Collectors restart one node after the other, and continue where they stopped.',
}
