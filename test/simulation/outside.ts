import type { Tables } from './database/tables.ts'
import type { SimulatedAws } from './components/aws/aws.ts'
import type { SimulatedClouds } from './components/clouds.ts'
import type { SimulatedTerraform } from './components/terraform.ts'
import type { SimulatedCluster } from './components/cluster.ts'
import type { Wishes } from './wishes.ts'

/** All that is left once the simulation is at rest. */
export interface Outside {
  tables: Tables
  clusters: ReadonlyMap<string, SimulatedCluster>
  aws: Pick<SimulatedAws, 'resources'>
  clouds: Pick<SimulatedClouds, 'resources'>
  terraform: Pick<SimulatedTerraform, 'resources'>
  wishes: Wishes
  /** The keys of objects that may exist. @default none */
  records?: ReadonlySet<string> | undefined
}
