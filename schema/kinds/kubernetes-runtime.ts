import { z } from 'zod'
import { defineKind, reference, secret } from './kind.ts'

/** Who provides a cluster. Each has one file in `workers/runtimes`. */
export const runtimeProviders = ['simulated', 'kubeconfig', 'kind', 'inCluster'] as const

/** Places as the original system named them; the spelling of `Oceana` is part of the contract. */
export const locations = [
  'Local',
  ...['NewYork', 'Chicago', 'LosAngeles', 'Seattle', 'Toronto'].map((city) => `NorthAmerica:${city}`),
  'SouthAmerica:SaoPaulo',
  'Africa:CapeTown',
  ...[
    'HongKong',
    'Hyderabad',
    'Jakarta',
    'Mumbai',
    'Osaka',
    'Seoul',
    'Singapore',
    'Tokyo',
    'Manama',
    'Dubai',
  ].map((city) => `Asia:${city}`),
  ...['Sydney', 'Melbourne'].map((city) => `Oceana:${city}`),
  ...['Frankfurt', 'Dublin', 'London', 'Milan', 'Paris', 'Madrid', 'Stockholm', 'Zurich'].map(
    (city) => `Europe:${city}`,
  ),
]

export const KubernetesRuntimeDefinition = defineKind({
  kind: 'KubernetesRuntimeDefinition',
  plural: 'kubernetesRuntimeDefinitions',
  description: 'How clusters of one sort are provided. Its instances are the clusters.',
  aliases: ['krd', 'runtime-definition', 'runtime-definitions'],
  spec: z.strictObject({
    provider: z.enum(runtimeProviders).meta({
      description:
        'Who provides the cluster: `simulated` (a Kubernetes API server inside QleetOS, nothing runs in it), ' +
        '`kubeconfig` (any cluster that exists already), `kind` (a cluster in containers on the machine of the worker) ' +
        'or `inCluster` (the cluster that the worker runs in, where its operator allows it).',
      enumDescriptions: [
        'A Kubernetes API server inside QleetOS; nothing runs in it.',
        'A cluster that exists already, reached with a kubeconfig.',
        'A cluster in containers on the machine of the worker, made by kind.',
        'The cluster that the worker itself runs in.',
      ],
    }),
  }),
  examples: [{ provider: 'simulated' }],
  outputs: z.strictObject({}),
  columns: [{ header: 'PROVIDER', path: 'spec.provider' }],
  reconciled: false,
  immutable: ['provider'],
  rest: { path: 'kubernetes-runtime-definitions', fields: { provider: 'InfraProvider' } },
})

export const KubernetesRuntimeInstance = defineKind({
  kind: 'KubernetesRuntimeInstance',
  plural: 'kubernetesRuntimeInstances',
  description: 'A Kubernetes cluster that workloads run in.',
  aliases: ['kri', 'runtime', 'runtimes', 'runtime-instance', 'runtime-instances', 'cluster', 'clusters'],
  spec: z.strictObject({
    definition: reference('KubernetesRuntimeDefinition', 'How the cluster is provided.'),
    location: z
      .enum(locations as [string, ...string[]], {
        error: 'must be a known location such as "Local" or "Europe:Frankfurt"',
      })
      .default('Local')
      .meta({ description: 'Where the cluster stands.' }),
    defaultRuntime: z.boolean().default(false).meta({
      description: 'Whether instances that name no runtime go here. At most one runtime of a project.',
    }),
    kubeconfig: secret('The kubeconfig of an existing cluster, for provider `kubeconfig`.').optional(),
    context: z.string().min(1).optional().meta({
      description: 'Context of the kubeconfig. Default: its current context.',
    }),
  }),
  examples: [{ location: 'Local' }],
  outputs: z.strictObject({
    provider: z.string().meta({ description: 'Who provides the cluster.' }),
    apiEndpoint: z.string().meta({ description: 'Address of the Kubernetes API server.' }),
    kubernetesVersion: z
      .string()
      .meta({ description: 'Version that the API server tells, for example `v1.34.1`.' }),
    missingPermissions: z.array(z.string()).optional().meta({
      description:
        'What workloads may need and the credentials do not allow, for example `patch deployments.apps`.',
    }),
  }),
  columns: [
    { header: 'DEFINITION', path: 'spec.definition' },
    { header: 'LOCATION', path: 'spec.location' },
    { header: 'DEFAULT', path: 'spec.defaultRuntime' },
    { header: 'VERSION', path: 'status.outputs.kubernetesVersion' },
    { header: 'ENDPOINT', path: 'status.outputs.apiEndpoint', wide: true },
  ],
  reconciled: true,
  pair: { name: 'KubernetesRuntime', definition: 'KubernetesRuntimeDefinition' },
  immutable: ['definition', 'location'],
  exclusive: 'defaultRuntime',
  rest: {
    path: 'kubernetes-runtime-instances',
    pathAliases: ['workload-clusters'],
    fieldAliases: { Region: 'location' },
  },
})

export const kinds = [KubernetesRuntimeDefinition, KubernetesRuntimeInstance]
