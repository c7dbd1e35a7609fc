import { z } from 'zod'
import { definitionRollout } from '../placement/definition-rollout.ts'
import { nodeTypes } from '../aws.ts'
import { isNodeSize, nodeProfiles, nodeSizes, type NodeProfile } from '../nodes.ts'
import { profileFields } from '../profiles/fields.ts'
import {
  clouds,
  downgradeProblems,
  envtestControllers,
  hostedZonesField,
  isInCloud,
  kubernetesVersionField,
  runtimeProviders,
  type RuntimeProviderName,
} from '../runtimes.ts'
import { chartedServices } from '../support-services.ts'
import { runtimeOperations } from '../operations/clusters.ts'
import { defineKind, reference, secret, values, type OtherSpecs, type SpecProblem } from './kind.ts'
import { inertOfDefinitions } from '../rest-names.ts'

/** The locations of the legacy system. The spelling of `Oceana` is part of its contract. */
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

/** The location of a cluster; each field has a description of its own. */
export const Location = z
  .enum(locations as [string, ...string[]], {
    error: 'must be a known location such as "Local" or "Europe:Frankfurt"',
  })
  .meta({ enumName: 'KubernetesRuntimeInstanceLocation', enumDescription: 'The locations of clusters.' })

interface DefinitionSpec {
  provider?: RuntimeProviderName | undefined
  kubernetesVersion?: string | undefined
  hostedZones?: readonly string[] | undefined
  controllers?: string | undefined
  highAvailability: boolean
  nodeSize: string
  nodeProfile: NodeProfile
}

function checkDefinition({
  provider,
  kubernetesVersion,
  hostedZones,
  controllers,
  nodeSize,
  nodeProfile,
}: DefinitionSpec): SpecProblem[] {
  const problems: SpecProblem[] = []
  const withoutEffect = (path: string): SpecProblem => ({
    path,
    code: 'CONFLICT',
    message: `has no effect on clusters of provider ${provider}`,
    remedy: 'Remove it.',
  })
  // Clients of the legacy system set the other fields of clouds for all providers.
  if (provider !== undefined && !isInCloud(provider) && kubernetesVersion !== undefined)
    problems.push(withoutEffect('kubernetesVersion'))
  if (provider !== undefined && provider !== 'eks' && isInCloud(provider) && hostedZones !== undefined)
    problems.push(withoutEffect('hostedZones'))
  if (provider !== undefined && provider !== 'envtest' && controllers !== undefined)
    problems.push(withoutEffect('controllers'))
  // Other providers have no nodes of a size.
  const { nodeTypes: types } = clouds[provider ?? 'eks'] ?? { nodeTypes }
  const offered = Object.keys(types[nodeProfile])
  if (offered.includes(nodeSize)) return problems
  const message = `must be one of ${offered.join(', ')} for profile ${nodeProfile}`
  return [...problems, { path: 'nodeSize', code: 'CONFLICT', message, remedy: 'Change it, or nodeProfile.' }]
}

/** Refuses changes that no provider can make. */
function checkChange(
  { kubernetesVersion, highAvailability }: DefinitionSpec,
  { before }: OtherSpecs,
): SpecProblem[] {
  if (before === undefined) return []
  // Releases before this field stored none.
  const { kubernetesVersion: version, highAvailability: earlier = false } = before as Partial<DefinitionSpec>
  const problems = downgradeProblems(kubernetesVersion, version)
  if (highAvailability !== earlier)
    problems.push({
      path: 'highAvailability',
      code: 'IMMUTABLE',
      message: 'cannot change after creation',
      remedy: 'Create another definition.',
    })
  return problems
}

export const KubernetesRuntimeDefinition = defineKind({
  kind: 'KubernetesRuntimeDefinition',
  plural: 'kubernetesRuntimeDefinitions',
  description: 'A way to provide Kubernetes clusters. Its instances are the clusters.',
  aliases: ['krd', 'runtime-definition', 'runtime-definitions'],
  spec: z.strictObject({
    ...profileFields,
    provider: z.enum(runtimeProviders).meta({
      description:
        'The provider of the cluster: `simulated` (a Kubernetes API server inside QleetOS that runs no ' +
        'containers), `kubeconfig` (any existing cluster), `kind` (a cluster in containers on the machine ' +
        'of the worker), `inCluster` (the cluster in which the worker runs, if its operator allows it), `eks` (a cluster of ' +
        'Amazon EKS, in the region of its location), `gke` and `aks` (the same of Google Kubernetes Engine and Azure Kubernetes ' +
        'Service) or `envtest` (etcd and kube-apiserver as programs on the machine of the ' +
        'simulator, whose pods run nothing).',
      filterable: true,
      enumName: 'RuntimeProvider',
      enumDescription: 'The providers of clusters.',
      enumDescriptions: [
        'A Kubernetes API server inside QleetOS that runs no containers.',
        'An existing cluster, accessed with a kubeconfig.',
        'A cluster in containers on the machine of the worker, created with kind.',
        'The cluster in which the worker runs.',
        'A cluster of Amazon EKS.',
        'A real API server and etcd, whose pods run nothing.',
        'A cluster of Google Kubernetes Engine.',
        'A cluster of Azure Kubernetes Service.',
      ],
    }),
    controllers: z
      .enum(envtestControllers)
      .optional()
      .meta({
        description:
          'What reconciles the objects of clusters of provider `envtest`: `simulated` (the controllers of simulated clusters), ' +
          '`kubernetes` (kube-controller-manager and kube-scheduler, if the folder of programs has them) or `none`. ' +
          'Default: `simulated`.',
        enumName: 'EnvtestControllers',
        enumDescription: 'What reconciles the objects of clusters of provider `envtest`.',
      }),
    account: z
      .string({ error: 'must be the name of an account' })
      .regex(/^[^/]+(\/[^/]+)?$/, { error: 'must be the name of an account, or project/name' })
      .max(127, 'must have at most 127 characters')
      .optional()
      .meta({
        description:
          'The account of the cloud provider: the name of an AwsAccount for `eks`, of a GcpAccount for `gke`, of an AzureAccount for ' +
          '`aks`. Default: the default account.',
      }),
    kubernetesVersion: kubernetesVersionField(
      'The version of Kubernetes, for a provider in a cloud. A newer one upgrades the clusters, one minor version at a time. It ' +
        'cannot be lowered. Default: the version that the provider chooses for new clusters.',
    ).optional(),
    hostedZones: hostedZonesField().optional(),
    highAvailability: z
      .boolean()
      .default(false)
      .meta({
        description:
          'Indicates whether a provider in a cloud uses three zones, instead of two (`eks`, where each zone then has its own way to the ' +
          'internet) or one. Cannot change after creation.',
        filterable: true,
      }),
    // Not an enum, because names of GraphQL do not start with digits.
    nodeSize: z
      .string({ error: `must be one of ${nodeSizes.join(', ')}` })
      .refine((size) => isNodeSize(size), { error: `must be one of ${nodeSizes.join(', ')}` })
      .default('Medium')
      .meta({
        description: `The size of the nodes, for a provider in a cloud: one of ${nodeSizes.join(', ')}.`,
        filterable: true,
      }),
    nodeProfile: z
      .enum(nodeProfiles)
      .default('Balanced')
      .meta({
        description: 'What nodes have more of than others, for a provider in a cloud.',
        filterable: true,
        enumName: 'NodeProfile',
        enumDescription: 'What nodes have more of than others.',
        enumDescriptions: ['Neither.', 'CPU.', 'Memory.'],
      }),
    nodeMaximum: z
      .int({ error: 'must be a number of nodes' })
      .min(1, 'must be at least 1')
      .max(450, 'must be at most 450')
      .default(250)
      .meta({
        description: 'The largest number of nodes, for a provider in a cloud.',
        filterable: true,
      }),
    rollout: definitionRollout(),
  }),
  check: checkDefinition,
  checkWithOthers: checkChange,
  profiled: 'KubernetesRuntime',
  examples: [{ provider: 'simulated' }],
  outputs: z.strictObject({}),
  columns: [{ header: 'PROVIDER', path: 'spec.provider' }],
  reconciled: false,
  immutable: ['provider', 'account'],
  rest: {
    path: 'kubernetes-runtime-definitions',
    fields: { provider: 'InfraProvider', account: 'InfraProviderAccountName' },
    inert: { TierID: inertOfDefinitions.TierID },
    associations: ['KubernetesRuntimeInstances'],
  },
})

const SupportServiceSettings = z.strictObject({
  service: z.enum(chartedServices).meta({
    description: 'The service.',
    enumName: 'ChartedSupportService',
    enumDescription: 'The support services that are installed from charts.',
  }),
  version: z
    .string()
    .regex(/^(newest|v?\d+\.\d+\.\d+[-+.\w]*)$/, {
      error: 'must be a version of the chart such as "1.2.3", or "newest"',
    })
    .optional()
    .meta({
      description:
        'The version of the chart: an exact one, or `newest` to follow the newest version that QleetOS knows. Default: ' +
        'the version of the first installation stays.',
    }),
  valuesDocument: values('Values of the chart as a YAML map, merged over those of QleetOS.').optional(),
})

interface RuntimeSpec {
  supportServices?: readonly { service: string }[] | undefined
}

function checkRuntime({ supportServices = [] }: RuntimeSpec): SpecProblem[] {
  return supportServices.flatMap(({ service }, index) =>
    supportServices.findIndex((other) => other.service === service) === index
      ? []
      : [
          {
            path: `supportServices[${index}].service`,
            code: 'DUPLICATE' as const,
            message: `lists ${service} twice`,
            remedy: 'Merge the entries.',
          },
        ],
  )
}

export const KubernetesRuntimeInstance = defineKind({
  kind: 'KubernetesRuntimeInstance',
  plural: 'kubernetesRuntimeInstances',
  description: 'A Kubernetes cluster that workloads run in.',
  aliases: ['kri', 'runtime', 'runtimes', 'runtime-instance', 'runtime-instances', 'cluster', 'clusters'],
  spec: z.strictObject({
    definition: reference(
      'KubernetesRuntimeDefinition',
      'The definition, which selects the provider of the cluster.',
    ),
    location: Location.default('Local').meta({
      ...Location.meta(),
      description: 'The location of the cluster.',
      filterable: true,
    }),
    maxInstances: z.int().min(0).max(100_000).optional().meta({
      description:
        'The number of instances up to which placement puts further ones into the runtime. Default: no limit.',
    }),
    defaultRuntime: z
      .boolean()
      .default(false)
      .meta({
        description:
          'Indicates whether the runtime is the default for instances that specify none. At most one runtime of ' +
          'a project can be the default.',
        filterable: true,
      }),
    kubeconfig: secret('The kubeconfig of an existing cluster, for the provider `kubeconfig`.').optional(),
    context: z.string().min(1).optional().meta({
      description: 'The context of the kubeconfig to use. Default: its current context.',
      filterable: true,
    }),
    supportServices: z
      .array(SupportServiceSettings.meta({ description: 'Settings of a support service.' }))
      .max(chartedServices.length)
      .optional()
      .meta({
        description:
          'Settings of support services of the runtime, such as their versions. They install nothing by themselves.',
      }),
  }),
  check: checkRuntime,
  examples: [{ location: 'Local' }],
  outputs: z.strictObject({
    provider: z
      .enum(runtimeProviders)
      .meta({ description: 'The provider of the cluster.', enumName: 'RuntimeProvider' }),
    apiEndpoint: z.string().meta({ description: 'The URL of the Kubernetes API server.' }),
    kubernetesVersion: z
      .string()
      .meta({ description: 'The version of the Kubernetes API server, for example `v1.34.1`.' }),
    clusterName: z.string().optional().meta({ description: 'The name of a cluster of Amazon EKS.' }),
    network: z
      .strictObject({
        accountId: z.string().meta({ description: 'The ID of the account of AWS.' }),
        region: z.string().meta({ description: 'The region.' }),
        vpcId: z.string().meta({ description: 'The ID of the VPC.' }),
        subnets: z.array(z.string()).meta({ description: 'The IDs of the subnets of the nodes.' }),
      })
      .optional()
      .meta({ description: 'The network of a cluster of Amazon EKS, in which its databases are.' }),
    missingPermissions: z
      .array(z.string())
      .optional()
      .meta({
        description:
          'The permissions that workloads may need but the credentials do not grant, for example `patch ' +
          'deployments.apps`.',
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
  operations: runtimeOperations,
  pair: { name: 'KubernetesRuntime', definition: 'KubernetesRuntimeDefinition' },
  owns: [
    'AksKubernetesRuntimeDefinition',
    'AksKubernetesRuntimeInstance',
    'AwsEksKubernetesRuntimeDefinition',
    'AwsEksKubernetesRuntimeInstance',
    'GkeKubernetesRuntimeDefinition',
    'GkeKubernetesRuntimeInstance',
    'HelmWorkloadDefinition',
    'HelmWorkloadInstance',
  ],
  immutable: ['definition', 'location'],
  exclusive: 'defaultRuntime',
  rest: {
    path: 'kubernetes-runtime-instances',
    pathAliases: ['workload-clusters'],
    fieldAliases: { Region: 'location' },
    outputs: { APIEndpoint: 'apiEndpoint' },
    inert: {
      ThreeportControlPlaneHost: {
        type: 'boolean',
        default: false,
        description: 'Indicates whether the control plane runs in the cluster, as with provider `inCluster`.',
        derive: ({ provider }) => provider === 'inCluster',
      },
      ForceDelete: {
        type: 'boolean',
        default: false,
        description: 'Never used by the legacy system. Delete with `?force=true` instead.',
      },
      CACertificate: { type: 'string', description: 'Set Kubeconfig instead.' },
      Certificate: { type: 'string', description: 'Set Kubeconfig instead.' },
      CertificateKey: { type: 'string', description: 'Set Kubeconfig instead.' },
      ConnectionToken: { type: 'string', description: 'Set Kubeconfig instead.' },
      ConnectionTokenExpiration: { type: 'time', description: 'Set Kubeconfig instead.' },
      GatewayWorkloadInstanceID: { type: 'integer', description: 'The ID of the workload of the gateway.' },
      DnsControllerInstanceId: { type: 'integer', description: 'The ID of the workload for DNS.' },
      SecretsControllerInstanceId: { type: 'integer', description: 'The ID of the workload for secrets.' },
      ThreeportAgentImage: { type: 'string', description: 'The image of the agent, which is not needed.' },
    },
    associations: ['WorkloadInstance', 'ControlPlaneInstance'],
  },
})

export const kinds = [KubernetesRuntimeDefinition, KubernetesRuntimeInstance]
