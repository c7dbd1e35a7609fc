import type { CostChange, MonthlyCost } from './operation.ts'

/*
 * List prices of clouds, in US dollars a month of 730 hours, for one region each, without discounts, reservations and taxes. They are for
 * estimates: of what is left in an account, and of what a plan changes. Workers and plans share this table.
 */

/** Where the prices of a cloud come from. */
export interface PriceList {
  region: string
  /** The month of which the prices are. */
  date: string
  source: string
}

export const priceLists: Readonly<Record<CostChange['prices'], PriceList>> = {
  aws: { region: 'us-east-1', date: '2025-06', source: 'https://aws.amazon.com/pricing/' },
  gcp: { region: 'us-central1', date: '2025-06', source: 'https://cloud.google.com/pricing/list' },
  azure: { region: 'eastus', date: '2025-06', source: 'https://azure.microsoft.com/pricing/' },
}

/** For the control plane of a cluster: https://aws.amazon.com/eks/pricing/ and https://cloud.google.com/kubernetes-engine/pricing */
export const clusterCosts = {
  eks: 73,
  gke: 73,
  /** By tier: https://azure.microsoft.com/pricing/details/kubernetes-service */
  aks: { Free: 0, Standard: 73, Premium: 438 } as Readonly<Record<string, number>>,
}

/** For resources of networks by their types: https://aws.amazon.com/vpc/pricing/ */
export const networkCosts: Readonly<Record<string, number>> = { 'nat-gateway': 33, 'elastic-ip': 4 }

/** For a gateway of NAT: https://cloud.google.com/nat/pricing */
export const gcpNatCost = 35

/** For machines of a size of EC2, of any family: https://aws.amazon.com/ec2/pricing/on-demand/ */
const awsMachineCosts: Readonly<Record<string, number>> = {
  nano: 4,
  micro: 8,
  small: 15,
  medium: 30,
  large: 74,
  xlarge: 147,
}
/** By how much a machine of RDS costs more than one of EC2: https://aws.amazon.com/rds/postgresql/pricing/ */
const databaseFactor = 1.6
/** For a GiB of storage of RDS. */
const databaseStorageCost = 0.115

/** For a virtual CPU of a family of Compute Engine, with its usual memory: https://cloud.google.com/compute/all-pricing */
const gcpMachineCosts: Readonly<Record<string, number>> = {
  'e2-standard': 24.5,
  'n2-standard': 35.5,
  'n2-highcpu': 26.2,
  'n2-highmem': 47.8,
}
/** The same for machines with a share of a CPU. */
const gcpSharedCosts: Readonly<Record<string, number>> = {
  'e2-micro': 6,
  'e2-small': 12,
  'e2-medium': 24.5,
}

/** For a virtual CPU of a family of Azure: https://azure.microsoft.com/pricing/details/virtual-machines/linux/ */
const azureMachineCosts: Readonly<Record<string, number>> = { Ds_v5: 35, Es_v5: 46, Fs_v2: 30.9 }

/** Returns the cost of a machine; undefined for an unknown type. */
export function costOfMachine(prices: CostChange['prices'], type: string): number | undefined {
  switch (prices) {
    case 'aws': {
      const [, count = '', size = ''] = /\.(\d*)(\w+)$/.exec(type) ?? []
      return multiplied(awsMachineCosts[size], count === '' ? 1 : Number(count))
    }
    case 'gcp': {
      const [, family = '', count = ''] = /^(\w+-\w+)-(\d+)$/.exec(type) ?? []
      return gcpSharedCosts[type] ?? multiplied(gcpMachineCosts[family], Number(count))
    }
    case 'azure': {
      const [, family = '', count = '', rest = ''] = /^Standard_([A-Z])(\d+)(\w+)$/.exec(type) ?? []
      return multiplied(azureMachineCosts[`${family}${rest}`], Number(count))
    }
  }
}

function multiplied(cost: number | undefined, count: number): number | undefined {
  return cost === undefined ? undefined : cost * count
}

/** Returns the cost of a database of RDS; undefined if its class is unknown. */
export function costOfDatabase(database: {
  machine: string
  storageGb: number
  multiZone: boolean
}): number | undefined {
  const machine = costOfMachine('aws', database.machine)
  if (machine === undefined) return undefined
  const one = machine * databaseFactor + database.storageGb * databaseStorageCost
  return Math.round(one * (database.multiZone ? 2 : 1))
}

/** Returns the cost of nodes of a type; undefined for an unknown type. */
export function costOfNodes(
  prices: CostChange['prices'],
  {
    machineType,
    minimumSize,
    maximumSize,
  }: { machineType: string; minimumSize: number; maximumSize: number },
): MonthlyCost | undefined {
  const each = costOfMachine(prices, machineType)
  if (each === undefined) return undefined
  return { least: Math.round(each * minimumSize), most: Math.round(each * maximumSize) }
}

/** The cost of what does not exist, or is free. */
export const nothing: MonthlyCost = { least: 0, most: 0 }

/** Returns a fixed cost; undefined for an unknown one. */
export function fixedCost(cost: number | undefined): MonthlyCost | undefined {
  return cost === undefined ? undefined : { least: cost, most: cost }
}
