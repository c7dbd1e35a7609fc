import { poolsOf, type NodePool, type PoolSpecs } from '../node-pools.ts'
import type { NodeProfile } from '../nodes.ts'
import { clouds } from '../runtimes.ts'
import {
  effectsOf,
  modification,
  type CostChange,
  type FieldEffect,
  type MonthlyCost,
  type ObjectChange,
  type ObjectState,
  type Operation,
} from './operation.ts'
import { clusterCosts, costOfNodes, fixedCost, gcpNatCost, networkCosts, nothing } from './prices.ts'

/* What becomes of clusters in clouds and their nodes, by the settings that their reconcilers change. */

/** A cluster as its cloud has it. */
interface ClusterState {
  fields: Readonly<Record<string, unknown>>
  pools: readonly NodePool[]
  /** What costs money besides nodes. */
  fixed: number
}

interface Cloud {
  name: string
  prices: CostChange['prices']
  /** The minutes that the creation of a cluster, and its deletion, usually take. */
  minutes: { create: number; delete: number; nodes: number }
}

const eks: Cloud = { name: 'Amazon EKS', prices: 'aws', minutes: { create: 15, delete: 12, nodes: 5 } }
const gke: Cloud = {
  name: 'Google Kubernetes Engine',
  prices: 'gcp',
  minutes: { create: 8, delete: 8, nodes: 3 },
}
const aks: Cloud = {
  name: 'Azure Kubernetes Service',
  prices: 'azure',
  minutes: { create: 5, delete: 7, nodes: 3 },
}

/** Returns the operations of a cluster of EKS. */
export function eksOperations({ before, after }: ObjectChange): Operation[] {
  return clusterChanges(eks, before && eksState(before.definition), after && eksState(after.definition))
}

/** Returns the operations of a cluster of GKE. */
export function gkeOperations({ before, after }: ObjectChange): Operation[] {
  return clusterChanges(gke, before && gkeState(before.definition), after && gkeState(after.definition))
}

/** Returns the operations of a cluster of AKS. */
export function aksOperations({ before, after }: ObjectChange): Operation[] {
  return clusterChanges(aks, before && aksState(before.definition), after && aksState(after.definition))
}

/** Returns the operations of a cluster whose provider is in a cloud; none for others. */
export function runtimeOperations({ before, after }: ObjectChange): Operation[] {
  const { provider } = (after ?? before)?.definition ?? {}
  const of = { eks: [eks, eksState], gke: [gke, gkeState], aks: [aks, aksState] } as const
  // What the cloud has is deleted with the objects that it owns.
  if ((provider !== 'eks' && provider !== 'gke' && provider !== 'aks') || after === undefined) return []
  const [cloud, stateOf] = of[provider]
  return clusterChanges(
    cloud,
    before && stateOf(settingsOf(provider, before)),
    stateOf(settingsOf(provider, after)),
  )
}

type Spec = Readonly<Record<string, unknown>>

interface EksSpec {
  zoneCount?: number
  natPerZone?: boolean
  subnets?: readonly string[]
  defaultNodeGroupInstanceType?: string
  defaultNodeGroupMinimumSize?: number
  defaultNodeGroupMaximumSize?: number
  nodeGroups?: readonly {
    name: string
    instanceType: string
    minimumSize: number
    maximumSize: number
    isDedicated?: boolean
  }[]
}

function eksState(spec: Spec): ClusterState {
  const { zoneCount = 2, natPerZone = false, subnets, nodeGroups = [], ...sizes } = spec as EksSpec
  const gateways = subnets !== undefined ? 0 : natPerZone ? zoneCount : 1
  const network = (networkCosts['nat-gateway'] ?? 0) + (networkCosts['elastic-ip'] ?? 0)
  const pools = poolsOf({
    defaultNodePoolMachineType: sizes.defaultNodeGroupInstanceType ?? 't3.medium',
    defaultNodePoolMinimumSize: sizes.defaultNodeGroupMinimumSize ?? 2,
    defaultNodePoolMaximumSize: sizes.defaultNodeGroupMaximumSize ?? 5,
    nodePools: nodeGroups.map(({ instanceType, isDedicated = false, ...group }) => ({
      ...group,
      isDedicated,
      machineType: instanceType,
    })),
  })
  return { fields: spec, pools, fixed: clusterCosts.eks + gateways * network }
}

function poolsIn(spec: Spec, defaultMachine: string): NodePool[] {
  return poolsOf({
    defaultNodePoolMachineType: defaultMachine,
    defaultNodePoolMinimumSize: 2,
    defaultNodePoolMaximumSize: 5,
    ...(spec as Partial<PoolSpecs>),
  })
}

function gkeState(spec: Spec): ClusterState {
  const nat = spec['network'] === undefined ? gcpNatCost : 0
  return { fields: spec, pools: poolsIn(spec, 'e2-medium'), fixed: clusterCosts.gke + nat }
}

function aksState(spec: Spec): ClusterState {
  const tier = spec['zoneRedundant'] === true ? 'Standard' : 'Free'
  return { fields: spec, pools: poolsIn(spec, 'Standard_D2s_v5'), fixed: clusterCosts.aks[tier] ?? 0 }
}

/** Returns the settings of a cluster that a runtime asks for, as `workers/runtimes` writes them. */
function settingsOf(provider: 'eks' | 'gke' | 'aks', { definition }: ObjectState): Spec {
  const decided = { ...definition, ...(definition['parameters'] as Spec | undefined) } as {
    kubernetesVersion?: string
    highAvailability?: boolean
    nodeSize?: string
    nodeProfile?: NodeProfile
    nodeMaximum?: number
    hostedZones?: readonly string[]
  }
  const {
    highAvailability = false,
    nodeSize = 'Medium',
    nodeProfile = 'Balanced',
    nodeMaximum = 250,
  } = decided
  const machine = clouds[provider]?.nodeTypes[nodeProfile][nodeSize] ?? ''
  const least = Math.min(highAvailability ? 3 : 2, nodeMaximum)
  const { kubernetesVersion, hostedZones } = decided
  if (provider === 'eks')
    return {
      kubernetesVersion,
      hostedZones,
      zoneCount: highAvailability ? 3 : 2,
      natPerZone: highAvailability,
      defaultNodeGroupInstanceType: machine,
      defaultNodeGroupMinimumSize: least,
      defaultNodeGroupMaximumSize: nodeMaximum,
    }
  return {
    kubernetesVersion,
    zoneRedundant: highAvailability,
    defaultNodePoolMachineType: machine,
    defaultNodePoolMinimumSize: least,
    defaultNodePoolMaximumSize: nodeMaximum,
  }
}

function clusterChanges(
  { name, prices, minutes }: Cloud,
  before: ClusterState | undefined,
  after: ClusterState | undefined,
): Operation[] {
  const what = `cluster of ${name}`
  const cost: CostChange = {
    prices,
    before: before === undefined ? nothing : fixedCost(before.fixed),
    after: after === undefined ? nothing : fixedCost(after.fixed),
  }
  const whole = (action: Operation['action'], risk: Operation['risk'], effect: string): Operation => ({
    what,
    action,
    fields: [],
    risk,
    effect,
    minutes: action === 'delete' ? minutes.delete : minutes.create,
    cost,
  })
  const nodes = nodeChanges({ name, prices, minutes }, before?.pools ?? [], after?.pools ?? [])
  if (after === undefined)
    return before === undefined
      ? []
      : [whole('delete', 'yes', 'everything in it is deleted, with its network'), ...nodes]
  if (before === undefined) return [whole('create', 'none', 'it is new, with its network'), ...nodes]
  const changed: FieldEffect[] = effectsOf(before.fields, after.fields, [
    {
      field: 'kubernetesVersion',
      risk: 'brief',
      effect: 'the control plane is upgraded, then all nodes are replaced one after the other, so pods move',
      minutes: 20,
    },
    { field: 'releaseChannel', risk: 'none', effect: 'later versions arrive sooner or later' },
    {
      field: 'allowedCidrs',
      risk: 'none',
      effect: 'other addresses may connect to the Kubernetes API',
      minutes: 5,
    },
    { field: 'hostedZones', risk: 'none', effect: 'a role gets other permissions', minutes: 0 },
  ])
  return [...modification(what, changed, { ...cost, after: cost.before }), ...nodes]
}

function nodeChanges(
  { name, prices, minutes }: Cloud,
  before: readonly NodePool[],
  after: readonly NodePool[],
): Operation[] {
  const names = [...new Set([...before, ...after].map((pool) => pool.name))]
  const costOf = (pool: NodePool | undefined): MonthlyCost | undefined =>
    pool === undefined ? nothing : costOfNodes(prices, pool)
  return names.flatMap((poolName): Operation[] => {
    const [one, other] = [before, after].map((pools) => pools.find((pool) => pool.name === poolName))
    const made = {
      what: `nodes ${poolName} of ${name}`,
      fields: [] as string[],
      cost: { prices, before: costOf(one), after: costOf(other) },
    }
    if (one === undefined)
      return [{ ...made, action: 'create', risk: 'none', effect: sizesOf(other), minutes: minutes.nodes }]
    if (other === undefined) {
      // The whole cluster goes.
      if (after.length === 0) return [{ ...made, action: 'delete', risk: 'yes', effect: 'they are deleted' }]
      const effect = 'they are drained, so pods move to other nodes'
      return [{ ...made, action: 'delete', risk: 'brief', effect, minutes: 5 }]
    }
    const replaced = effectsOf(one, other, [
      { field: 'machineType', risk: 'brief', effect: '' },
      { field: 'isDedicated', risk: 'brief', effect: '' },
    ])
    const resized = effectsOf(one, other, [
      { field: 'minimumSize', risk: 'none', effect: '' },
      { field: 'maximumSize', risk: 'none', effect: '' },
    ])
    const fields = [...replaced, ...resized].map(({ field }) => field)
    if (replaced.length > 0) {
      const effect = 'new nodes are added before the old ones are drained, so pods move'
      return [{ ...made, fields, action: 'replace', risk: 'brief', effect, minutes: 10 + minutes.nodes }]
    }
    if (resized.length === 0) return []
    return [{ ...made, fields, action: 'modify', risk: 'none', effect: sizesOf(other), minutes: 5 }]
  })
}

function sizesOf(pool: NodePool | undefined): string {
  return pool === undefined
    ? ''
    : `${pool.minimumSize} to ${pool.maximumSize} nodes of type ${pool.machineType}`
}
