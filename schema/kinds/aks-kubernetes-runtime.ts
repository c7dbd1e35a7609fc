import { z } from 'zod'
import { nodePoolFields, poolProblems, type PoolSpecs } from '../node-pools.ts'
import { downgradeProblems, kubernetesVersionField } from '../runtimes.ts'
import { azureRegionField } from './azure-account.ts'
import { aksOperations } from '../operations/clusters.ts'
import { defineKind, reference, type OtherSpecs, type SpecProblem } from './kind.ts'

interface DefinitionSpec extends PoolSpecs {
  kubernetesVersion?: string | undefined
}

/** Refuses changes that AKS cannot make. */
function checkChange({ kubernetesVersion }: DefinitionSpec, { before }: OtherSpecs): SpecProblem[] {
  const { kubernetesVersion: earlier } = (before ?? {}) as Partial<DefinitionSpec>
  return downgradeProblems(kubernetesVersion, earlier)
}

export const AksKubernetesRuntimeDefinition = defineKind({
  kind: 'AksKubernetesRuntimeDefinition',
  plural: 'aksKubernetesRuntimeDefinitions',
  description:
    'A Kubernetes cluster of Azure Kubernetes Service: its version, network and nodes. An edit is rolled out to all instances.',
  aliases: ['akskrd'],
  spec: z.strictObject({
    azureAccount: reference('AzureAccount', 'The account of the clusters. Default: the default account.', {
      defaultsToWhere: 'defaultAccount',
    }),
    kubernetesVersion: kubernetesVersionField(
      'The minor version of Kubernetes. A newer one upgrades the control plane and then the nodes, one minor version at a time; AKS ' +
        'installs patches of it by itself. It cannot be lowered. Default: the version that AKS chooses for new clusters, which stays.',
    ).optional(),
    zoneRedundant: z
      .boolean()
      .default(false)
      .meta({
        description:
          'Indicates whether nodes are in three availability zones, and the Kubernetes API has an availability that Azure guarantees. ' +
          'Cannot change after creation.',
      }),
    subnetId: z
      .string({ error: 'must be a string' })
      .max(500)
      .regex(
        /^\/subscriptions\/[^/]+\/resourceGroups\/[^/]+\/providers\/Microsoft\.Network\/virtualNetworks\/[^/]+\/subnets\/[^/]+$/i,
        { error: 'must be the resource ID of a subnet' },
      )
      .optional()
      .meta({
        description:
          'The resource ID of an existing subnet for nodes. Cannot change after creation. Default: each cluster gets a network of ' +
          'its own.',
      }),
    allowedCidrs: z
      .array(z.cidrv4({ error: 'must be an address range such as "203.0.113.0/24"' }))
      .min(1, 'must have at least one')
      .max(200)
      .optional()
      .meta({
        description:
          'The address ranges that may connect to the Kubernetes API. The workers of QleetOS need access. Default: all.',
      }),
    ...nodePoolFields({
      machine: 'a size of virtual machines',
      machinePattern: /^Standard_[A-Za-z0-9_-]+$/,
      machineExample: 'Standard_D2s_v5',
      longestName: 6,
      nameCharacters: '[a-z0-9]',
      mostNodes: 1000,
      limitOf: 'a pool of AKS',
      leastDefault: 1,
      defaultMachine: 'Standard_D2s_v5',
    }),
  }),
  check: poolProblems,
  checkWithOthers: checkChange,
  examples: [
    { zoneRedundant: false, kubernetesVersion: '1.34' },
    {
      zoneRedundant: false,
      kubernetesVersion: '1.35',
      defaultNodePoolMaximumSize: 10,
      allowedCidrs: ['203.0.113.0/24'],
    },
    {
      zoneRedundant: false,
      kubernetesVersion: '1.36',
      defaultNodePoolMachineType: 'Standard_D4s_v5',
      nodePools: [
        { name: 'jobs', machineType: 'Standard_F4s_v2', minimumSize: 0, maximumSize: 3, isDedicated: true },
      ],
    },
  ],
  outputs: z.strictObject({}),
  columns: [
    { header: 'ACCOUNT', path: 'spec.azureAccount' },
    { header: 'VERSION', path: 'spec.kubernetesVersion' },
    { header: 'ZONES', path: 'spec.zoneRedundant' },
    { header: 'MACHINE TYPE', path: 'spec.defaultNodePoolMachineType' },
    { header: 'MINIMUM', path: 'spec.defaultNodePoolMinimumSize' },
    { header: 'MAXIMUM', path: 'spec.defaultNodePoolMaximumSize' },
  ],
  reconciled: false,
  immutable: ['azureAccount', 'zoneRedundant', 'subnetId'],
  rest: {
    path: 'aks-kubernetes-runtime-definitions',
    associations: ['AksKubernetesRuntimeInstances'],
  },
})

export const AksKubernetesRuntimeInstance = defineKind({
  kind: 'AksKubernetesRuntimeInstance',
  plural: 'aksKubernetesRuntimeInstances',
  description: 'A Kubernetes cluster of Azure Kubernetes Service, with its resource group and nodes.',
  aliases: ['akskri', 'aks'],
  spec: z.strictObject({
    definition: reference('AksKubernetesRuntimeDefinition', 'The definition of the cluster.'),
    region: azureRegionField(
      'The region of the cluster. Cannot change after creation. Default: that of the account when it is created.',
    ).optional(),
  }),
  examples: [{}],
  outputs: z.strictObject({
    clusterName: z.string().meta({ description: 'The name of the cluster in AKS.' }),
    resourceGroup: z.string().meta({ description: 'The name of its resource group.' }),
    region: z.string().meta({ description: 'The region of the cluster.' }),
    apiEndpoint: z.string().meta({ description: 'The URL of the Kubernetes API server.' }),
    kubernetesVersion: z
      .string()
      .meta({ description: 'The version of Kubernetes with its patch, for example `1.34.1`.' }),
    nodeResourceGroup: z
      .string()
      .meta({ description: 'The name of the resource group in which AKS manages the nodes.' }),
  }),
  columns: [
    { header: 'DEFINITION', path: 'spec.definition' },
    { header: 'REGION', path: 'status.outputs.region' },
    { header: 'VERSION', path: 'status.outputs.kubernetesVersion' },
    { header: 'CLUSTER', path: 'status.outputs.clusterName' },
    { header: 'ENDPOINT', path: 'status.outputs.apiEndpoint', wide: true },
  ],
  reconciled: true,
  operations: aksOperations,
  pair: { name: 'AksKubernetesRuntime', definition: 'AksKubernetesRuntimeDefinition' },
  immutable: ['definition', 'region'],
  rest: { path: 'aks-kubernetes-runtime-instances' },
})

export const kinds = [AksKubernetesRuntimeDefinition, AksKubernetesRuntimeInstance]
