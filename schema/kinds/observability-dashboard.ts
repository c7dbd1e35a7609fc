import { z } from 'zod'
import { definitionRollout } from '../placement/definition-rollout.ts'
import { qualify } from '../names.ts'
import {
  dashboardFields,
  definitionValuesField,
  installationOutputs,
  instanceValuesField,
  programVersionField,
  storageChangeProblems,
} from '../observability.ts'
import { guardFields } from '../resource-policy.ts'
import { inertOfDefinitions } from '../rest-names.ts'
import { defineKind, reference, type OtherSpecs, type SpecProblem } from './kind.ts'

const program = 'Grafana'

export const ObservabilityDashboardDefinition = defineKind({
  kind: 'ObservabilityDashboardDefinition',
  plural: 'observabilityDashboardDefinitions',
  description:
    'Dashboards about a runtime and the workloads in it, by Grafana: storage and the values of its chart. An edit is ' +
    'rolled out to all instances.',
  aliases: ['odd'],
  spec: z.strictObject({
    ...dashboardFields,
    grafanaHelmChartVersion: programVersionField(program),
    grafanaHelmValuesDocument: definitionValuesField(program),
    rollout: definitionRollout(),
  }),
  checkWithOthers: (spec, others) => storageChangeProblems(['storage'], spec, others),
  examples: [{}, { storage: '5Gi' }, { storage: '10Gi', grafanaHelmValuesDocument: 'replicas: 1\n' }],
  outputs: z.strictObject({}),
  columns: [
    { header: 'STORAGE', path: 'spec.storage' },
    { header: 'CHART VERSION', path: 'spec.grafanaHelmChartVersion', wide: true },
  ],
  reconciled: false,
  rest: {
    path: 'observability-dashboard-definitions',
    always: ['GrafanaHelmWorkloadDefinitionID'],
    fieldAliases: { GrafanaHelmValues: 'grafanaHelmValuesDocument' },
    inert: {
      ...inertOfDefinitions,
      GrafanaHelmWorkloadDefinitionID: {
        type: 'integer',
        description: 'The ID of a Helm workload definition, of which each instance has its own.',
      },
    },
    associations: ['ObservabilityDashboardInstances'],
  },
})

/** The fields with the instances whose data the dashboards show. */
const sources = ['metricsInstance', 'loggingInstance'] as const

interface InstanceSpec extends Partial<Record<(typeof sources)[number], string | undefined>> {
  runtime?: string | undefined
}

/** Returns the contradictions between the runtime of dashboards and those of what they show. */
function checkInstance({ runtime }: InstanceSpec, { referenced, project }: OtherSpecs): SpecProblem[] {
  return sources.flatMap((field) => {
    const source = referenced[field]
    const other = source?.spec['runtime']
    if (source === undefined || typeof other !== 'string' || runtime === undefined) return []
    if (qualify(runtime, project) === qualify(other, source.project)) return []
    const message = `is in runtime ${other}, and the dashboards are in ${runtime}`
    return [{ path: field, code: 'CONFLICT', message, remedy: 'Choose one of the same runtime.' }]
  })
}

export const ObservabilityDashboardInstance = defineKind({
  kind: 'ObservabilityDashboardInstance',
  plural: 'observabilityDashboardInstances',
  description:
    'Grafana in a runtime, with dashboards of QleetOS. There is one in each runtime: several instances share it, and the ' +
    'first decides.',
  aliases: ['odi'],
  spec: z.strictObject({
    definition: reference('ObservabilityDashboardDefinition', 'The definition of the dashboards.'),
    runtime: reference('KubernetesRuntimeInstance', 'The runtime of Grafana. Default: the default runtime.', {
      defaultsToWhere: 'defaultRuntime',
    }),
    metricsInstance: reference(
      'MetricsInstance',
      'The metrics that the dashboards show. Default: none.',
    ).optional(),
    loggingInstance: reference(
      'LoggingInstance',
      'The logs that the dashboards show. Default: none.',
    ).optional(),
    grafanaHelmValuesDocument: instanceValuesField(program),
    passwordRotatedAt: z.iso
      .datetime({ error: 'must be a time such as 2026-01-31T12:00:00Z' })
      .optional()
      .meta({
        description:
          'The time of the last request for another password of the administrator: a later time replaces it. Default: the ' +
          'first password stays.',
      }),
    guard: guardFields.guard,
  }),
  guard: 'guard',
  checkWithOthers: checkInstance,
  examples: [
    { guard: 'off' },
    { guard: 'off', passwordRotatedAt: '2026-01-31T12:00:00Z' },
    { guard: 'off', grafanaHelmValuesDocument: 'replicas: 1\n' },
  ],
  outputs: z.strictObject({
    ...installationOutputs,
    adminSecret: z
      .string()
      .optional()
      .meta({
        description:
          'The name of the Secret in `namespace` with the name and the password of the administrator, under the keys ' +
          '`admin-user` and `admin-password`.',
      }),
    links: z
      .array(
        z
          .strictObject({
            title: z.string().meta({ description: 'The title of the dashboard.' }),
            url: z.string().meta({ description: 'The URL of the dashboard.' }),
          })
          .meta({ description: 'A dashboard of QleetOS.' }),
      )
      .optional()
      .meta({ description: 'The dashboards of QleetOS.' }),
  }),
  columns: [
    { header: 'DEFINITION', path: 'spec.definition' },
    { header: 'RUNTIME', path: 'spec.runtime' },
    { header: 'PROVIDED BY', path: 'status.outputs.providedBy' },
    { header: 'VERSION', path: 'status.outputs.version' },
    { header: 'URL', path: 'status.outputs.url', wide: true },
  ],
  reconciled: true,
  pair: { name: 'ObservabilityDashboard', definition: 'ObservabilityDashboardDefinition' },
  owns: ['HelmWorkloadDefinition', 'HelmWorkloadInstance', 'WorkloadDefinition', 'WorkloadInstance'],
  immutable: ['runtime'],
  location: 'runtime',
  rest: {
    path: 'observability-dashboard-instances',
    always: ['GrafanaHelmWorkloadInstanceID'],
    filterAliases: { grafanahelmvaluedsdocument: 'GrafanaHelmValuesDocument' },
    fieldAliases: { GrafanaHelmValues: 'grafanaHelmValuesDocument' },
    owned: { GrafanaHelmWorkloadInstanceID: 'HelmWorkloadInstance' },
  },
})

export const kinds = [ObservabilityDashboardDefinition, ObservabilityDashboardInstance]
