import type { EC2, IpPermission } from '@aws-sdk/client-ec2'
import type { ReconcileContext } from '../engine/reconciler.ts'
import { ensureExternal, type ExternalCalls } from '../resources/external-resources.ts'
import type { AwsAccess } from './account.ts'
import { recordDrift } from '../clouds/drift.ts'
import { AwsBlocked, isAwsError } from './errors.ts'
import { tagList } from './ownership.ts'

/* Networks and security groups of EC2: https://docs.aws.amazon.com/AWSEC2/latest/APIReference/Welcome.html */

/** Where a database is placed. */
export interface DatabaseNetwork {
  vpcId: string
  /** The address ranges of the VPC. */
  cidrs: string[]
  subnets: string[]
}

/** Finds the network of the given subnets, or else the default VPC of the region. */
export async function findNetwork(
  ec2: EC2,
  { subnets, region }: { subnets?: readonly string[] | undefined; region: string },
  abortSignal: AbortSignal,
): Promise<DatabaseNetwork> {
  const given = subnets === undefined ? [] : await describeSubnets(ec2, subnets, abortSignal)
  const vpcs = [...new Set(given.map(({ VpcId = '' }) => VpcId))]
  if (vpcs.length > 1)
    throw new AwsBlocked(
      'SubnetsOfSeveralVpcs',
      `The subnets of the definition belong to several VPCs: ${vpcs.join(', ')}. Name subnets of one.`,
    )
  const [vpcId] = vpcs
  const { Vpcs = [] } = await ec2.describeVpcs(
    vpcId === undefined ? { Filters: [{ Name: 'is-default', Values: ['true'] }] } : { VpcIds: [vpcId] },
    { abortSignal },
  )
  const [vpc] = Vpcs
  if (vpc?.VpcId === undefined)
    throw new AwsBlocked(
      'NoDefaultVpc',
      `Region ${region} has no default VPC. Set subnets in the definition, or create a default VPC.`,
    )
  const found =
    vpcId === undefined
      ? (await ec2.describeSubnets({ Filters: [{ Name: 'vpc-id', Values: [vpc.VpcId] }] }, { abortSignal }))
          .Subnets
      : given
  const ranges = vpc.CidrBlockAssociationSet?.flatMap(({ CidrBlock }) => CidrBlock ?? []) ?? []
  return {
    vpcId: vpc.VpcId,
    cidrs: ranges.length > 0 ? ranges : [vpc.CidrBlock ?? ''],
    subnets: (found ?? []).flatMap(({ SubnetId }) => SubnetId ?? []).sort(),
  }
}

async function describeSubnets(ec2: EC2, ids: readonly string[], abortSignal: AbortSignal) {
  try {
    return (await ec2.describeSubnets({ SubnetIds: [...ids] }, { abortSignal })).Subnets ?? []
  } catch (error) {
    if (!isAwsError(error, 'InvalidSubnetID.NotFound')) throw error
    throw new AwsBlocked('SubnetNotFound', `A subnet of the definition does not exist: ${error.message}.`)
  }
}

export interface DesiredGroup {
  name: string
  vpcId: string
  region: string
  description: string
  port: number
  cidrs: readonly string[]
}

/** Ensures a security group that admits connections to one port from some address ranges. Resolves with its ID. */
export async function ensureSecurityGroup(
  context: ReconcileContext,
  access: AwsAccess,
  desired: DesiredGroup,
): Promise<string> {
  const { name, region, port, cidrs } = desired
  const ec2 = await access.in(region).ec2()
  const { externalId: GroupId, state } = await ensureExternal(
    context,
    {
      provider: 'aws',
      account: access.accountId,
      region,
      type: 'security-group',
      name,
      order: 0,
      tags: {},
    },
    securityGroupCalls(ec2, desired),
  )
  const { signal: abortSignal, assertHeld } = context
  const isDesired = (rule: IpPermission, cidr: string | undefined): boolean =>
    rule.IpProtocol === 'tcp' &&
    rule.FromPort === port &&
    rule.ToPort === port &&
    cidr !== undefined &&
    cidrs.includes(cidr)
  const rangesOf = (rule: IpPermission): (string | undefined)[] =>
    rule.IpRanges?.map(({ CidrIp }) => CidrIp) ?? []
  const present = state.flatMap((rule) => rangesOf(rule).filter((cidr) => isDesired(rule, cidr)))
  const extra = state.filter(
    (rule) =>
      rangesOf(rule).some((cidr) => !isDesired(rule, cidr)) ||
      (rule.UserIdGroupPairs ?? []).length > 0 ||
      (rule.Ipv6Ranges ?? []).length > 0,
  )
  const missing = cidrs.filter((cidr) => !present.includes(cidr))
  const isFresh = state.length === 0
  if (extra.length > 0) {
    assertHeld()
    await ec2.revokeSecurityGroupIngress({ GroupId, IpPermissions: extra.map(foreignPart) }, { abortSignal })
  }
  if (missing.length > 0) {
    assertHeld()
    const IpRanges = missing.map((CidrIp) => ({ CidrIp }))
    const permission = { IpProtocol: 'tcp', FromPort: port, ToPort: port, IpRanges }
    await ec2
      .authorizeSecurityGroupIngress({ GroupId, IpPermissions: [permission] }, { abortSignal })
      .catch((error: unknown) => {
        if (!isAwsError(error, 'InvalidPermission.Duplicate')) throw error
      })
  }
  const changed = !isFresh && extra.length + missing.length > 0 ? ['the rules'] : []
  recordDrift(context, { resource: 'security group', desired: [port, cidrs], changed })
  return GroupId

  /** Returns a rule without the ranges that are desired. */
  function foreignPart(rule: IpPermission): IpPermission {
    return { ...rule, IpRanges: rule.IpRanges?.filter(({ CidrIp }) => !isDesired(rule, CidrIp)) }
  }
}

/** Returns the calls for security groups. Their state is their incoming rules. */
export function securityGroupCalls(
  ec2: EC2,
  desired?: Pick<DesiredGroup, 'vpcId' | 'description'>,
): ExternalCalls<IpPermission[]> {
  return {
    find: async (entry, abortSignal) => {
      const ours = Object.entries(entry.tags).map(([key, value]) => ({
        Name: `tag:${key}`,
        Values: [value],
      }))
      const { SecurityGroups = [] } = await ec2.describeSecurityGroups(
        { Filters: [{ Name: 'group-name', Values: [entry.name] }, ...ours] },
        { abortSignal },
      )
      const [group] = SecurityGroups
      return group?.GroupId === undefined
        ? undefined
        : { externalId: group.GroupId, state: group.IpPermissions ?? [] }
    },
    create: async (entry, { signal: abortSignal }) => {
      const { vpcId: VpcId, description: Description } = desired ?? {}
      const { GroupId } = await ec2.createSecurityGroup(
        {
          GroupName: entry.name,
          Description,
          VpcId,
          TagSpecifications: [{ ResourceType: 'security-group', Tags: tagList(entry) }],
        },
        { abortSignal },
      )
      if (GroupId === undefined) throw new Error('AWS has returned no ID of a security group')
      return { externalId: GroupId, state: [] }
    },
    remove: async ({ externalId: GroupId }, { signal: abortSignal }) => {
      try {
        await ec2.deleteSecurityGroup({ GroupId }, { abortSignal })
      } catch (error) {
        // Its network interfaces outlive what had them by minutes.
        if (!isAwsError(error, 'InvalidGroup.NotFound', 'DependencyViolation')) throw error
      }
    },
  }
}
