import type { Pool } from 'pg'
import type { LoggedChange } from '../schema/graphql/store.ts'
import type { StopStep } from '../process/shutdown.ts'
import type { Log } from '../telemetry/log.ts'
import type { Broker } from './delivery/broker.ts'
import type { ChangeFeed } from './delivery/change-feed.ts'
import { holdLease, type LeasedWork } from './delivery/leader-lease.ts'
import { relayWork } from './delivery/relay.ts'
import { resyncWork } from './delivery/resync.ts'
import { housekeepingWork } from './delivery/retention.ts'
import { sealingWork } from './sealing.ts'
import type { Retention } from './store/change-log.ts'
import type { Encryption } from './store/encryption.ts'

export interface LeasedWorkOptions {
  pool: Pool
  feed: ChangeFeed
  broker: Pick<Broker, 'publish' | 'queued'>
  encryption: Encryption
  retention: Retention
  log: Log
  /** Called with changes whose triggers are published, or left to those who look for what is due. */
  onRelayed?: (changes: readonly LoggedChange[]) => void
  /** Called with the number of objects that were triggered because they were due. */
  onResynced?: (objects: number) => void
}

/** Everything that one server at a time does, whichever holds its lease. */
export function leasedWork(options: LeasedWorkOptions): LeasedWork[] {
  const { onRelayed = () => undefined, onResynced = () => undefined, ...rest } = options
  return [
    relayWork({ ...rest, onPassed: onRelayed }),
    resyncWork({ ...rest, onResynced }),
    housekeepingWork(rest),
    sealingWork(rest),
  ]
}

/** Takes part in leased work. @returns The steps that hand each lease back. */
export function takePart(works: readonly LeasedWork[], { pool, log }: { pool: Pool; log: Log }): StopStep[] {
  return works.map((work) => ({
    step: `hand back ${work.name}`,
    run: holdLease(pool, log, work),
  }))
}
