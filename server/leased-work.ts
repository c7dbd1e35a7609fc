import type { Pool } from 'pg'
import type { LoggedChange } from '../schema/graphql/store-queries.ts'
import type { StopStep } from '../process/shutdown.ts'
import type { Log } from '../telemetry/log.ts'
import type { Broker } from './delivery/broker.ts'
import type { ChangeFeed } from './delivery/change-feed.ts'
import { holdLeases, type LeasedWork } from './delivery/leader-leases.ts'
import { relayWork } from './delivery/relay.ts'
import { resyncWork } from './delivery/resync.ts'
import { housekeepingWork } from './delivery/retention.ts'
import { rolloutsWork, type RolloutsOptions } from './definition-rollouts.ts'
import { indexingWork } from './indexing.ts'
import { notificationsWork } from './notifications/work.ts'
import { sealingWork } from './sealing.ts'
import { statisticsWork } from './statistics.ts'
import type { Retention } from './store/change-log.ts'
import type { Encryption } from './store/encryption.ts'

export interface LeasedWorkOptions {
  pool: Pool
  store: RolloutsOptions['store']
  feed: ChangeFeed
  broker: Pick<Broker, 'publish' | 'queued'>
  encryption: Encryption
  retention: Retention
  log: Log
  /** Called with changes whose triggers are published, or whose dependents have become due for resync. */
  onRelayed?: (changes: readonly LoggedChange[]) => void
  /** Called with the number of objects that resync triggered. */
  onResynced?: (objects: number) => void
}

/** Returns the singleton work: each item runs on the one server that holds its lease. */
export function leasedWork(options: LeasedWorkOptions): LeasedWork[] {
  const { onRelayed = () => undefined, onResynced = () => undefined, ...rest } = options
  return [
    relayWork({ ...rest, onPassed: onRelayed }),
    resyncWork({ ...rest, onResynced }),
    housekeepingWork(rest),
    sealingWork(rest),
    indexingWork(rest),
    statisticsWork(rest),
    notificationsWork(rest),
    rolloutsWork(rest),
  ]
}

/** Competes for the lease of each piece of work. @returns The shutdown step that ends the works and releases the leases. */
export function startLeasedWork(
  works: readonly LeasedWork[],
  { pool, log }: { pool: Pool; log: Log },
): StopStep {
  return { step: 'release the leases', run: holdLeases(pool, log, works) }
}
