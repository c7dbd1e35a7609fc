import type { DBInstance } from '@aws-sdk/client-rds'

/*
 * US dollars a month in us-east-1 without reservations, as a rough estimate of what is left in an account:
 * https://aws.amazon.com/rds/postgresql/pricing/, https://aws.amazon.com/ec2/pricing/on-demand/,
 * https://aws.amazon.com/eks/pricing/ and https://aws.amazon.com/vpc/pricing/
 */

/** For the control plane of a cluster. */
export const clusterCost = 73

/** For resources of networks by their types. */
export const networkCosts: Readonly<Record<string, number>> = { 'nat-gateway': 33, 'elastic-ip': 4 }

/** For machines of a size of EC2, of any family. */
const machineCosts: Readonly<Record<string, number>> = {
  nano: 4,
  micro: 8,
  small: 15,
  medium: 30,
  large: 74,
  xlarge: 147,
}
/** By how much a machine of RDS costs more than one of EC2. */
const databaseFactor = 1.6
/** For a GiB of storage of RDS. */
const storageCost = 0.115

/** Returns the cost of a machine of a type such as `m7i.2xlarge`; undefined for an unknown size. */
function costOfMachine(type: string): number | undefined {
  const [, count = '1', size = ''] = /\.(\d*)(\w+)$/.exec(type) ?? []
  const cost = machineCosts[size]
  return cost === undefined ? undefined : cost * Number(count === '' ? '1' : count)
}

/** Returns the cost of a database; undefined if its class is unknown. */
export function costOfDatabase({
  DBInstanceClass = '',
  AllocatedStorage = 0,
  MultiAZ = false,
}: DBInstance): number | undefined {
  const machine = costOfMachine(DBInstanceClass)
  return machine === undefined
    ? undefined
    : Math.round((machine * databaseFactor + AllocatedStorage * storageCost) * (MultiAZ ? 2 : 1))
}

/** Returns the cost of nodes of a type. */
export function costOfNodes(type: string, count: number): number {
  return Math.round((costOfMachine(type) ?? 0) * count)
}
