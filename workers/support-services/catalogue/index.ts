import { databases } from './databases.ts'
import { mysql } from './mysql.ts'
import { objectStorage } from './object-storage.ts'
import { secrets } from './secrets.ts'
import type { ChartedService, SupportServiceData } from './support-service-data.ts'

/** All services that are installed from charts. A service without an entry is known to newer workers only. */
export const catalogue: Readonly<Partial<Record<ChartedService, SupportServiceData>>> = {
  databases,
  mysql,
  'object-storage': objectStorage,
  secrets,
}
