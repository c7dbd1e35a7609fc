import { parseQuantity } from '../../schema/kubernetes/quantity.ts'
import type { Manifest } from '../../schema/manifests.ts'
import type { Values } from '../../schema/values-document.ts'
import { needsVolumes, type Program } from './program.ts'
import { standInOf, volumeOf } from './stand-in.ts'

const releaseName = 'qleet-metrics'

/**
 * kube-prometheus-stack: https://github.com/prometheus-community/helm-charts/tree/main/charts/kube-prometheus-stack. Two operators
 * would fight over the same objects, so one that the cluster has is used.
 */
export const prometheus: Program = {
  name: 'metrics',
  software: 'kube-prometheus-stack',
  chart: {
    repo: 'oci://ghcr.io/prometheus-community/charts',
    name: 'kube-prometheus-stack',
    version: '88.5.3',
  },
  namespace: 'qleet-metrics',
  releaseName,
  service: `${releaseName}-prometheus`,
  port: 9090,
  readsNodes: true,
  recognition: {
    definitions: {
      'prometheuses.monitoring.coreos.com': ['v1'],
      'servicemonitors.monitoring.coreos.com': ['v1'],
    },
    controllers: [
      { app: 'kube-prometheus-stack-operator' },
      { 'app.kubernetes.io/name': 'prometheus-operator' },
    ],
    proofs: [{ apiVersion: 'monitoring.coreos.com/v1', kind: 'Prometheus', condition: 'Available' }],
  },
  preflight: [
    { kubernetes: '>=1.25', remedy: 'Upgrade the cluster, or install an older Prometheus in it.' },
    needsVolumes,
  ],
  proofs: [
    {
      apiVersion: 'monitoring.coreos.com/v1',
      kind: 'Prometheus',
      condition: 'Available',
      namespace: 'qleet-metrics',
      name: releaseName,
    },
  ],
}

/** What a definition of metrics decides. */
export interface MetricsSettings {
  retention: string
  retentionSize?: string | undefined
  storage: string
}

/** The selectors without which only monitors with labels of the release would count. */
const selectors = [
  'serviceMonitorSelectorNilUsesHelmValues',
  'podMonitorSelectorNilUsesHelmValues',
  'ruleSelectorNilUsesHelmValues',
  'probeSelectorNilUsesHelmValues',
  'scrapeConfigSelectorNilUsesHelmValues',
] as const

/** Kinds whose labels are metrics, so that dashboards find what belongs to an object of QleetOS. */
const labelledKinds = ['deployments', 'statefulsets', 'daemonsets', 'jobs', 'cronjobs'] as const

/**
 * What of cAdvisor is not stored: what the chart leaves out as well, but for nodes as a whole (`id="/"`), whose usage would
 * otherwise be unknown. Expressions match all of the labels.
 */
const dropped = [
  {
    sourceLabels: ['__name__'],
    regex:
      'container_(cpu_(cfs_throttled_seconds_total|load_average_10s|system_seconds_total|user_seconds_total)|spec_.*|' +
      'fs_(io_current|io_time_.*|reads_merged_total|sector_.*|writes_merged_total)|memory_(mapped_file|swap)|' +
      'file_descriptors|tasks_state|threads_max)',
  },
  { sourceLabels: ['__name__', 'scope'], regex: 'container_memory_failures_total;hierarchy' },
  {
    sourceLabels: ['__name__', 'interface'],
    regex: 'container_network_.*;(cali|cilium|cni|lxc|nodelocaldns|tunl).*',
  },
  // Services of the node, which belong to no pod.
  { sourceLabels: ['id', 'pod'], regex: '/.+;' },
].map((rule) => ({ ...rule, action: 'drop' }))

/** Returns the values of the chart. */
export function prometheusValues({ retention, retentionSize, storage }: MetricsSettings): Values {
  const accessModes = ['ReadWriteOnce']
  return {
    fullnameOverride: releaseName,
    // The Prometheus object has exactly this name.
    cleanPrometheusOperatorObjectNames: true,
    // Grafana is a program of its own, which reads the dashboards of this chart.
    grafana: { enabled: false, forceDeployDashboards: true },
    // Its certificates are made by Jobs, and while it is away no rule can be written.
    prometheusOperator: { admissionWebhooks: { enabled: false }, tls: { enabled: false } },
    // Most clusters do not expose them, so that their alerts would always fire.
    kubeControllerManager: { enabled: false },
    kubeEtcd: { enabled: false },
    kubeProxy: { enabled: false },
    kubeScheduler: { enabled: false },
    kubelet: { serviceMonitor: { cAdvisorMetricRelabelings: dropped } },
    prometheus: {
      prometheusSpec: {
        retention,
        retentionSize: retentionSizeOf({ retentionSize, storage }),
        ...Object.fromEntries(selectors.map((selector) => [selector, false])),
        storageSpec: {
          volumeClaimTemplate: { spec: { accessModes, resources: { requests: { storage } } } },
        },
      },
    },
    'kube-state-metrics': {
      metricLabelsAllowlist: [
        'pods=[qleet.io/object-id]',
        ...labelledKinds.map((kind) => `${kind}=[qleet.io/object,qleet.io/object-id,qleet.io/project]`),
      ],
    },
  }
}

/** The part of the storage for samples. The rest is for the write-ahead log, and for blocks that are being compacted. */
const partForSamples = 0.85

/** Returns the size in the notation of Prometheus. */
function retentionSizeOf({
  retentionSize,
  storage,
}: Pick<MetricsSettings, 'retentionSize' | 'storage'>): string {
  const bytes =
    retentionSize === undefined ? parseQuantity(storage) * partForSamples : parseQuantity(retentionSize)
  return `${Math.floor(bytes / 2 ** 20)}MiB`
}

/** The label of the claims of Prometheus, as its StatefulSet gives it to them. */
const claimLabels = { 'operator.prometheus.io/name': releaseName }
/** The selector of these claims. */
export const prometheusClaims = `operator.prometheus.io/name=${releaseName}`

/** Returns what a simulated runtime has instead. */
export function prometheusStandIn(settings: MetricsSettings): Manifest[] {
  const args = [
    `--storage.tsdb.retention.time=${settings.retention}`,
    `--storage.tsdb.retention.size=${retentionSizeOf(settings)}`,
  ]
  return [
    ...standInOf(prometheus, {
      controller: 'prometheus',
      image: 'simulated/prometheus',
      args,
      claim: releaseName,
    }),
    volumeOf(prometheus, { name: releaseName, storage: settings.storage, labels: claimLabels }),
  ]
}
