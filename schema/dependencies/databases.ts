import type { AwsDatabaseEngine } from '../aws.ts'
import type { DatabaseEngine, DatabaseProviderName } from '../databases.ts'
import type { Binding, SecretValues } from './binding.ts'

/** The outputs of a database that its binding consists of. */
export interface DatabaseAddress {
  provider: DatabaseProviderName
  engine: DatabaseEngine
  host: string
  port: number
  database: string
  username: string
}

/** How addresses of an engine are written. */
interface UriForm {
  /** The type of the binding. */
  type: string
  scheme: string
  jdbcScheme: string
}

const uriForms: Readonly<Record<DatabaseEngine, UriForm>> = {
  postgres: { type: 'postgresql', scheme: 'postgresql', jdbcScheme: 'postgresql' },
  mysql: { type: 'mysql', scheme: 'mysql', jdbcScheme: 'mysql' },
}

/** Values of the entry `provider`: the software that responds, because MariaDB differs from MySQL. */
const software: Readonly<Record<DatabaseProviderName, string>> = {
  'cloudnative-pg': 'cloudnative-pg',
  'mariadb-operator': 'mariadb',
  aws: 'aws',
  terraform: 'terraform',
}

/** Returns the binding of a database; undefined while its password is unknown. */
export function bindDatabase(
  { provider, engine, host, port, database, username }: DatabaseAddress,
  { password }: SecretValues,
): Binding | undefined {
  return password === undefined
    ? undefined
    : bindingOf({ provider: software[provider], engine, host, port, database, username }, password)
}

/** Returns the binding of a database of Amazon RDS; undefined while its password is unknown. */
export function bindAwsDatabase(
  {
    engine,
    host,
    port,
    database,
    username,
  }: Omit<DatabaseAddress, 'provider' | 'engine'> & { engine: AwsDatabaseEngine },
  { password }: SecretValues,
): Binding | undefined {
  const protocol = engine === 'postgres' ? 'postgres' : 'mysql'
  return password === undefined
    ? undefined
    : bindingOf({ provider: 'aws', engine: protocol, host, port, database, username }, password)
}

function bindingOf(
  {
    provider,
    engine,
    host,
    port,
    database,
    username,
  }: Omit<DatabaseAddress, 'provider'> & { provider: string },
  password: string,
): Binding {
  const { type, scheme, jdbcScheme } = uriForms[engine]
  const [user, encoded] = [username, password].map(encodeURIComponent)
  const place = `${host}:${port}/${database}`
  return {
    type,
    entries: {
      provider,
      host,
      port: String(port),
      database,
      username,
      password,
      uri: `${scheme}://${user}:${encoded}@${place}`,
      'jdbc-uri': `jdbc:${jdbcScheme}://${place}?user=${user}&password=${encoded}`,
    },
  }
}
