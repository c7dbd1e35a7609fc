import type { Cluster } from '@aws-sdk/client-eks'
import { progressInterval, type Progress } from '../../clouds/progress.ts'
import { kubeconfigWithToken, renewToken as renewClusterToken } from '../../clouds/token.ts'
import type { ExternalEntry } from '../../engine/external-inventory.ts'
import { requeueAfter, type Outcome } from '../../engine/outcome.ts'
import type { ReconcileContext } from '../../engine/reconciler.ts'
import type { ExternalCalls } from '../../resources/external-resources.ts'
import { outputsSoFar } from '../../resources/outputs-so-far.ts'
import { uniqueName } from '../../resources/unique-name.ts'
import type { AwsAccess } from '../account.ts'
import { ec2AccessOf } from '../ec2-resources.ts'
import { ensureRole, roleCalls } from '../role.ts'
import { brokenAddOns, ensureAddOns } from './add-ons.ts'
import {
  changeCluster,
  clusterCalls,
  clusterProgress,
  ensureCluster,
  type DesiredCluster,
} from './cluster.ts'
import {
  callsOfNetwork,
  ensureNetwork,
  networkOrder,
  type DesiredNetwork,
  type NetworkType,
} from './network.ts'
import { ensureGroups, groupCalls, type DesiredGroup } from './node-groups.ts'
import { ensureOidcProvider, oidcCalls } from './oidc-provider.ts'
import { autoscalerAccount, autoscalerStatements } from './autoscaler.ts'
import { ensurePodIdentity } from './pod-identity.ts'
import { tokenLifetime } from './token.ts'

/* Clusters of Amazon EKS, from the network to the nodes. Each step finds what an earlier reconcile has created. */

export interface DesiredEks {
  region: string
  kubernetesVersion: string | undefined
  allowedCidrs: readonly string[] | undefined
  /** The zones of Route 53 in which the cluster may write. */
  hostedZones: readonly string[]
  /** The subnets of an existing VPC, or the network to create. */
  network: { subnets: readonly string[] } | Omit<DesiredNetwork, 'name' | 'region'>
  groups: readonly DesiredGroup[]
}

/** A cluster as it is. */
export interface Eks {
  cluster: Cluster
  subnets: string[]
  oidcProviderArn: string
  /** The kubeconfig, whose token expires. */
  kubeconfig: string
  /** What is not as desired yet, although the cluster may work. */
  progress: Progress | undefined
  /** What is wrong with its add-ons, as a sentence. */
  problem: string | undefined
}

/** Ensures a cluster with all that it needs. Resolves with it as soon as its Kubernetes API can be used. */
export async function ensureEks(
  context: ReconcileContext,
  access: AwsAccess,
  desired: DesiredEks,
): Promise<Eks | Outcome> {
  const { region, network } = desired
  const name = nameOf(context)
  const eks = await access.in(region).eks()
  const roles = await ensureRoles(context, access, name)
  const { subnets, ofNodes } =
    'subnets' in network
      ? { subnets: network.subnets, ofNodes: network.subnets }
      : await ownNetwork(context, access, { ...network, name, region })
  const desiredCluster: DesiredCluster = {
    name,
    region,
    version: desired.kubernetesVersion,
    roleArn: roles.cluster,
    subnets,
    allowedCidrs: desired.allowedCidrs,
  }
  const cluster = await ensureCluster(context, access, desiredCluster)
  const busy = clusterProgress(cluster, context.now())
  const issuer = cluster.identity?.oidc?.issuer
  if (cluster.status === 'CREATING' || cluster.status === 'DELETING' || issuer === undefined)
    return inProgress(context, busy ?? { reason: 'Creating', message: `EKS is creating cluster ${name}.` })
  const oidcProviderArn = await ensureOidcProvider(context, access, { name, issuer })
  const { version = '' } = cluster
  if (busy === undefined) {
    await ensureAddOns(context, eks, { cluster: name, version, volumesRoleArn: roles.volumes })
    await ensurePodIdentity(context, eks, { cluster: name, roleArn: roles.autoscaling, ...autoscalerAccount })
    await ensureDns(context, access, { name, region, hostedZones: desired.hostedZones })
  }
  const progress =
    busy ??
    (await ensureGroups(context, access, {
      cluster: name,
      region,
      version,
      roleArn: roles.nodes,
      subnets: ofNodes,
      groups: desired.groups,
    })) ??
    // Nodes must not be too far behind, so the next version waits until all nodes have this one.
    (await changeCluster(context, access, { cluster, desired: desiredCluster }))
  // Some add-ons need nodes.
  const problem = progress === undefined ? await brokenAddOns(context, eks, name) : undefined
  const kubeconfig = await kubeconfigOf(context, access, { cluster, region })
  return { cluster, subnets: [...ofNodes], oidcProviderArn, kubeconfig, progress, problem }
}

async function ownNetwork(context: ReconcileContext, access: AwsAccess, desired: DesiredNetwork) {
  const { publicSubnets, privateSubnets } = await ensureNetwork(context, access, desired)
  return { subnets: [...publicSubnets, ...privateSubnets], ofNodes: privateSubnets }
}

/** The service account of external-dns, as its support service installs it. */
const dnsAccount = { namespace: 'external-dns', serviceAccount: 'external-dns' }

/** Lets external-dns write records in some zones. The role stays when there are none any more, and then allows no change. */
async function ensureDns(
  context: ReconcileContext,
  access: AwsAccess,
  { name, region, hostedZones }: { name: string; region: string; hostedZones: readonly string[] },
): Promise<void> {
  const role = `${name}-dns`
  if (hostedZones.length === 0 && !context.external.some((entry) => entry.name === role)) return
  const Resource = hostedZones.map((zone) => `arn:${access.partition}:route53:::hostedzone/${zone}`)
  const List = ['route53:ListHostedZones', 'route53:ListResourceRecordSets', 'route53:ListTagsForResources']
  const roleArn = await ensureRole(context, access, {
    name: role,
    order: 0,
    trust: trustOf('pods.eks.amazonaws.com'),
    statements: [
      { Effect: 'Allow', Action: List, Resource: '*' },
      ...(Resource.length === 0
        ? []
        : [{ Effect: 'Allow', Action: ['route53:ChangeResourceRecordSets'], Resource }]),
    ],
  })
  const eks = await access.in(region).eks()
  await ensurePodIdentity(context, eks, { cluster: name, roleArn, ...dnsAccount })
}

/** Returns the name of the cluster, with which the names of all its resources start. */
function nameOf({
  object,
  owner,
  external,
}: Pick<ReconcileContext, 'object' | 'owner' | 'external'>): string {
  const recorded =
    external.find(({ type }) => type === 'cluster') ?? external.find(({ type }) => type === 'vpc')
  return recorded?.name ?? uniqueName(`eks-${object.name}`, owner, 40)
}

/** Returns the outcome of a cluster that cannot be used yet. */
function inProgress(context: ReconcileContext, { reason, message }: Progress): Outcome {
  return requeueAfter(progressInterval, { reason, message, outputs: outputsSoFar(context) })
}

/** Returns the statement that lets a service of AWS act with a role. */
function trustOf(Service: string): Record<string, unknown> {
  return { Principal: { Service }, Action: ['sts:AssumeRole', 'sts:TagSession'] }
}

async function ensureRoles(context: ReconcileContext, access: AwsAccess, name: string) {
  const managed = (policy: string): string => `arn:${access.partition}:iam::aws:policy/${policy}`
  const role = (suffix: string, service: string, policies: readonly string[]) =>
    ensureRole(context, access, {
      name: `${name}-${suffix}`,
      order: 0,
      trust: trustOf(service),
      managed: policies.map(managed),
    })
  return {
    cluster: await role('cluster', 'eks.amazonaws.com', ['AmazonEKSClusterPolicy']),
    nodes: await role('nodes', 'ec2.amazonaws.com', [
      'AmazonEKSWorkerNodePolicy',
      'AmazonEC2ContainerRegistryPullOnly',
      'AmazonEKS_CNI_Policy',
    ]),
    volumes: await role('volumes', 'pods.eks.amazonaws.com', ['service-role/AmazonEBSCSIDriverPolicy']),
    autoscaling: await ensureRole(context, access, {
      name: `${name}-autoscaling`,
      order: 0,
      trust: trustOf('pods.eks.amazonaws.com'),
      statements: autoscalerStatements(name),
    }),
  }
}

/** Milliseconds until a token has to be renewed, with time for a failed attempt. */
export const tokenRenewal = tokenLifetime / 2

/** Renews the token of a cluster that is not as desired. @param open Returns the access to the account. */
export async function renewToken(
  context: ReconcileContext,
  open: () => Promise<AwsAccess>,
): Promise<Outcome | undefined> {
  const { clusterName: name, region } = outputsSoFar(context)
  if (typeof name !== 'string' || typeof region !== 'string') return undefined
  return renewClusterToken(context, {
    issue: async () => (await open()).in(region).clusterToken(name),
    renewal: tokenRenewal,
  })
}

/** Returns the stored kubeconfig, or one with a new token if that is due. */
async function kubeconfigOf(
  context: ReconcileContext,
  access: AwsAccess,
  { cluster, region }: { cluster: Cluster; region: string },
): Promise<string> {
  const { name = '', endpoint: server = '', certificateAuthority } = cluster
  const endpoint = { name, server, authority: certificateAuthority?.data }
  const issue = () => access.in(region).clusterToken(name)
  return kubeconfigWithToken(context, endpoint, { issue, renewal: tokenRenewal })
}

/** Returns the calls for a recorded resource of a cluster, for its deletion. */
export async function callsOfEks(
  context: ReconcileContext,
  access: AwsAccess,
  { type, region }: ExternalEntry,
): Promise<ExternalCalls<unknown>> {
  const clients = access.in(region === '' ? access.defaultRegion : region)
  switch (type) {
    case 'role':
      return roleCalls(await clients.iam())
    case 'oidc-provider':
      return oidcCalls(await clients.iam())
    case 'cluster':
      return clusterCalls(await clients.eks())
    case 'node-group':
      return groupCalls(await clients.eks(), nameOf(context))
    default:
      return callsOfNetwork(await ec2AccessOf(clients, context), networkTypeOf(type))
  }
}

function networkTypeOf(type: string): NetworkType {
  if (Object.hasOwn(networkOrder, type)) return type as NetworkType
  throw new Error(`there is no type ${type} of resources of a cluster`)
}

/** Minutes that the deletion of a resource usually takes, by its type. */
export const usualMinutes: Readonly<Record<string, number>> = {
  'node-group': 5,
  cluster: 4,
  'nat-gateway': 2,
}
