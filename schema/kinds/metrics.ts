import { z } from 'zod'
import { definitionRollout } from '../placement/definition-rollout.ts'
import {
  definitionValuesField,
  installationOutputs,
  instanceValuesField,
  metricsFields,
  programVersionField,
  retentionSizeProblems,
  storageChangeProblems,
} from '../observability.ts'
import { guardFields } from '../resource-policy.ts'
import { inertOfDefinitions } from '../rest-names.ts'
import { defineKind, reference } from './kind.ts'

const program = 'kube-prometheus-stack'

export const MetricsDefinition = defineKind({
  kind: 'MetricsDefinition',
  plural: 'metricsDefinitions',
  description:
    'Metrics of a runtime and of everything in it, by Prometheus: retention, storage and the values of the chart ' +
    'kube-prometheus-stack. An edit is rolled out to all instances.',
  aliases: ['metd'],
  spec: z.strictObject({
    ...metricsFields,
    kubePrometheusStackHelmChartVersion: programVersionField(program),
    kubePrometheusStackHelmValuesDocument: definitionValuesField(program),
    rollout: definitionRollout(),
  }),
  check: ({ retentionSize: size, storage }) =>
    retentionSizeProblems(['retentionSize', 'storage'], { size, storage }),
  checkWithOthers: (spec, others) => storageChangeProblems(['storage'], spec, others),
  examples: [
    { retention: '15d', storage: '20Gi' },
    { retention: '30d', storage: '40Gi', retentionSize: '30Gi' },
    {
      retention: '4w',
      storage: '40Gi',
      kubePrometheusStackHelmValuesDocument: 'alertmanager: {enabled: false}\n',
    },
  ],
  outputs: z.strictObject({}),
  columns: [
    { header: 'RETENTION', path: 'spec.retention' },
    { header: 'STORAGE', path: 'spec.storage' },
    { header: 'CHART VERSION', path: 'spec.kubePrometheusStackHelmChartVersion', wide: true },
  ],
  reconciled: false,
  rest: {
    path: 'metrics-definitions',
    always: ['KubePrometheusStackHelmWorkloadDefinitionID'],
    fieldAliases: { KubePrometheusStackHelmValues: 'kubePrometheusStackHelmValuesDocument' },
    inert: {
      ...inertOfDefinitions,
      KubePrometheusStackHelmWorkloadDefinitionID: {
        type: 'integer',
        description: 'The ID of a Helm workload definition, of which each instance has its own.',
      },
    },
    associations: ['MetricsInstances'],
  },
})

export const MetricsInstance = defineKind({
  kind: 'MetricsInstance',
  plural: 'metricsInstances',
  description:
    'Prometheus in a runtime. There is one in each runtime: several instances share it, and the first decides. One that ' +
    'the cluster had already is used as it is.',
  aliases: ['meti'],
  spec: z.strictObject({
    definition: reference('MetricsDefinition', 'The definition of the metrics.'),
    runtime: reference('KubernetesRuntimeInstance', 'The runtime to measure. Default: the default runtime.', {
      defaultsToWhere: 'defaultRuntime',
    }),
    kubePrometheusStackHelmValuesDocument: instanceValuesField(program),
    guard: guardFields.guard,
  }),
  guard: 'guard',
  examples: [
    { guard: 'off' },
    { guard: 'off', kubePrometheusStackHelmValuesDocument: 'alertmanager: {enabled: false}\n' },
  ],
  outputs: z.strictObject(installationOutputs),
  columns: [
    { header: 'DEFINITION', path: 'spec.definition' },
    { header: 'RUNTIME', path: 'spec.runtime' },
    { header: 'PROVIDED BY', path: 'status.outputs.providedBy' },
    { header: 'VERSION', path: 'status.outputs.version' },
    { header: 'URL', path: 'status.outputs.url', wide: true },
  ],
  reconciled: true,
  pair: { name: 'Metrics', definition: 'MetricsDefinition' },
  owns: ['HelmWorkloadDefinition', 'HelmWorkloadInstance', 'WorkloadDefinition', 'WorkloadInstance'],
  immutable: ['runtime'],
  location: 'runtime',
  rest: {
    path: 'metrics-instances',
    always: ['KubePrometheusStackHelmWorkloadInstanceID'],
    fieldAliases: { KubePrometheusStackHelmValues: 'kubePrometheusStackHelmValuesDocument' },
    owned: { KubePrometheusStackHelmWorkloadInstanceID: 'HelmWorkloadInstance' },
  },
})

export const kinds = [MetricsDefinition, MetricsInstance]
