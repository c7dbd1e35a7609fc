import { z } from 'zod'
import { nodePoolFields, poolProblems, type PoolSpecs } from '../node-pools.ts'
import { downgradeProblems, kubernetesVersionField } from '../runtimes.ts'
import { gcpRegionField } from './gcp-account.ts'
import { gkeOperations } from '../operations/clusters.ts'
import { defineKind, reference, type OtherSpecs, type SpecProblem } from './kind.ts'

/** The release channels of GKE, which decide how soon patches arrive. */
const releaseChannels = ['rapid', 'regular', 'stable', 'extended'] as const

interface DefinitionSpec extends PoolSpecs {
  kubernetesVersion?: string | undefined
  network?: string | undefined
  subnetwork?: string | undefined
  podRange?: string | undefined
  serviceRange?: string | undefined
  nodeCidr?: string | undefined
  podCidr?: string | undefined
}

function checkDefinition(spec: DefinitionSpec): SpecProblem[] {
  const problems = poolProblems(spec)
  const { network, subnetwork, nodeCidr, podCidr, podRange, serviceRange } = spec
  if ((network === undefined) !== (subnetwork === undefined))
    problems.push({
      path: network === undefined ? 'network' : 'subnetwork',
      code: 'REQUIRED',
      message: 'is missing, because nodes are in a subnetwork of a network',
      remedy: 'Set both or none.',
    })
  const inert = network === undefined ? { podRange, serviceRange } : { nodeCidr, podCidr }
  for (const [path, value] of Object.entries(inert))
    if (value !== undefined)
      problems.push({
        path,
        code: 'CONFLICT',
        message:
          network === undefined
            ? 'has no effect without an existing subnetwork'
            : 'has no effect in an existing subnetwork',
        remedy: 'Remove it.',
      })
  return problems
}

/** Refuses changes that GKE cannot make. */
function checkChange({ kubernetesVersion }: DefinitionSpec, { before }: OtherSpecs): SpecProblem[] {
  const { kubernetesVersion: earlier } = (before ?? {}) as Partial<DefinitionSpec>
  return downgradeProblems(kubernetesVersion, earlier)
}

function nameField(description: string) {
  return z
    .string({ error: 'must be a string' })
    .regex(/^[a-z]([-a-z0-9]{0,61}[a-z0-9])?$/, { error: 'must be the name of a resource of Google Cloud' })
    .meta({ description })
}

function rangeField(description: string) {
  return z.cidrv4({ error: 'must be an address range such as "10.0.0.0/20"' }).meta({ description })
}

export const GkeKubernetesRuntimeDefinition = defineKind({
  kind: 'GkeKubernetesRuntimeDefinition',
  plural: 'gkeKubernetesRuntimeDefinitions',
  description:
    'A Kubernetes cluster of Google Kubernetes Engine: its version, network and nodes. An edit is rolled out to all instances.',
  aliases: ['gkekrd'],
  spec: z.strictObject({
    gcpAccount: reference('GcpAccount', 'The account of the clusters. Default: the default account.', {
      defaultsToWhere: 'defaultAccount',
    }),
    kubernetesVersion: kubernetesVersionField(
      'The minor version of Kubernetes. A newer one upgrades the control plane and then the nodes, one minor version at a time; GKE ' +
        'installs patches of it by itself. It cannot be lowered. Default: the release channel decides, also about later versions.',
    ).optional(),
    releaseChannel: z.enum(releaseChannels).default('regular').meta({
      description: 'The release channel, which decides how soon versions and patches are available.',
      enumName: 'GkeReleaseChannel',
      enumDescription: 'The release channels of GKE.',
    }),
    regional: z.boolean().default(false).meta({
      description:
        'Indicates whether control plane and nodes are in three zones of the region instead of one. Cannot change after creation.',
    }),
    network: nameField(
      'The name of an existing network. Cannot change after creation. Default: each cluster gets a network of its own, through whose ' +
        'NAT its nodes reach the internet.',
    ).optional(),
    subnetwork: nameField(
      'The name of an existing subnetwork of the network. Cannot change after creation.',
    ).optional(),
    podRange: nameField(
      'The name of the secondary range of the subnetwork for pods. Cannot change after creation. Default: GKE adds one.',
    ).optional(),
    serviceRange: nameField(
      'The name of the secondary range of the subnetwork for services. Cannot change after creation. Default: GKE adds one.',
    ).optional(),
    nodeCidr: rangeField(
      'The addresses of nodes in a network of its own. Cannot change after creation. Default: `10.0.0.0/20`.',
    ).optional(),
    podCidr: rangeField(
      'The addresses of pods in a network of its own, 256 for each node. Cannot change after creation. Default: `10.16.0.0/14`, for ' +
        '1,024 nodes.',
    ).optional(),
    allowedCidrs: z
      .array(z.cidrv4({ error: 'must be an address range such as "203.0.113.0/24"' }))
      .min(1, 'must have at least one')
      .max(50)
      .optional()
      .meta({
        description:
          'The address ranges that may connect to the Kubernetes API. The workers of QleetOS need access. Default: all.',
      }),
    nodeServiceAccount: z
      .string({ error: 'must be a string' })
      .max(200)
      .regex(/^[a-z0-9-]+@[a-z0-9.:-]+\.gserviceaccount\.com$/, {
        error: 'must be the email address of a service account',
      })
      .optional()
      .meta({
        description:
          'The service account of new nodes, which needs the role Kubernetes Engine Default Node Service Account. Default: that of ' +
          'Compute Engine.',
      }),
    ...nodePoolFields({
      machine: 'a machine type',
      machinePattern: /^[a-z][a-z0-9]*-[a-z0-9-]+$/,
      machineExample: 'e2-standard-2',
      longestName: 12,
      nameCharacters: '[a-z0-9]',
      mostNodes: 1000,
      limitOf: 'a pool of GKE',
      leastDefault: 0,
      defaultMachine: 'e2-medium',
    }),
  }),
  check: checkDefinition,
  checkWithOthers: checkChange,
  examples: [
    { regional: false, kubernetesVersion: '1.34' },
    { regional: false, kubernetesVersion: '1.35', defaultNodePoolMaximumSize: 10, releaseChannel: 'stable' },
    {
      regional: false,
      kubernetesVersion: '1.36',
      defaultNodePoolMachineType: 'e2-standard-2',
      allowedCidrs: ['203.0.113.0/24'],
      nodePools: [
        { name: 'jobs', machineType: 'n2-highcpu-4', minimumSize: 0, maximumSize: 3, isDedicated: false },
      ],
    },
  ],
  outputs: z.strictObject({}),
  columns: [
    { header: 'ACCOUNT', path: 'spec.gcpAccount' },
    { header: 'VERSION', path: 'spec.kubernetesVersion' },
    { header: 'REGIONAL', path: 'spec.regional' },
    { header: 'MACHINE TYPE', path: 'spec.defaultNodePoolMachineType' },
    { header: 'MINIMUM', path: 'spec.defaultNodePoolMinimumSize' },
    { header: 'MAXIMUM', path: 'spec.defaultNodePoolMaximumSize' },
  ],
  reconciled: false,
  immutable: [
    'gcpAccount',
    'regional',
    'network',
    'subnetwork',
    'podRange',
    'serviceRange',
    'nodeCidr',
    'podCidr',
  ],
  rest: {
    path: 'gke-kubernetes-runtime-definitions',
    associations: ['GkeKubernetesRuntimeInstances'],
  },
})

export const GkeKubernetesRuntimeInstance = defineKind({
  kind: 'GkeKubernetesRuntimeInstance',
  plural: 'gkeKubernetesRuntimeInstances',
  description: 'A Kubernetes cluster of Google Kubernetes Engine, with its network and nodes.',
  aliases: ['gkekri', 'gke'],
  spec: z.strictObject({
    definition: reference('GkeKubernetesRuntimeDefinition', 'The definition of the cluster.'),
    region: gcpRegionField(
      'The region of the cluster. Cannot change after creation. Default: that of the account when it is created.',
    ).optional(),
  }),
  examples: [{}],
  outputs: z.strictObject({
    clusterName: z.string().meta({ description: 'The name of the cluster in GKE.' }),
    projectId: z.string().meta({ description: 'The ID of the project of the cluster.' }),
    location: z
      .string()
      .meta({ description: 'The region of the cluster, or its zone if it is in one only.' }),
    apiEndpoint: z.string().meta({ description: 'The URL of the Kubernetes API server.' }),
    kubernetesVersion: z
      .string()
      .meta({ description: 'The version of Kubernetes with its patch, for example `1.34.1-gke.100`.' }),
    network: z.string().meta({ description: 'The name of the network.' }),
    subnetwork: z.string().meta({ description: 'The name of the subnetwork of its nodes.' }),
  }),
  columns: [
    { header: 'DEFINITION', path: 'spec.definition' },
    { header: 'LOCATION', path: 'status.outputs.location' },
    { header: 'VERSION', path: 'status.outputs.kubernetesVersion' },
    { header: 'CLUSTER', path: 'status.outputs.clusterName' },
    { header: 'ENDPOINT', path: 'status.outputs.apiEndpoint', wide: true },
  ],
  reconciled: true,
  operations: gkeOperations,
  pair: { name: 'GkeKubernetesRuntime', definition: 'GkeKubernetesRuntimeDefinition' },
  immutable: ['definition', 'region'],
  rest: { path: 'gke-kubernetes-runtime-instances' },
})

export const kinds = [GkeKubernetesRuntimeDefinition, GkeKubernetesRuntimeInstance]
