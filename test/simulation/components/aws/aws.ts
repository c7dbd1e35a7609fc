import type { RegionClients } from '../../../../workers/aws/clients.ts'
import type { World } from '../../world/world.ts'
import type { Network } from '../network.ts'
import { DatabasesModel } from './databases.ts'
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
  const regions = new Map<string, DatabasesModel>()
  const databasesIn = (region: string): DatabasesModel => {
    const known = regions.get(region) ?? new DatabasesModel(region)
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
      iam: lazily('iam', storage.iam()),
      sts: lazily('sts', sts),
      ec2: lazily('ec2', databasesIn(region).ec2()),
      rds: lazily('rds', databasesIn(region).rds()),
      eks: lazily('eks', {}),
    }),
    resources: () => [...storage.resources(), ...[...regions.values()].flatMap((each) => each.resources())],
  }
}
