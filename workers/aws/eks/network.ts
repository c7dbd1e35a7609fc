import type {
  Address,
  EC2,
  Filter,
  InternetGateway,
  NatGateway,
  RouteTable,
  Subnet,
  Vpc,
} from '@aws-sdk/client-ec2'
import { zonesWithoutEks } from '../../../schema/aws.ts'
import type { ReconcileContext } from '../../engine/reconciler.ts'
import { ensureExternal, type ExternalCalls } from '../../resources/external-resources.ts'
import type { AwsAccess } from '../account.ts'
import {
  ec2AccessOf,
  ec2Calls,
  isGone,
  isInUse,
  type Ec2Access,
  type Ec2Resource,
  type Ec2Type,
} from '../ec2-resources.ts'
import { AwsBlocked, AwsPending, isAwsError } from '../errors.ts'
import type { AwsTag } from '../ownership.ts'
import { removeDangling } from './dangling.ts'

/*
 * The network of a cluster: a VPC with a public and a private subnet in each zone, and NAT gateways through which nodes in private
 * subnets reach the internet: https://docs.aws.amazon.com/eks/latest/userguide/network-reqs.html
 */

export interface DesiredNetwork {
  /** The name of the VPC, with which the names of all other resources start. */
  name: string
  region: string
  cidr: string
  zoneCount: number
  natPerZone: boolean
}

export interface Network {
  vpcId: string
  publicSubnets: string[]
  privateSubnets: string[]
}

/** The types of resources in creation order. */
export const networkOrder = {
  vpc: 1,
  'internet-gateway': 2,
  subnet: 3,
  'elastic-ip': 4,
  'nat-gateway': 5,
  'route-table': 6,
} as const
export type NetworkType = keyof typeof networkOrder

const anywhere = '0.0.0.0/0'

const vpcType = (cidr: string): Ec2Type<Vpc> => ({
  type: 'vpc',
  hasToken: false,
  list: async (ec2, Filters, abortSignal) =>
    (await ec2.describeVpcs({ Filters }, { abortSignal })).Vpcs ?? [],
  idOf: ({ VpcId = '' }) => VpcId,
  create: async (ec2, TagSpecifications, { signal: abortSignal }) =>
    (await ec2.createVpc({ CidrBlock: cidr, TagSpecifications }, { abortSignal })).Vpc ?? {},
  remove: async (ec2, { VpcId = '' }, abortSignal) => {
    await removeDangling(ec2, VpcId, abortSignal)
    await ec2.deleteVpc({ VpcId }, { abortSignal })
  },
})

const internetGatewayType: Ec2Type<InternetGateway> = {
  type: 'internet-gateway',
  hasToken: false,
  list: async (ec2, Filters, abortSignal) =>
    (await ec2.describeInternetGateways({ Filters }, { abortSignal })).InternetGateways ?? [],
  idOf: ({ InternetGatewayId = '' }) => InternetGatewayId,
  create: async (ec2, TagSpecifications, { signal: abortSignal }) =>
    (await ec2.createInternetGateway({ TagSpecifications }, { abortSignal })).InternetGateway ?? {},
  remove: async (ec2, { InternetGatewayId, Attachments = [] }, abortSignal) => {
    for (const { VpcId } of Attachments)
      await ec2.detachInternetGateway({ InternetGatewayId, VpcId }, { abortSignal })
    return ec2.deleteInternetGateway({ InternetGatewayId }, { abortSignal })
  },
}

interface NewSubnet {
  vpcId: string
  zone: string
  cidr: string
  isPublic: boolean
}

const subnetType = (made?: NewSubnet): Ec2Type<Subnet> => ({
  type: 'subnet',
  hasToken: false,
  list: async (ec2, Filters, abortSignal) =>
    (await ec2.describeSubnets({ Filters }, { abortSignal })).Subnets ?? [],
  idOf: ({ SubnetId = '' }) => SubnetId,
  create: async (ec2, tags, { signal: abortSignal }) => {
    const { vpcId, zone, cidr, isPublic } = required(made)
    // By this tag, controllers find the subnets of load balancers.
    const role = isPublic ? 'kubernetes.io/role/elb' : 'kubernetes.io/role/internal-elb'
    const TagSpecifications = tags.map(({ Tags = [], ...rest }) => ({
      ...rest,
      Tags: [...Tags, { Key: role, Value: '1' }],
    }))
    const input = { VpcId: vpcId, AvailabilityZone: zone, CidrBlock: cidr, TagSpecifications }
    return (await ec2.createSubnet(input, { abortSignal })).Subnet ?? {}
  },
  remove: async (ec2, { SubnetId, VpcId = '' }, abortSignal) => {
    try {
      await ec2.deleteSubnet({ SubnetId }, { abortSignal })
    } catch (error) {
      if (isInUse(error)) await removeDangling(ec2, VpcId, abortSignal)
      throw error
    }
  },
})

const addressType: Ec2Type<Address> = {
  type: 'elastic-ip',
  hasToken: false,
  list: async (ec2, Filters, abortSignal) =>
    (await ec2.describeAddresses({ Filters }, { abortSignal })).Addresses ?? [],
  idOf: ({ AllocationId = '' }) => AllocationId,
  create: (ec2, TagSpecifications, { signal: abortSignal }) =>
    ec2.allocateAddress({ Domain: 'vpc', TagSpecifications }, { abortSignal }),
  remove: (ec2, { AllocationId }, abortSignal) => ec2.releaseAddress({ AllocationId }, { abortSignal }),
}

const natType = (made?: { subnetId: string; addressId: string }): Ec2Type<NatGateway> => ({
  type: 'natgateway',
  hasToken: true,
  list: async (ec2, Filter, abortSignal) =>
    // A deleted gateway stays listed for an hour.
    ((await ec2.describeNatGateways({ Filter }, { abortSignal })).NatGateways ?? []).filter(
      ({ State }) => State !== 'deleted',
    ),
  idOf: ({ NatGatewayId = '' }) => NatGatewayId,
  create: async (ec2, TagSpecifications, { token, signal: abortSignal }) => {
    const { subnetId, addressId } = required(made)
    const input = { SubnetId: subnetId, AllocationId: addressId, ClientToken: token, TagSpecifications }
    return (await ec2.createNatGateway(input, { abortSignal })).NatGateway ?? {}
  },
  remove: async (ec2, { NatGatewayId, State }, abortSignal) =>
    State === 'deleting' ? undefined : ec2.deleteNatGateway({ NatGatewayId }, { abortSignal }),
})

const routeTableType = (vpcId?: string): Ec2Type<RouteTable> => ({
  type: 'route-table',
  hasToken: true,
  list: async (ec2, Filters, abortSignal) =>
    (await ec2.describeRouteTables({ Filters }, { abortSignal })).RouteTables ?? [],
  idOf: ({ RouteTableId = '' }) => RouteTableId,
  create: async (ec2, TagSpecifications, { token: ClientToken, signal: abortSignal }) => {
    const input = { VpcId: required(vpcId), ClientToken, TagSpecifications }
    return (await ec2.createRouteTable(input, { abortSignal })).RouteTable ?? {}
  },
  remove: async (ec2, { RouteTableId, Associations = [] }, abortSignal) => {
    for (const { RouteTableAssociationId: AssociationId } of Associations)
      await ec2.disassociateRouteTable({ AssociationId }, { abortSignal })
    return ec2.deleteRouteTable({ RouteTableId }, { abortSignal })
  },
})

function required<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new Error('a resource that is being deleted is not created')
  return value
}

/** Returns the calls for a recorded resource of a network, for its deletion. */
export function callsOfNetwork(access: Ec2Access, type: NetworkType): ExternalCalls<unknown> {
  switch (type) {
    case 'vpc':
      return ec2Calls(access, vpcType(''))
    case 'internet-gateway':
      return ec2Calls(access, internetGatewayType)
    case 'subnet':
      return ec2Calls(access, subnetType())
    case 'elastic-ip':
      return ec2Calls(access, addressType)
    case 'nat-gateway':
      return ec2Calls(access, natType())
    case 'route-table':
      return ec2Calls(access, routeTableType())
  }
}

/** A resource of a network. */
export interface NetworkResource {
  type: NetworkType
  externalId: string
  tags: AwsTag[]
  createdAt: Date | undefined
}

/** Lists the resources of networks that match filters. */
export async function listNetworks(
  ec2: EC2,
  filters: Filter[],
  signal: AbortSignal,
): Promise<NetworkResource[]> {
  const list = async <Found extends Ec2Resource>(
    type: NetworkType,
    { list: listType, idOf }: Ec2Type<Found>,
  ): Promise<NetworkResource[]> =>
    (await listType(ec2, filters, signal)).map((found) => ({
      type,
      externalId: idOf(found),
      tags: found.Tags ?? [],
      // Others have no time of creation.
      createdAt: (found as NatGateway).CreateTime,
    }))
  const lists = await Promise.all([
    list('vpc', vpcType('')),
    list('internet-gateway', internetGatewayType),
    list('subnet', subnetType()),
    list('elastic-ip', addressType),
    list('nat-gateway', natType()),
    list('route-table', routeTableType()),
  ])
  return lists.flat()
}

/** Ensures a network. Throws AwsPending until nodes in it can reach the internet. */
export async function ensureNetwork(
  context: ReconcileContext,
  access: AwsAccess,
  desired: DesiredNetwork,
): Promise<Network> {
  const { signal } = context
  const { region, name } = desired
  const calling = await ec2AccessOf(access.in(region), context)
  const { ec2 } = calling
  const ensure = async <Found>(type: NetworkType, suffix: string, calls: ExternalCalls<Found>) => {
    const place = { provider: 'aws', account: access.accountId, region, order: networkOrder[type], tags: {} }
    return ensureExternal(context, { ...place, type, name: `${name}${suffix}` }, calls)
  }
  const zones = await zonesOf(context, ec2, desired)
  const { externalId: vpcId } = await ensure('vpc', '', ec2Calls(calling, vpcType(desired.cidr)))
  await enableHostNames(ec2, vpcId, signal)
  const gateway = await ensure('internet-gateway', '', ec2Calls(calling, internetGatewayType))
  await attach(ec2, { gateway: gateway.state, vpcId }, signal)
  const ensureSubnets = async (isPublic: boolean): Promise<string[]> => {
    const ids: string[] = []
    for (const [index, zone] of zones.entries()) {
      const cidr = subnetRange(desired.cidr, { index, isPublic })
      const suffix = `-${isPublic ? 'public' : 'private'}-${zone}`
      const calls = ec2Calls(calling, subnetType({ vpcId, zone, cidr, isPublic }))
      ids.push((await ensure('subnet', suffix, calls)).externalId)
    }
    return ids
  }
  const publicSubnets = await ensureSubnets(true)
  const privateSubnets = await ensureSubnets(false)
  const ensureRoute = async (suffix: string, route: Route): Promise<void> => {
    const { state } = await ensure('route-table', suffix, ec2Calls(calling, routeTableType(vpcId)))
    await configureRoutes(ec2, { table: state, route }, signal)
  }
  await ensureRoute('-public', { target: { GatewayId: gateway.externalId }, subnets: publicSubnets })
  for (const [index, zone] of (desired.natPerZone ? zones : zones.slice(0, 1)).entries()) {
    const { externalId: addressId } = await ensure('elastic-ip', `-${zone}`, ec2Calls(calling, addressType))
    const subnetId = publicSubnets[index] ?? ''
    const nat = await ensure('nat-gateway', `-${zone}`, ec2Calls(calling, natType({ subnetId, addressId })))
    await assertAvailable(ec2, nat.state, context)
    const subnets = desired.natPerZone ? privateSubnets.slice(index, index + 1) : privateSubnets
    await ensureRoute(`-${zone}`, { target: { NatGatewayId: nat.externalId }, subnets })
  }
  return { vpcId, publicSubnets, privateSubnets }
}

/** Returns the zones that were chosen first, or else the first ones in which EKS works. */
async function zonesOf(
  { external, signal: abortSignal }: ReconcileContext,
  ec2: EC2,
  { name, zoneCount, region }: DesiredNetwork,
): Promise<string[]> {
  const prefix = `${name}-public-`
  const recorded = external
    .filter((entry) => entry.type === 'subnet' && entry.name.startsWith(prefix))
    .map((entry) => entry.name.slice(prefix.length))
  if (recorded.length === zoneCount) return recorded.sort()
  const Filters = [
    { Name: 'zone-type', Values: ['availability-zone'] },
    { Name: 'state', Values: ['available'] },
  ]
  const { AvailabilityZones = [] } = await ec2.describeAvailabilityZones({ Filters }, { abortSignal })
  const others = AvailabilityZones.filter(({ ZoneId = '' }) => !zonesWithoutEks.includes(ZoneId))
    .flatMap(({ ZoneName }) => ZoneName ?? [])
    .filter((zone) => !recorded.includes(zone))
    .sort()
  const zones = [...recorded, ...others].slice(0, zoneCount)
  if (zones.length === zoneCount) return zones.sort()
  throw new AwsBlocked(
    'TooFewZones',
    `EKS can use only ${zones.length} zones of region ${region} with this account, not ${zoneCount}. Create the definition with ` +
      'fewer zones, or choose another region.',
  )
}

/**
 * Returns the addresses of a subnet within those of a VPC of size 16: 1,024 of the first eighth for each public one, and 8,192 for each
 * private one, in which every pod has an address.
 */
export function subnetRange(vpc: string, { index, isPublic }: { index: number; isPublic: boolean }): string {
  const [first = '10', second = '0'] = vpc.split('.')
  return isPublic ? `${first}.${second}.${index * 4}.0/22` : `${first}.${second}.${(index + 1) * 32}.0/19`
}

/** Nodes register by the names of their addresses. */
async function enableHostNames(ec2: EC2, VpcId: string, abortSignal: AbortSignal): Promise<void> {
  const { EnableDnsHostnames } = await ec2.describeVpcAttribute(
    { VpcId, Attribute: 'enableDnsHostnames' },
    { abortSignal },
  )
  if (EnableDnsHostnames?.Value !== true)
    await ec2.modifyVpcAttribute({ VpcId, EnableDnsHostnames: { Value: true } }, { abortSignal })
}

async function attach(
  ec2: EC2,
  { gateway, vpcId: VpcId }: { gateway: InternetGateway; vpcId: string },
  abortSignal: AbortSignal,
): Promise<void> {
  const { InternetGatewayId, Attachments = [] } = gateway
  if (Attachments.some((each) => each.VpcId === VpcId)) return
  try {
    await ec2.attachInternetGateway({ InternetGatewayId, VpcId }, { abortSignal })
  } catch (error) {
    if (!isAwsError(error, 'Resource.AlreadyAssociated')) throw error
  }
}

async function assertAvailable(ec2: EC2, nat: NatGateway, context: ReconcileContext): Promise<void> {
  const { NatGatewayId = '', State, FailureMessage } = nat
  if (State === 'available') return
  if (State !== 'failed') throw new AwsPending(`NAT gateway ${NatGatewayId} is being created.`)
  context.assertHeld()
  await ec2.deleteNatGateway({ NatGatewayId }, { abortSignal: context.signal })
  const why = FailureMessage === undefined ? 'AWS gives no reason' : FailureMessage.replace(/\.$/, '')
  throw new AwsPending(`NAT gateway ${NatGatewayId} failed, and is created again: ${why}.`)
}

interface Route {
  /** The target of everything that is not in the VPC. */
  target: { GatewayId: string } | { NatGatewayId: string }
  subnets: readonly string[]
}

/** Makes a route table send traffic of subnets to a target. */
async function configureRoutes(
  ec2: EC2,
  { table, route: { target, subnets } }: { table: RouteTable; route: Route },
  abortSignal: AbortSignal,
): Promise<void> {
  const { RouteTableId, Routes = [], Associations = [] } = table
  const existing = Routes.find(({ DestinationCidrBlock }) => DestinationCidrBlock === anywhere)
  const isSame = Object.entries(target).every(([key, id]) => existing?.[key as 'GatewayId'] === id)
  const route = { RouteTableId, DestinationCidrBlock: anywhere, ...target }
  if (existing === undefined) await ec2.createRoute(route, { abortSignal })
  else if (!isSame) await ec2.replaceRoute(route, { abortSignal })
  for (const SubnetId of subnets) {
    if (Associations.some((each) => each.SubnetId === SubnetId)) continue
    try {
      await ec2.associateRouteTable({ RouteTableId, SubnetId }, { abortSignal })
    } catch (error) {
      if (isGone(error)) throw new AwsPending(`Subnet ${SubnetId} cannot be used yet.`)
      if (!isAwsError(error, 'Resource.AlreadyAssociated')) throw error
    }
  }
}
