import { certificates } from './certificates.ts'
import { dns } from './dns.ts'
import { gateway } from './gateway.ts'
import { secrets } from './secrets.ts'
import type { ChartedService, SupportServiceData } from './support-service-data.ts'

/** All services that are installed from charts. A service without an entry is known to newer workers only. */
export const catalogue: Readonly<Partial<Record<ChartedService, SupportServiceData>>> = {
  gateway,
  certificates,
  dns,
  secrets,
}
