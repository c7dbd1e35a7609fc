/* What databases can be: data that the API, the console and the workers share. */

/** The engines of databases: the protocol and the SQL that an application speaks. */
export const databaseEngines = ['postgres', 'mysql'] as const
export type DatabaseEngine = (typeof databaseEngines)[number]

/** The providers of databases. */
export const databaseProviders = ['cloudnative-pg', 'mariadb-operator', 'aws', 'terraform'] as const
export type DatabaseProviderName = (typeof databaseProviders)[number]

/** The software behind an engine, which differs by provider. */
interface OfferedVersions {
  provider: DatabaseProviderName
  /** The major versions, the oldest first. The last one is the default. */
  versions: readonly string[]
}

/**
 * The default provider of each engine, with its versions.
 *
 * CloudNativePG: https://cloudnative-pg.io/documentation/current/supported_releases/. MariaDB: its long-term releases,
 * https://mariadb.org/about/#maintenance-policy.
 */
export const offeredVersions: Readonly<Record<DatabaseEngine, OfferedVersions>> = {
  postgres: { provider: 'cloudnative-pg', versions: ['14', '15', '16', '17', '18'] },
  mysql: { provider: 'mariadb-operator', versions: ['10.11', '11.4', '11.8'] },
}

export const databaseSizes = ['small', 'medium', 'large'] as const
export type DatabaseSize = (typeof databaseSizes)[number]

/** Names of databases that the engines reserve for themselves or for their providers. */
export const reservedDatabaseNames: Readonly<Record<DatabaseEngine, readonly string[]>> = {
  postgres: ['postgres', 'template0', 'template1', 'streaming_replica'],
  mysql: ['mysql', 'sys', 'information_schema', 'performance_schema', 'root', 'mariadb'],
}
