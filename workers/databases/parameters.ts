import type { DatabaseProviderName, DatabaseSize } from '../../schema/databases.ts'
import { databaseParameters } from '../../schema/profiles/types.ts'

/** What operations decide about databases. */
export interface DatabaseParameters {
  /** The CPU that each server requests. */
  cpu: string
  /** The memory of each server, which is also its limit. */
  memory: string
  /** The number of servers of a database with high availability. */
  servers: number
  /** The repository of the images of the servers. */
  image: string
  /** The class of the volumes. @default that of the cluster */
  storageClass?: string | undefined
}

const defaultSizes: Readonly<Record<DatabaseSize, Pick<DatabaseParameters, 'cpu' | 'memory'>>> = {
  small: { cpu: '250m', memory: '1Gi' },
  medium: { cpu: '1', memory: '4Gi' },
  large: { cpu: '4', memory: '16Gi' },
}

/** The providers that are operators in the runtime. */
export type OperatorName = Exclude<DatabaseProviderName, 'aws' | 'terraform'>

const images: Readonly<Record<OperatorName, string>> = {
  'cloudnative-pg': 'ghcr.io/cloudnative-pg/postgresql',
  'mariadb-operator': 'docker.io/library/mariadb',
}

/** A database as far as its parameters depend on it. */
interface Sized {
  provider: OperatorName
  size: DatabaseSize
}

/** Returns the parameters of a database: those that its profile decided, and defaults for the others. */
export function parametersOf({ provider, size }: Sized, decided: unknown): DatabaseParameters {
  const { instances, image, storageClass, sizes = {} } = databaseParameters.parse(decided ?? {})
  const { cpu, memory } = defaultSizes[size]
  return {
    cpu: sizes[size]?.cpu ?? cpu,
    memory: sizes[size]?.memory ?? memory,
    servers: instances ?? 3,
    image: image ?? images[provider],
    storageClass,
  }
}
