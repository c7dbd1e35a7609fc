import type { EC2, NetworkInterface } from '@aws-sdk/client-ec2'
import { isGone, isInUse } from '../ec2-resources.ts'
import { AwsBlocked } from '../errors.ts'

/*
 * What controllers in a cluster have created in its VPC, and what EKS leaves there, which keeps the VPC from being deleted:
 * https://docs.aws.amazon.com/eks/latest/userguide/delete-cluster.html
 */

/** Deletes what a deleted cluster has left in a VPC. Throws if something of others uses the VPC. */
export async function removeDangling(ec2: EC2, vpcId: string, abortSignal: AbortSignal): Promise<void> {
  const Filters = [{ Name: 'vpc-id', Values: [vpcId] }]
  const { NetworkInterfaces = [] } = await ec2.describeNetworkInterfaces({ Filters }, { abortSignal })
  for (const { NetworkInterfaceId, Status } of NetworkInterfaces)
    if (Status === 'available')
      await unlessInUse(ec2.deleteNetworkInterface({ NetworkInterfaceId }, { abortSignal }))
  const { SecurityGroups = [] } = await ec2.describeSecurityGroups({ Filters }, { abortSignal })
  for (const { GroupId, GroupName, Tags = [] } of SecurityGroups) {
    const isOfCluster = Tags.some(({ Key = '' }) => /^(kubernetes\.io\/cluster\/|aws:eks:)/.test(Key))
    if (isOfCluster && GroupName !== 'default')
      await unlessInUse(ec2.deleteSecurityGroup({ GroupId }, { abortSignal }))
  }
  const foreign = NetworkInterfaces.filter((each) => each.Status !== 'available' && !goesByItself(each))
  const [first] = foreign
  if (first === undefined) return
  const { NetworkInterfaceId = '', Description = '' } = first
  const more = foreign.length === 1 ? '' : ` and ${foreign.length - 1} more`
  throw new AwsBlocked(
    'VpcInUse',
    `VPC ${vpcId} is still used by network interface ${NetworkInterfaceId} (${Description === '' ? 'no description' : Description})${more}. ` +
      'Delete what they belong to, such as load balancers and instances.',
  )
}

/** Reports whether AWS deletes an interface soon: those of control planes, NAT gateways and nodes. */
function goesByItself({ Description = '' }: NetworkInterface): boolean {
  return /^(Amazon EKS |aws-K8S-|Interface for NAT Gateway )/.test(Description)
}

async function unlessInUse(deletion: Promise<unknown>): Promise<void> {
  try {
    await deletion
  } catch (error) {
    if (!isInUse(error) && !isGone(error)) throw error
  }
}
