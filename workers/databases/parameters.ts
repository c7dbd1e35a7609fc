import type { DatabaseSize } from '../../schema/databases.ts'

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
  storageClass?: string
}

const sizes: Readonly<Record<DatabaseSize, Pick<DatabaseParameters, 'cpu' | 'memory'>>> = {
  small: { cpu: '250m', memory: '1Gi' },
  medium: { cpu: '1', memory: '4Gi' },
  large: { cpu: '4', memory: '16Gi' },
}

const images = {
  'cloudnative-pg': 'ghcr.io/cloudnative-pg/postgresql',
  'mariadb-operator': 'docker.io/library/mariadb',
} as const

/** Returns the parameters of the databases of a provider. */
export function databaseParameters(provider: keyof typeof images, size: DatabaseSize): DatabaseParameters {
  return { ...sizes[size], servers: 3, image: images[provider] }
}
