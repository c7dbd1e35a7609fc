import { z } from 'zod'
import { definitionRollout } from '../placement/definition-rollout.ts'
import { chartVersionField } from '../charts.ts'
import { dependencies } from '../dependencies/declaration.ts'
import { kindsOwnedByApplications } from '../dependencies/owned-kinds.ts'
import { dependenciesOutput } from '../dependencies/outputs.ts'
import { bindServices, servicesOutput } from '../dependencies/services.ts'
import { defineKind, manifests, reference, secret, values } from './kind.ts'
import {
  locationRolloutOutput,
  locationsOutput,
  placement,
  placementErrors,
  placementOutput,
} from '../placement/declaration.ts'
import { tierField } from '../profiles/fields.ts'
import {
  crdRemovalField,
  driftOutput,
  driftPolicyFields,
  guardFields,
  namespaceField,
} from '../resource-policy.ts'
import { inertOfDefinitions } from '../rest-names.ts'

const additionalResources = `apiVersion: v1
kind: ConfigMap
metadata:
  name: dashboards
data:
  team: shop
`

const chartOutputs = {
  url: z.string().meta({ description: 'The address of the chart archive.' }),
  chart: z.string().meta({ description: 'The name of the chart.' }),
  chartVersion: z.string().meta({ description: 'The version of the chart.' }),
  appVersion: z
    .string()
    .meta({ description: 'The version of the application in the chart. Empty if unknown.' }),
  digest: z.string().meta({ description: 'The SHA-256 digest of the chart archive.' }),
}

export const HelmWorkloadDefinition = defineKind({
  kind: 'HelmWorkloadDefinition',
  plural: 'helmWorkloadDefinitions',
  description:
    'A Helm chart and its values. Its version is resolved once per change of the definition, and its instances run ' +
    'exactly that version.',
  aliases: ['hwd'],
  spec: z.strictObject({
    repo: z
      .string({ error: 'must be the address of a chart repository' })
      .max(2048)
      .regex(/^(https?:\/\/|oci:\/\/|file:\/\/\/|\/)[^\s?#]+$/, {
        error: 'must be an address such as https://charts.example.com or oci://registry.example.com/charts',
      })
      .refine((repo) => !/^[a-z]+:\/\/[^/]*@/.test(repo), {
        error: 'must not contain credentials',
        params: { remedy: 'Set the fields username and password instead.' },
      })
      .meta({
        description:
          'The repository of the chart: the address of an HTTP server with an `index.yaml`, `oci://` and the address ' +
          'of a registry, or `file:///` and a folder of the workers below the one that their operator allows.',
        filterable: true,
      }),
    chart: z
      .string({ error: 'must be the name of a chart' })
      .max(250)
      .regex(/^[A-Za-z0-9][\w-]*([./][\w-]+)*$/, { error: 'must be the name of a chart such as "podinfo"' })
      .meta({ description: 'The name of the chart in the repository.', filterable: true }),
    chartVersion: chartVersionField(
      'The version of the chart, or a semantic version range of which the newest is chosen. Default: the newest ' +
        'version that is no pre-release.',
    ),
    digest: z
      .string()
      .regex(/^sha256:[0-9a-f]{64}$/, { error: 'must be "sha256:" and 64 hexadecimal digits in lower case' })
      .optional()
      .meta({
        description:
          'The expected SHA-256 digest of the chart archive. Any other archive is refused. Default: the digest that ' +
          'was found first is kept until the definition changes.',
      }),
    valuesDocument: values(
      'Values of the chart as a YAML map. Values of an instance take precedence.',
    ).optional(),
    secretValuesDocument: values(
      'Values of the chart that are secret, as a YAML map. They are stored encrypted, never returned, and take ' +
        'precedence over `valuesDocument` of the definition.',
      { secret: true },
    ).optional(),
    additionalResources: manifests(
      'Kubernetes resources besides those of the chart, as a stream of YAML documents. Values of Secrets are stored ' +
        'encrypted and returned as placeholders; a placeholder in an update keeps the stored value.',
    ).optional(),
    dependencies: dependencies(),
    username: z
      .string()
      .min(1)
      .max(500)
      .optional()
      .meta({ description: 'The user of a private repository.' }),
    password: secret('The password or token of a private repository.').optional(),
    rollout: definitionRollout(),
  }),
  examples: [
    {
      repo: 'https://charts.example.com',
      chart: 'web',
      chartVersion: '^1.2',
      valuesDocument: 'replicaCount: 1\n',
    },
    {
      repo: 'https://charts.example.com',
      chart: 'web',
      chartVersion: '^1.2',
      valuesDocument: 'replicaCount: 2\n',
    },
    { repo: 'oci://registry.example.com/charts', chart: 'web', additionalResources },
    {
      repo: 'oci://registry.example.com/charts',
      chart: 'web',
      valuesDocument: 'existingSecret: cache-binding\n',
      dependencies: [
        {
          name: 'cache',
          kind: 'HelmWorkload',
          spec: { repo: 'https://charts.example.com', chart: 'valkey' },
        },
        { name: 'rates', kind: 'WorkloadServiceDependency', spec: { upstreamHost: 'rates.example.com' } },
      ],
    },
  ],
  outputs: z.strictObject(chartOutputs),
  columns: [
    { header: 'REPO', path: 'spec.repo' },
    { header: 'CHART', path: 'spec.chart' },
    { header: 'VERSION', path: 'status.outputs.chartVersion' },
    { header: 'DIGEST', path: 'status.outputs.digest', wide: true },
  ],
  reconciled: true,
  rest: {
    path: 'helm-workload-definitions',
    inert: inertOfDefinitions,
    manifestLists: ['additionalResources'],
    associations: ['HelmWorkloadInstances'],
  },
})

/** The fields that each location of an instance may change. */
const overridable = {
  valuesDocument: values(
    'Values of the chart as a YAML map, merged over those of the definition: maps are merged, everything else is ' +
      'replaced, and null removes a default of the chart.',
  ).optional(),
}

export const HelmWorkloadInstance = defineKind({
  kind: 'HelmWorkloadInstance',
  plural: 'helmWorkloadInstances',
  description:
    'A running Helm chart: its rendered resources, applied to a runtime and continuously reconciled. Helm only renders ' +
    'the chart; inventory, health, drift and pruning are those of every workload.',
  aliases: ['hwi', 'helm-workload', 'helm-workloads'],
  spec: z.strictObject({
    definition: reference('HelmWorkloadDefinition', 'The definition with the chart.'),
    runtime: reference(
      'KubernetesRuntimeInstance',
      'The runtime to run the chart in. Default: the one that fits `placement`, or else the default runtime.',
      { defaultsToWhere: 'defaultRuntime' },
    ).optional(),
    placement: placement(overridable),
    releaseNamespace: namespaceField(
      'The namespace of the release. Default: one that is created for this instance and deleted with it.',
    ),
    releaseName: z
      .string()
      .max(53, 'must have at most 53 characters')
      .regex(/^[a-z0-9]([-a-z0-9]*[a-z0-9])?$/, {
        error: 'must be a DNS label of lower case letters, digits and "-"',
      })
      .optional()
      .meta({ description: 'The name of the release. Default: the name of the instance.', filterable: true }),
    ...overridable,
    secretValuesDocument: values(
      'Values of the chart that are secret, as a YAML map. They are stored encrypted, never returned, and take ' +
        'precedence over all other values.',
      { secret: true },
    ).optional(),
    additionalResources: manifests(
      'Kubernetes resources besides those of the chart and of the definition, as a stream of YAML documents. Values ' +
        'of Secrets are stored encrypted and returned as placeholders; a placeholder in an update keeps the stored ' +
        'value.',
    ).optional(),
    adopt: z
      .boolean()
      .optional()
      .meta({
        description:
          'Indicates whether an existing Helm release of the same name and namespace is taken over, with all of its ' +
          'resources: they are deleted with the instance, and Helm no longer lists the release. Default: false.',
        filterable: true,
      }),
    tier: tierField(),
    ...driftPolicyFields,
    ...guardFields,
    crdRemoval: crdRemovalField,
  }),
  guard: 'guard',
  examples: [{}, { valuesDocument: 'colour: green\n' }, { guard: 'off' }],
  outputs: z.strictObject({
    ...z.object(chartOutputs).partial().shape,
    releaseName: z.string().optional().meta({
      description: 'The name of the release. Absent for an instance without a runtime.',
    }),
    namespace: z.string().optional().meta({
      description: 'The namespace of the release. Absent for an instance without a runtime.',
    }),
    resources: z.number().int().meta({ description: 'The number of resources in the cluster.' }),
    readyResources: z.number().int().meta({ description: 'The number of ready resources.' }),
    services: servicesOutput,
    dependencies: dependenciesOutput,
    drift: driftOutput,
    placement: placementOutput,
    locations: locationsOutput,
    rollout: locationRolloutOutput,
  }),
  columns: [
    { header: 'DEFINITION', path: 'spec.definition' },
    { header: 'RUNTIME', path: 'spec.runtime' },
    { header: 'VERSION', path: 'status.outputs.chartVersion' },
    { header: 'NAMESPACE', path: 'status.outputs.namespace', wide: true },
    { header: 'RESOURCES', path: 'status.outputs.resources', wide: true },
    { header: 'LOCATIONS', path: 'status.outputs.locations', wide: true },
  ],
  reconciled: true,
  check: placementErrors,
  pair: { name: 'HelmWorkload', definition: 'HelmWorkloadDefinition' },
  owns: kindsOwnedByApplications,
  dependency: { bind: bindServices },
  immutable: ['runtime', 'releaseNamespace', 'releaseName'],
  location: 'runtime',
  rest: {
    path: 'helm-workload-instances',
    always: ['KubernetesRuntimeInstanceID'],
    manifestLists: ['additionalResources'],
    associations: ['Events'],
    events: { path: 'workload-events', type: 'WorkloadEvent' },
  },
})

export const kinds = [HelmWorkloadDefinition, HelmWorkloadInstance]
