import type { ChartedService } from '../../../schema/support-services.ts'
import { autoscaling } from './autoscaling.ts'
import { certificates } from './certificates.ts'
import { databases } from './databases.ts'
import { dns } from './dns.ts'
import { gateway } from './gateway.ts'
import { logCollector } from './log-collector.ts'
import { metrics } from './metrics.ts'
import { mysql } from './mysql.ts'
import { objectStorage } from './object-storage.ts'
import { secrets } from './secrets.ts'
import type { SupportServiceData } from './support-service-data.ts'

/** All services that are installed from charts. A service without an entry is known to newer workers only. */
export const catalogue: Readonly<Partial<Record<ChartedService, SupportServiceData>>> = {
  autoscaling,
  certificates,
  databases,
  dns,
  gateway,
  'log-collector': logCollector,
  metrics,
  mysql,
  'object-storage': objectStorage,
  secrets,
}
