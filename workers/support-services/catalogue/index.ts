import { certificates } from './certificates.ts'
import { dns } from './dns.ts'
import { gateway } from './gateway.ts'
import { autoscaling } from './autoscaling.ts'
import { metrics } from './metrics.ts'
import { secrets } from './secrets.ts'
import type { ChartedService } from '../../../schema/support-services.ts'
import type { SupportServiceData } from './support-service-data.ts'

/** All services that are installed from charts. A service without an entry is known to newer workers only. */
export const catalogue: Readonly<Partial<Record<ChartedService, SupportServiceData>>> = {
  gateway,
  certificates,
  dns,
  autoscaling,
  metrics,
  secrets,
}
