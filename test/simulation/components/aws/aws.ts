import type { RegionClients } from '../../../../workers/aws/clients.ts'
import type { World } from '../../world/world.ts'
import type { Network } from '../network.ts'
import { ClustersModel } from './clusters.ts'
import { DatabasesModel } from './databases.ts'
import { NetworksModel } from './networks.ts'
import { RolesModel } from './roles.ts'
import { clientOf, type Operations } from './service.ts'
import { StorageModel } from './storage.ts'

/** A model of AWS with one account, which workers call as they call AWS. */
export interface SimulatedAws {
  /** Returns the clients of a region. */
  in(region: string): RegionClients
  /** Returns all resources as `type id`. */
  resources(): string[]
}

/** The ID of the account, as in the examples of AwsAccount. */
const accountId = '123456789012'

export function createSimulatedAws({ world, network }: { world: World; network: Network }): SimulatedAws {
  const process = world.process('aws')
  const storage = new StorageModel()
  const roles = new RolesModel()
  const regions = new Map<string, RegionModel>()
  const regionOf = (region: string): RegionModel => {
    const known = regions.get(region) ?? new RegionModel(region, roles)
    regions.set(region, known)
    return known
  }
  const sts: Operations = {
    getCallerIdentity: () => ({ Account: accountId, Arn: `arn:aws:iam::${accountId}:user/qleetos` }),
  }
  const lazily = (service: string, operations: Operations) => {
    const client = clientOf(service, operations, { network, process })
    // Reconcilers use nothing of a client but its operations.
    return async () => client as never
  }
  return {
    in: (region) => ({
      s3: lazily('s3', storage.s3(region)),
      iam: lazily('iam', { ...storage.iam(), ...roles.iam() }),
      sts: lazily('sts', sts),
      ec2: lazily('ec2', regionOf(region).ec2()),
      ec2Once: lazily('ec2', regionOf(region).ec2()),
      rds: lazily('rds', regionOf(region).databases.rds()),
      eks: lazily('eks', regionOf(region).clusters.eks()),
      clusterToken: async (cluster) => `token for ${cluster}`,
      credentials: async () => ({ accessKeyId: 'AKIASIMULATED', secretAccessKey: 'simulated' }),
    }),
    resources: () => [
      ...storage.resources(),
      ...roles.resources(),
      ...[...regions.values()].flatMap((each) => each.resources()),
    ],
  }
}

/** The models of what belongs to one region. */
class RegionModel {
  readonly databases: DatabasesModel
  readonly clusters: ClustersModel
  readonly #networks: NetworksModel

  constructor(region: string, roles: RolesModel) {
    this.databases = new DatabasesModel(region)
    this.#networks = new NetworksModel(region)
    this.clusters = new ClustersModel(region, this.#networks, (arn) => roles.has(arn))
  }

  ec2(): Operations {
    const [existing, created] = [this.databases.ec2(), this.#networks.ec2()]
    /** Resources that we have created are listed by their tags, and the default VPC otherwise. */
    const listed =
      (name: string) =>
      (input: never): unknown => {
        const { Filters = [] } = input as { Filters?: { Name: string }[] }
        const isByTag = Filters.some(({ Name }) => Name.startsWith('tag:'))
        return (isByTag ? created : existing)[name]?.(input)
      }
    const shared = ['describeVpcs', 'describeSubnets'].map((name) => [name, listed(name)])
    return { ...created, ...existing, ...(Object.fromEntries(shared) as Operations) }
  }

  resources(): string[] {
    return [...this.databases.resources(), ...this.#networks.resources(), ...this.clusters.resources()]
  }
}
