import { z } from 'zod'
import {
  dashboardFields,
  definitionValuesField,
  inertOfPromtail,
  instanceValuesField,
  logsFields,
  metricsFields,
  programVersionField,
  retentionSizeProblems,
  storageChangeProblems,
} from '../observability.ts'
import { guardFields } from '../resource-policy.ts'
import { inertOfDefinitions } from '../rest-names.ts'
import { defineKind, reference } from './kind.ts'

const storageFields = ['metricsStorage', 'logsStorage', 'dashboardStorage'] as const

/** The names by which legacy documents have values as text. */
const inlineValues = {
  KubePrometheusStackHelmValues: 'kubePrometheusStackHelmValuesDocument',
  LokiHelmValues: 'lokiHelmValuesDocument',
  GrafanaHelmValues: 'grafanaHelmValuesDocument',
}

export const ObservabilityStackDefinition = defineKind({
  kind: 'ObservabilityStackDefinition',
  plural: 'observabilityStackDefinitions',
  description:
    'Metrics, logs and dashboards of runtimes as a whole: what their own definitions have, in one object. An edit is ' +
    'rolled out to all instances.',
  aliases: ['osd'],
  spec: z.strictObject({
    metricsRetention: metricsFields.retention,
    metricsRetentionSize: metricsFields.retentionSize,
    metricsStorage: metricsFields.storage,
    logsRetention: logsFields.retention,
    logsStorage: logsFields.storage,
    dashboardStorage: dashboardFields.storage,
    kubePrometheusStackHelmChartVersion: programVersionField('kube-prometheus-stack'),
    kubePrometheusStackHelmValuesDocument: definitionValuesField('kube-prometheus-stack'),
    lokiHelmChartVersion: programVersionField('Loki'),
    lokiHelmValuesDocument: definitionValuesField('Loki'),
    grafanaHelmChartVersion: programVersionField('Grafana'),
    grafanaHelmValuesDocument: definitionValuesField('Grafana'),
  }),
  check: ({ metricsRetentionSize: size, metricsStorage: storage }) =>
    retentionSizeProblems(['metricsRetentionSize', 'metricsStorage'], { size, storage }),
  checkWithOthers: (spec, others) => storageChangeProblems(storageFields, spec, others),
  examples: [
    { metricsRetention: '15d' },
    { metricsRetention: '30d', metricsStorage: '40Gi', logsRetention: '14d' },
    { metricsStorage: '40Gi', grafanaHelmValuesDocument: 'replicas: 1\n' },
  ],
  outputs: z.strictObject({
    metricsDefinition: z.string().meta({ description: 'The name of its definition of metrics.' }),
    loggingDefinition: z.string().meta({ description: 'The name of its definition of logs.' }),
    dashboardDefinition: z.string().meta({ description: 'The name of its definition of dashboards.' }),
  }),
  columns: [
    { header: 'METRICS', path: 'status.outputs.metricsDefinition' },
    { header: 'LOGGING', path: 'status.outputs.loggingDefinition' },
    { header: 'DASHBOARD', path: 'status.outputs.dashboardDefinition' },
  ],
  reconciled: true,
  owns: ['MetricsDefinition', 'LoggingDefinition', 'ObservabilityDashboardDefinition'],
  rest: {
    path: 'observability-stack-definitions',
    always: ['MetricsDefinitionID', 'LoggingDefinitionID', 'ObservabilityDashboardDefinitionID'],
    fieldAliases: inlineValues,
    owned: {
      MetricsDefinitionID: 'MetricsDefinition',
      LoggingDefinitionID: 'LoggingDefinition',
      ObservabilityDashboardDefinitionID: 'ObservabilityDashboardDefinition',
    },
    inert: { ...inertOfDefinitions, ...inertOfPromtail },
    associations: ['ObservabilityStackInstances'],
  },
})

export const ObservabilityStackInstance = defineKind({
  kind: 'ObservabilityStackInstance',
  plural: 'observabilityStackInstances',
  description: 'Metrics, logs and dashboards of a runtime, each of which is an object of its own.',
  aliases: ['osi'],
  spec: z.strictObject({
    definition: reference('ObservabilityStackDefinition', 'The definition of the stack.'),
    runtime: reference('KubernetesRuntimeInstance', 'The runtime to observe. Default: the default runtime.', {
      defaultsToWhere: 'defaultRuntime',
    }),
    metricsEnabled: z
      .boolean()
      .default(true)
      .meta({ description: 'Indicates whether the runtime has metrics.', filterable: true }),
    loggingEnabled: z
      .boolean()
      .default(true)
      .meta({ description: 'Indicates whether the logs of the runtime are stored.', filterable: true }),
    kubePrometheusStackHelmValuesDocument: instanceValuesField('kube-prometheus-stack'),
    lokiHelmValuesDocument: instanceValuesField('Loki'),
    grafanaHelmValuesDocument: instanceValuesField('Grafana'),
    guard: guardFields.guard,
  }),
  guard: 'guard',
  examples: [
    { guard: 'off' },
    { guard: 'off', loggingEnabled: false },
    { guard: 'off', metricsEnabled: false, lokiHelmValuesDocument: 'loki: {server: {log_level: warn}}\n' },
  ],
  outputs: z.strictObject({
    metricsInstance: z
      .string()
      .optional()
      .meta({ description: 'The name of its metrics. Absent while they are not enabled.' }),
    loggingInstance: z
      .string()
      .optional()
      .meta({ description: 'The name of its logs. Absent while they are not enabled.' }),
    dashboardInstance: z.string().meta({ description: 'The name of its dashboards.' }),
    prometheusUrl: z
      .string()
      .optional()
      .meta({ description: 'The URL of Prometheus within the cluster. Absent until it is known.' }),
    lokiUrl: z
      .string()
      .optional()
      .meta({ description: 'The URL of Loki within the cluster. Absent until it is known.' }),
    grafanaUrl: z.string().optional().meta({ description: 'The URL of Grafana. Absent until it is known.' }),
  }),
  columns: [
    { header: 'DEFINITION', path: 'spec.definition' },
    { header: 'RUNTIME', path: 'spec.runtime' },
    { header: 'METRICS', path: 'spec.metricsEnabled' },
    { header: 'LOGGING', path: 'spec.loggingEnabled' },
    { header: 'GRAFANA', path: 'status.outputs.grafanaUrl', wide: true },
  ],
  reconciled: true,
  pair: { name: 'ObservabilityStack', definition: 'ObservabilityStackDefinition' },
  owns: ['MetricsInstance', 'LoggingInstance', 'ObservabilityDashboardInstance'],
  services: ({ spec: { loggingEnabled } }) => (loggingEnabled === false ? [] : ['log-collector']),
  immutable: ['runtime'],
  location: 'runtime',
  rest: {
    path: 'observability-stack-instances',
    always: ['MetricsInstanceID', 'LoggingInstanceID', 'ObservabilityDashboardInstanceID'],
    fieldAliases: inlineValues,
    owned: {
      MetricsInstanceID: 'MetricsInstance',
      LoggingInstanceID: 'LoggingInstance',
      ObservabilityDashboardInstanceID: 'ObservabilityDashboardInstance',
    },
    inert: { PromtailHelmValuesDocument: inertOfPromtail.PromtailHelmValuesDocument },
  },
})

export const kinds = [ObservabilityStackDefinition, ObservabilityStackInstance]
