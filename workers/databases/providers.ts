import type { DatabaseProviderName } from '../../schema/databases.ts'
import { aws } from './aws.ts'
import { cloudNativePg } from './cloudnative-pg.ts'
import { mariadbOperator } from './mariadb-operator.ts'
import type { DatabaseProvider } from './provider.ts'
import { terraform } from './terraform.ts'

/** The providers of databases: one file each. */
export const providers: Readonly<Record<DatabaseProviderName, DatabaseProvider>> = {
  'cloudnative-pg': cloudNativePg,
  'mariadb-operator': mariadbOperator,
  aws,
  terraform,
}
