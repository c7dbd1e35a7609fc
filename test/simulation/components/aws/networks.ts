import { awsError, type Operations, type Tags } from './service.ts'

/* A model of VPCs and of what is in them, as far as reconcilers of clusters use it. */

interface Resource extends Record<string, unknown> {
  id: string
  type: string
  Tags: Tags
}

interface Filter {
  Name: string
  Values: string[]
}

interface Tagged {
  TagSpecifications: { Tags: Tags }[]
}

interface Route extends Record<string, unknown> {
  DestinationCidrBlock: string
}

interface Association {
  RouteTableAssociationId: string
  SubnetId: string
}

/** A model of the networks of one region. */
export class NetworksModel {
  readonly #region: string
  readonly #resources = new Map<string, Resource>()
  #made = 0

  constructor(region: string) {
    this.#region = region
  }

  /** Returns the operations that models of other resources of EC2 do not have. */
  ec2(): Operations {
    return { ...this.#vpcs(), ...this.#subnets(), ...this.#gateways(), ...this.#routes() }
  }

  /** Reports whether a subnet exists, which clusters have to name. */
  has(id: string): boolean {
    return this.#resources.has(id)
  }

  /** Leaves an interface in a subnet, as nodes do that are terminated while they give one to a pod. */
  leaveInterface(SubnetId: string): void {
    const { VpcId } = this.#of(SubnetId)
    this.#create('network-interface', { TagSpecifications: [] }, { SubnetId, VpcId, Status: 'available' })
  }

  /** Returns the resources as `type id`, without interfaces: those of nodes are in no inventory, and no subnet can go before them. */
  resources(): string[] {
    return [...this.#resources.values()]
      .filter(({ type }) => type !== 'network-interface')
      .map(({ type, id }) => `${type} ${id}`)
  }

  #create(type: string, { TagSpecifications }: Tagged, fields: Record<string, unknown>): Resource {
    const id = `${type}-${this.#region}-${(this.#made += 1)}`
    const resource = { id, type, Tags: TagSpecifications[0]?.Tags ?? [], ...fields }
    this.#resources.set(id, resource)
    return resource
  }

  #of(id: string): Resource {
    const found = this.#resources.get(id)
    if (found === undefined) throw awsError('InvalidID.NotFound', 400)
    return found
  }

  #list(type: string, filters: readonly Filter[]): Resource[] {
    return [...this.#resources.values()].filter(
      (each) => each.type === type && filters.every((filter) => matches(each, filter)),
    )
  }

  #remove(id: string, users: readonly Resource[] = []): void {
    this.#of(id)
    if (users.length > 0) throw awsError('DependencyViolation', 400)
    this.#resources.delete(id)
  }

  #inVpc(vpcId: string): Resource[] {
    return [...this.#resources.values()].filter((each) => each['VpcId'] === vpcId && each.type !== 'vpc')
  }

  #vpcs(): Operations {
    const withId = (each: Resource): Resource => ({ ...each, VpcId: each.id })
    return {
      describeAvailabilityZones: () => ({
        AvailabilityZones: ['a', 'b', 'c'].map((zone) => ({
          ZoneName: `${this.#region}${zone}`,
          ZoneId: zone,
        })),
      }),
      describeVpcs: ({ Filters }: { Filters: Filter[] }) => ({
        Vpcs: this.#list('vpc', Filters).map(withId),
      }),
      createVpc: (input: Tagged) => ({ Vpc: withId(this.#create('vpc', input, { isNamed: false })) }),
      describeVpcAttribute: ({ VpcId }: { VpcId: string }) => ({
        EnableDnsHostnames: { Value: this.#of(VpcId)['isNamed'] },
      }),
      modifyVpcAttribute: ({ VpcId }: { VpcId: string }) => {
        this.#of(VpcId)['isNamed'] = true
      },
      deleteVpc: ({ VpcId }: { VpcId: string }) => this.#remove(VpcId, this.#inVpc(VpcId)),
      describeNetworkInterfaces: ({ Filters }: { Filters: Filter[] }) => ({
        NetworkInterfaces: this.#list('network-interface', Filters).map((each) => ({
          ...each,
          NetworkInterfaceId: each.id,
        })),
      }),
      deleteNetworkInterface: ({ NetworkInterfaceId }: { NetworkInterfaceId: string }) =>
        this.#remove(NetworkInterfaceId),
    }
  }

  #subnets(): Operations {
    const withId = (each: Resource): Resource => ({ ...each, SubnetId: each.id })
    return {
      describeSubnets: ({ Filters }: { Filters: Filter[] }) => ({
        Subnets: this.#list('subnet', Filters).map(withId),
      }),
      createSubnet: (input: Tagged & { VpcId: string; CidrBlock: string }) => {
        const { VpcId, CidrBlock } = input
        this.#of(VpcId)
        if (this.#inVpc(VpcId).some((each) => each['CidrBlock'] === CidrBlock))
          throw awsError('InvalidSubnet.Conflict', 400)
        return { Subnet: withId(this.#create('subnet', input, { VpcId, CidrBlock })) }
      },
      deleteSubnet: ({ SubnetId }: { SubnetId: string }) =>
        this.#remove(
          SubnetId,
          [...this.#list('nat-gateway', []), ...this.#list('network-interface', [])].filter(
            (each) => each['SubnetId'] === SubnetId && isAlive(each),
          ),
        ),
    }
  }

  #gateways(): Operations {
    const internet = (each: Resource) => ({
      ...each,
      InternetGatewayId: each.id,
      Attachments: each['VpcId'] === undefined ? [] : [{ VpcId: each['VpcId'] }],
    })
    return {
      describeInternetGateways: ({ Filters }: { Filters: Filter[] }) => ({
        InternetGateways: this.#list('internet-gateway', Filters).map(internet),
      }),
      createInternetGateway: (input: Tagged) => ({
        InternetGateway: internet(this.#create('internet-gateway', input, {})),
      }),
      attachInternetGateway: (input: { InternetGatewayId: string; VpcId: string }) => {
        const gateway = this.#of(input.InternetGatewayId)
        if (gateway['VpcId'] !== undefined) throw awsError('Resource.AlreadyAssociated', 400)
        gateway['VpcId'] = input.VpcId
      },
      detachInternetGateway: (input: { InternetGatewayId: string }) => {
        delete this.#of(input.InternetGatewayId)['VpcId']
      },
      deleteInternetGateway: (input: { InternetGatewayId: string }) => {
        if (this.#of(input.InternetGatewayId)['VpcId'] !== undefined)
          throw awsError('DependencyViolation', 400)
        this.#remove(input.InternetGatewayId)
      },
      ...this.#natGateways(),
    }
  }

  #natGateways(): Operations {
    const address = (each: Resource) => ({ ...each, AllocationId: each.id })
    const nat = (each: Resource) => ({ ...each, NatGatewayId: each.id })
    return {
      describeAddresses: ({ Filters }: { Filters: Filter[] }) => ({
        Addresses: this.#list('elastic-ip', Filters).map(address),
      }),
      allocateAddress: (input: Tagged) => address(this.#create('elastic-ip', input, {})),
      releaseAddress: ({ AllocationId }: { AllocationId: string }) => {
        const isUsed = this.#list('nat-gateway', []).some(
          (each) => each['AllocationId'] === AllocationId && isAlive(each),
        )
        if (isUsed) throw awsError('InvalidIPAddress.InUse', 400)
        this.#remove(AllocationId)
      },
      describeNatGateways: ({ Filter: filters }: { Filter: Filter[] }) => {
        const found = this.#list('nat-gateway', filters)
        const shown = found.map(nat)
        for (const each of found) {
          if (each['State'] === 'pending') each['State'] = 'available'
          if (each['State'] === 'deleting') this.#resources.delete(each.id)
        }
        return { NatGateways: shown }
      },
      createNatGateway: (input: Tagged & { ClientToken: string; SubnetId: string; AllocationId: string }) => {
        const { ClientToken, SubnetId, AllocationId } = input
        const known = this.#list('nat-gateway', []).find((each) => each['ClientToken'] === ClientToken)
        this.#of(SubnetId)
        this.#of(AllocationId)
        const fields = { ClientToken, SubnetId, AllocationId, State: 'pending' }
        return { NatGateway: nat(known ?? this.#create('nat-gateway', input, fields)) }
      },
      deleteNatGateway: ({ NatGatewayId }: { NatGatewayId: string }) => {
        this.#of(NatGatewayId)['State'] = 'deleting'
      },
    }
  }

  #routes(): Operations {
    const table = (each: Resource) => ({ ...each, RouteTableId: each.id })
    const of = ({ RouteTableId }: { RouteTableId: string }) =>
      this.#of(RouteTableId) as Resource & { Routes: Route[]; Associations: Association[] }
    const associations = () =>
      this.#list('route-table', []).map((each) => each as Resource & { Associations: Association[] })
    return {
      describeRouteTables: ({ Filters }: { Filters: Filter[] }) => ({
        RouteTables: this.#list('route-table', Filters).map(table),
      }),
      createRouteTable: (input: Tagged & { ClientToken: string; VpcId: string }) => {
        const { ClientToken, VpcId } = input
        this.#of(VpcId)
        const known = this.#list('route-table', []).find((each) => each['ClientToken'] === ClientToken)
        const fields = { ClientToken, VpcId, Routes: [], Associations: [] }
        return { RouteTable: table(known ?? this.#create('route-table', input, fields)) }
      },
      createRoute: ({ RouteTableId, ...route }: Route & { RouteTableId: string }) => {
        const { NatGatewayId } = route
        if (typeof NatGatewayId === 'string' && this.#of(NatGatewayId)['State'] !== 'available')
          throw awsError('InvalidNatGatewayID.NotFound', 400)
        const { Routes } = of({ RouteTableId })
        if (Routes.length > 0) throw awsError('RouteAlreadyExists', 400)
        Routes.push(route)
      },
      associateRouteTable: (input: { RouteTableId: string; SubnetId: string }) => {
        const { SubnetId } = input
        if (associations().some((each) => each.Associations.some((known) => known.SubnetId === SubnetId)))
          throw awsError('Resource.AlreadyAssociated', 400)
        const RouteTableAssociationId = `rtbassoc-${(this.#made += 1)}`
        of(input).Associations.push({ RouteTableAssociationId, SubnetId })
      },
      disassociateRouteTable: ({ AssociationId }: { AssociationId: string }) => {
        for (const each of associations())
          each.Associations = each.Associations.filter(
            (known) => known.RouteTableAssociationId !== AssociationId,
          )
      },
      deleteRouteTable: (input: { RouteTableId: string }) => {
        if (of(input).Associations.length > 0) throw awsError('DependencyViolation', 400)
        this.#remove(input.RouteTableId)
      },
    }
  }
}

function isAlive({ State }: Record<string, unknown>): boolean {
  return State !== 'deleted'
}

function matches(resource: Resource, { Name, Values }: Filter): boolean {
  if (Name === 'vpc-id') return Values.includes(String(resource['VpcId']))
  return resource.Tags.some(({ Key = '', Value = '' }) => `tag:${Key}` === Name && Values.includes(Value))
}
