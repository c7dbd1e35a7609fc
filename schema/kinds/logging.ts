import { z } from 'zod'
import { definitionRollout } from '../placement/definition-rollout.ts'
import {
  definitionValuesField,
  inertOfPromtail,
  installationOutputs,
  instanceValuesField,
  logsFields,
  programVersionField,
  storageChangeProblems,
} from '../observability.ts'
import { guardFields } from '../resource-policy.ts'
import { inertOfDefinitions } from '../rest-names.ts'
import { defineKind, reference } from './kind.ts'

const program = 'Loki'

const ofPromtail = {
  type: 'integer',
  description: 'The ID of the Helm workload of Promtail, which Alloy has replaced.',
} as const

export const LoggingDefinition = defineKind({
  kind: 'LoggingDefinition',
  plural: 'loggingDefinitions',
  description:
    'Logs of everything in a runtime, by Loki: retention, storage and the values of its chart. An edit is rolled out to ' +
    'all instances.',
  aliases: ['logd'],
  spec: z.strictObject({
    ...logsFields,
    lokiHelmChartVersion: programVersionField(program),
    lokiHelmValuesDocument: definitionValuesField(program),
    rollout: definitionRollout(),
  }),
  checkWithOthers: (spec, others) => storageChangeProblems(['storage'], spec, others),
  examples: [
    { retention: '7d', storage: '20Gi' },
    { retention: '14d', storage: '40Gi' },
    { retention: '48h', storage: '40Gi', lokiHelmValuesDocument: 'loki: {server: {log_level: warn}}\n' },
  ],
  outputs: z.strictObject({}),
  columns: [
    { header: 'RETENTION', path: 'spec.retention' },
    { header: 'STORAGE', path: 'spec.storage' },
    { header: 'CHART VERSION', path: 'spec.lokiHelmChartVersion', wide: true },
  ],
  reconciled: false,
  rest: {
    path: 'logging-definitions',
    always: ['LokiHelmWorkloadDefinitionID', 'PromtailHelmWorkloadDefinitionID'],
    fieldAliases: { LokiHelmValues: 'lokiHelmValuesDocument' },
    inert: {
      ...inertOfDefinitions,
      ...inertOfPromtail,
      LokiHelmWorkloadDefinitionID: {
        type: 'integer',
        description: 'The ID of a Helm workload definition, of which each instance has its own.',
      },
      PromtailHelmWorkloadDefinitionID: ofPromtail,
    },
    associations: ['LoggingInstances'],
  },
})

export const LoggingInstance = defineKind({
  kind: 'LoggingInstance',
  plural: 'loggingInstances',
  description:
    'Loki in a runtime, and a collector that sends the logs of all pods to it. There is one in each runtime: several ' +
    'instances share it, and the first decides.',
  aliases: ['logi'],
  spec: z.strictObject({
    definition: reference('LoggingDefinition', 'The definition of the logs.'),
    runtime: reference(
      'KubernetesRuntimeInstance',
      'The runtime of the pods. Default: the default runtime.',
      {
        defaultsToWhere: 'defaultRuntime',
      },
    ),
    lokiHelmValuesDocument: instanceValuesField(program),
    guard: guardFields.guard,
  }),
  guard: 'guard',
  examples: [
    { guard: 'off' },
    { guard: 'off', lokiHelmValuesDocument: 'loki: {server: {log_level: warn}}\n' },
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
  pair: { name: 'Logging', definition: 'LoggingDefinition' },
  owns: [
    'HelmWorkloadDefinition',
    'HelmWorkloadInstance',
    'WorkloadDefinition',
    'WorkloadInstance',
    'SupportServiceInstance',
  ],
  services: () => ['log-collector'],
  immutable: ['runtime'],
  location: 'runtime',
  rest: {
    path: 'logging-instances',
    always: ['LokiHelmWorkloadInstanceID', 'PromtailHelmWorkloadInstanceID'],
    fieldAliases: { LokiHelmValues: 'lokiHelmValuesDocument' },
    owned: { LokiHelmWorkloadInstanceID: 'HelmWorkloadInstance' },
    inert: {
      PromtailHelmValuesDocument: inertOfPromtail.PromtailHelmValuesDocument,
      PromtailHelmWorkloadInstanceID: ofPromtail,
    },
  },
})

export const kinds = [LoggingDefinition, LoggingInstance]
