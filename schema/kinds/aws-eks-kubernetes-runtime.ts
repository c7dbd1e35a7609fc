import { z } from 'zod'
import { definitionRollout } from '../placement/definition-rollout.ts'
import { inertOfDefinitions } from '../rest-names.ts'
import { downgradeProblems, hostedZonesField, kubernetesVersionField } from '../runtimes.ts'
import { regionField } from './aws-account.ts'
import { eksOperations } from '../operations/clusters.ts'
import { defineKind, reference, type OtherSpecs, type SpecProblem } from './kind.ts'

interface DefinitionSpec {
  kubernetesVersion?: string | undefined
  zoneCount: number
  defaultNodeGroupMinimumSize: number
  defaultNodeGroupMaximumSize: number
  defaultNodeGroupInitialSize?: number | undefined
  nodeGroups?: readonly { name: string; minimumSize: number; maximumSize: number }[] | undefined
  subnets?: readonly string[] | undefined
  vpcCidr?: string | undefined
}

interface Sizes {
  minimumSize: number
  maximumSize: number
}

/** Returns a problem if a group can have no size. */
function sizeProblem(path: string, { minimumSize, maximumSize }: Sizes): SpecProblem[] {
  if (minimumSize <= maximumSize) return []
  const message = `must not be less than the minimum size ${minimumSize}`
  return [{ path, code: 'CONFLICT', message, remedy: 'Raise it, or lower the minimum.' }]
}

function checkDefinition(spec: DefinitionSpec): SpecProblem[] {
  const {
    defaultNodeGroupMinimumSize: minimumSize,
    defaultNodeGroupMaximumSize: maximumSize,
    defaultNodeGroupInitialSize: initialSize = minimumSize,
    nodeGroups = [],
    subnets,
    vpcCidr,
  } = spec
  const problems = sizeProblem('defaultNodeGroupMaximumSize', { minimumSize, maximumSize })
  if (problems.length === 0 && (initialSize < minimumSize || initialSize > maximumSize))
    problems.push({
      path: 'defaultNodeGroupInitialSize',
      code: 'OUT_OF_RANGE',
      message: `must be from ${minimumSize} to ${maximumSize}, the limits of the group`,
      remedy: 'Change it, or the limits.',
    })
  for (const [index, group] of nodeGroups.entries()) {
    const path = `nodeGroups[${index}]`
    problems.push(...sizeProblem(`${path}.maximumSize`, group))
    const isTaken = nodeGroups.findIndex(({ name }) => name === group.name) < index
    if (isTaken || group.name === defaultNodeGroup)
      problems.push({
        path: `${path}.name`,
        code: 'DUPLICATE',
        message: isTaken ? 'is the name of another group' : 'is the name of the default group',
        remedy: 'Choose another name.',
      })
  }
  if (subnets !== undefined && vpcCidr !== undefined)
    problems.push({
      path: 'vpcCidr',
      code: 'CONFLICT',
      message: 'has no effect with subnets, whose VPC exists already',
      remedy: 'Remove one of them.',
    })
  return problems
}

/** Refuses changes that EKS cannot make. */
function checkChange({ kubernetesVersion }: DefinitionSpec, { before }: OtherSpecs): SpecProblem[] {
  const { kubernetesVersion: earlier } = (before ?? {}) as Partial<DefinitionSpec>
  return downgradeProblems(kubernetesVersion, earlier)
}

/** The name of the group of nodes that every cluster has. */
export const defaultNodeGroup = 'default'

function sizeField(description: string, least: number) {
  return z
    .int({ error: 'must be a number of nodes' })
    .min(least, `must be at least ${least}`)
    .max(450, 'must be at most 450, the limit of EKS')
    .meta({ description })
}

function instanceTypeField(description: string) {
  return z
    .string({ error: 'must be a string' })
    .regex(/^[a-z][a-z0-9-]*\.[a-z0-9-]+$/, { error: 'must be an instance type such as "m7i.large"' })
    .meta({ description })
}

const NodeGroup = z.strictObject({
  name: z
    .string({ error: 'must be a string' })
    .max(12, 'must have at most 12 characters')
    .regex(/^[a-z]([-a-z0-9]*[a-z0-9])?$/, {
      error: 'must contain only lower case letters, digits and "-", and start with a letter',
    })
    .meta({
      description: 'The name of the group, also the value of the label `qleet.io/node-group` of its nodes.',
    }),
  instanceType: instanceTypeField(
    'The instance type of the nodes. A change replaces the nodes: new ones are added before the old ones are drained.',
  ),
  minimumSize: sizeField('The least number of nodes.', 0),
  maximumSize: sizeField('The largest number of nodes.', 1),
  isDedicated: z.boolean().default(false).meta({
    description:
      'Indicates whether only pods that tolerate the taint `qleet.io/node-group=<name>:NoSchedule` run on the nodes.',
  }),
})

export const AwsEksKubernetesRuntimeDefinition = defineKind({
  kind: 'AwsEksKubernetesRuntimeDefinition',
  plural: 'awsEksKubernetesRuntimeDefinitions',
  description:
    'A Kubernetes cluster of Amazon EKS: its version, network and nodes. An edit is rolled out to all instances.',
  aliases: ['aekrd'],
  spec: z.strictObject({
    awsAccount: reference('AwsAccount', 'The account of the clusters. Default: the default account.', {
      defaultsToWhere: 'defaultAccount',
    }),
    kubernetesVersion: kubernetesVersionField(
      'The version of Kubernetes. A newer one upgrades the control plane, the add-ons and then the nodes, one minor version at ' +
        'a time. It cannot be lowered. Default: the version that EKS chooses for new clusters, which stays.',
    ).optional(),
    zoneCount: z
      .int({ error: 'must be a number of zones' })
      .min(2, 'must be at least 2, which EKS requires')
      .max(3, 'must be at most 3')
      .default(2)
      .meta({ description: 'The number of zones of the network. Cannot change after creation.' }),
    natPerZone: z
      .boolean()
      .default(false)
      .meta({
        description:
          'Indicates whether each zone has a NAT gateway of its own, so that no zone needs another to reach the internet. Cannot ' +
          'change after creation.',
      }),
    vpcCidr: z
      .string({ error: 'must be an address range such as "10.0.0.0/16"' })
      .regex(/^(10\.\d{1,3}|172\.(1[6-9]|2\d|3[01])|192\.168)\.0\.0\/16$/, {
        error: 'must be a private address range of size 16 such as "10.0.0.0/16"',
      })
      .refine((cidr) => Number(cidr.split('.')[1]) <= 255, {
        error: 'must be a private address range of size 16 such as "10.0.0.0/16"',
      })
      .optional()
      .meta({
        description: 'The addresses of the VPC. Cannot change after creation. Default: `10.0.0.0/16`.',
      }),
    subnets: z
      .array(z.string().regex(/^subnet-[0-9a-f]+$/, { error: 'must be the ID of a subnet' }))
      .min(2, 'must have at least two, in different zones')
      .max(12)
      .optional()
      .meta({
        description:
          'The IDs of existing subnets for control plane and nodes, which must reach the internet. Cannot change after creation. ' +
          'Default: each cluster gets a VPC of its own.',
      }),
    allowedCidrs: z
      .array(z.cidrv4({ error: 'must be an address range such as "203.0.113.0/24"' }))
      .min(1, 'must have at least one')
      .max(40)
      .optional()
      .meta({
        description:
          'The address ranges that may connect to the Kubernetes API. The workers of QleetOS need access. Default: all.',
      }),
    hostedZones: hostedZonesField().optional(),
    defaultNodeGroupInstanceType: instanceTypeField(
      'The instance type of the default group of nodes. A change replaces the nodes: new ones are added before the old ones are ' +
        'drained.',
    ).default('t3.medium'),
    defaultNodeGroupInitialSize: sizeField(
      'The number of nodes with which the default group starts. Default: the minimum.',
      0,
    ).optional(),
    defaultNodeGroupMinimumSize: sizeField('The least number of nodes of the default group.', 0).default(2),
    defaultNodeGroupMaximumSize: sizeField('The largest number of nodes of the default group.', 1).default(5),
    nodeGroups: z
      .array(NodeGroup.meta({ description: 'A group of nodes.' }))
      .max(20)
      .optional()
      .meta({ description: 'Further groups of nodes. The nodes of a removed one are drained.' }),
    rollout: definitionRollout(),
  }),
  check: checkDefinition,
  checkWithOthers: checkChange,
  examples: [
    { zoneCount: 2, natPerZone: false, kubernetesVersion: '1.34' },
    {
      zoneCount: 2,
      natPerZone: false,
      kubernetesVersion: '1.35',
      defaultNodeGroupMaximumSize: 10,
      hostedZones: ['Z0123456789ABCDEF'],
    },
    {
      zoneCount: 2,
      natPerZone: false,
      kubernetesVersion: '1.36',
      defaultNodeGroupInstanceType: 'm7i.large',
      nodeGroups: [
        { name: 'jobs', instanceType: 'c7g.large', minimumSize: 0, maximumSize: 3, isDedicated: false },
      ],
    },
  ],
  outputs: z.strictObject({}),
  columns: [
    { header: 'ACCOUNT', path: 'spec.awsAccount' },
    { header: 'VERSION', path: 'spec.kubernetesVersion' },
    { header: 'ZONES', path: 'spec.zoneCount' },
    { header: 'NODE TYPE', path: 'spec.defaultNodeGroupInstanceType' },
    { header: 'MINIMUM', path: 'spec.defaultNodeGroupMinimumSize' },
    { header: 'MAXIMUM', path: 'spec.defaultNodeGroupMaximumSize' },
  ],
  reconciled: false,
  immutable: ['awsAccount', 'zoneCount', 'natPerZone', 'vpcCidr', 'subnets'],
  rest: {
    path: 'aws-eks-kubernetes-runtime-definitions',
    always: ['KubernetesRuntimeDefinitionID'],
    fields: { awsAccount: 'AWSAccountID' },
    fieldAliases: { AwsAccountID: 'awsAccount' },
    inert: inertOfDefinitions,
    kept: {
      KubernetesRuntimeDefinitionID: {
        to: 'KubernetesRuntimeDefinition',
        description: 'Without one, that of the runtime that owns the object.',
        ofOwner: { kind: 'KubernetesRuntimeInstance', field: 'definition' },
      },
    },
    associations: ['AwsEksKubernetesRuntimeInstances'],
  },
})

export const AwsEksKubernetesRuntimeInstance = defineKind({
  kind: 'AwsEksKubernetesRuntimeInstance',
  plural: 'awsEksKubernetesRuntimeInstances',
  description: 'A Kubernetes cluster of Amazon EKS, with its network, roles and nodes.',
  aliases: ['aekri', 'eks'],
  spec: z.strictObject({
    definition: reference('AwsEksKubernetesRuntimeDefinition', 'The definition of the cluster.'),
    region: regionField(
      'The region of the cluster. Cannot change after creation. Default: that of the account when it is created.',
    ).optional(),
  }),
  examples: [{}],
  outputs: z.strictObject({
    clusterName: z.string().meta({ description: 'The name of the cluster in EKS.' }),
    arn: z.string().meta({ description: 'The ARN of the cluster.' }),
    region: z.string().meta({ description: 'The region of the cluster.' }),
    apiEndpoint: z.string().meta({ description: 'The URL of the Kubernetes API server.' }),
    kubernetesVersion: z
      .string()
      .meta({ description: 'The minor version of Kubernetes, for example `1.34`.' }),
    vpcId: z.string().meta({ description: 'The ID of the VPC.' }),
    subnets: z.array(z.string()).meta({ description: 'The IDs of the subnets of its nodes.' }),
    securityGroupId: z.string().meta({
      description: 'The ID of the security group of the control plane and of all nodes.',
    }),
    oidcProviderArn: z.string().meta({
      description: 'The ARN of the provider with which service accounts of the cluster assume roles of IAM.',
    }),
  }),
  columns: [
    { header: 'DEFINITION', path: 'spec.definition' },
    { header: 'REGION', path: 'status.outputs.region' },
    { header: 'VERSION', path: 'status.outputs.kubernetesVersion' },
    { header: 'CLUSTER', path: 'status.outputs.clusterName' },
    { header: 'ENDPOINT', path: 'status.outputs.apiEndpoint', wide: true },
  ],
  reconciled: true,
  operations: eksOperations,
  pair: { name: 'AwsEksKubernetesRuntime', definition: 'AwsEksKubernetesRuntimeDefinition' },
  immutable: ['definition', 'region'],
  rest: {
    path: 'aws-eks-kubernetes-runtime-instances',
    always: ['Region', 'KubernetesRuntimeInstanceID'],
    inert: {
      ResourceInventory: { type: 'json', description: 'See the external resources of the object.' },
    },
    kept: {
      KubernetesRuntimeInstanceID: {
        to: 'KubernetesRuntimeInstance',
        description: 'Without one, the runtime that owns the object.',
        ofOwner: { kind: 'KubernetesRuntimeInstance' },
      },
    },
  },
})

export const kinds = [AwsEksKubernetesRuntimeDefinition, AwsEksKubernetesRuntimeInstance]
