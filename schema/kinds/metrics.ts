import { z } from 'zod'
import {
  definitionValuesField,
  installationOutputs,
  instanceValuesField,
  programVersionField,
  retentionField,
} from '../observability.ts'
import { guardFields } from '../resource-policy.ts'
import { inertOfDefinitions } from '../rest-names.ts'
import { isSmaller, shrinkProblems, storageSize } from '../sizes.ts'
import { defineKind, reference, type OtherSpecs, type SpecProblem } from './kind.ts'

const program = 'kube-prometheus-stack'

interface DefinitionSpec {
  storage: string
  retentionSize?: string | undefined
}

function checkDefinition({ storage, retentionSize }: DefinitionSpec): SpecProblem[] {
  if (retentionSize === undefined || !isSmaller(storage, retentionSize)) return []
  const message = `is more than the storage, which is ${storage}`
  return [{ path: 'retentionSize', code: 'CONFLICT', message, remedy: 'Lower it, or raise storage.' }]
}

function checkChange({ storage }: DefinitionSpec, { before }: OtherSpecs): SpecProblem[] {
  const remedy = 'create another definition, and change the instances to it'
  return shrinkProblems('storage', { size: storage, before: before?.['storage'], remedy })
}

export const MetricsDefinition = defineKind({
  kind: 'MetricsDefinition',
  plural: 'metricsDefinitions',
  description:
    'Metrics of a runtime and of everything in it, by Prometheus: retention, storage and the values of the chart ' +
    'kube-prometheus-stack. An edit is rolled out to all instances.',
  aliases: ['metd'],
  spec: z.strictObject({
    retention: retentionField('The time for which samples are retained.', { min: '2h' }).default('15d'),
    retentionSize: storageSize(
      'The size of all samples from which on the oldest are deleted. Default: 85 % of the storage.',
      { min: '512Mi', example: '10Gi' },
    ).optional(),
    storage: storageSize('The storage of Prometheus. It can grow and never shrink.', {
      min: '1Gi',
      example: '20Gi',
    }).default('20Gi'),
    kubePrometheusStackHelmChartVersion: programVersionField(program),
    kubePrometheusStackHelmValuesDocument: definitionValuesField(program),
  }),
  check: checkDefinition,
  checkWithOthers: checkChange,
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
    fieldAliases: { KubePrometheusStackHelmValues: 'kubePrometheusStackHelmValuesDocument' },
    owned: { KubePrometheusStackHelmWorkloadInstanceID: 'HelmWorkloadInstance' },
  },
})

export const kinds = [MetricsDefinition, MetricsInstance]
