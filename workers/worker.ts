import type { Client } from '../client-sdk/index.ts'
import type { Shutdown, StopStep } from '../process/shutdown.ts'
import type { Log } from '../telemetry/log.ts'
import type { Metrics } from '../telemetry/metrics.ts'
import { consumeTriggers, type TriggerQueue } from './engine/consumer.ts'
import { takeDirectly } from './engine/direct.ts'
import { createDispatcher } from './engine/dispatcher.ts'
import { keepLeases } from './engine/lease-keeper.ts'
import type { ReconcilePool } from './engine/pool.ts'
import { reportingLoss } from './engine/quarantine.ts'
import { runReconcile } from './engine/run-reconcile.ts'
import type { Clusters } from './runtimes/clusters.ts'
import { watchRuntimes, type WatchRuntimesOptions } from './watch/watch-runtimes.ts'
import type { Locks } from './watch/watch-lock.ts'

export interface WorkerOptions extends Pick<WatchRuntimesOptions, 'lookEvery'> {
  client: Client
  pool: ReconcilePool
  queue: TriggerQueue
  /** Of the watches: one worker at a time watches a runtime. */
  locks: Locks
  /** For the watches, which close it. */
  clusters: Clusters
  /** Kinds that this worker reconciles. */
  kinds: readonly string[]
  log: Log
  metrics: Metrics
  /** Gets what hands the leases back, once everything else has ended. */
  shutdown: Shutdown
}

/** Milliseconds that running reconciles get to end by themselves. */
const grace = 8000

/**
 * Starts all loops of a worker: it takes triggers and what is due, has the pool reconcile the objects, keeps the leases of
 * those, and watches clusters.
 *
 * @returns The steps that end them.
 */
export function startWorker(options: WorkerOptions): StopStep[] {
  const { client, pool, queue, kinds, log, metrics, shutdown } = options
  const durations = metrics.histogram('qleet_reconcile_seconds', 'Duration of reconciles', ['kind', 'result'])
  const dispatcher = createDispatcher({
    pool,
    log,
    reportLost: ({ id, why }, lease) =>
      runReconcile({ id, lease, reconciler: reportingLoss(why), environment: undefined, client, log }),
    onFinished: (kind, result, seconds) =>
      durations.observe(
        { kind, result: result.result === 'reported' ? result.outcome : result.result },
        seconds,
      ),
  })
  shutdown.add({ step: 'keep no more leases', run: keepLeases({ client, dispatcher, log }) })

  const stopWatches = watchRuntimes(options)
  const stopConsumers = kinds.map((kind) => consumeTriggers({ queue, kind, dispatcher, log }))
  const taken = metrics.counter(
    'qleet_taken_directly_total',
    'Objects that were taken from a server because NATS did not bring them',
  )
  const stopTaking = takeDirectly({
    client,
    dispatcher,
    kinds,
    brokerIsThere: () => queue.isThere,
    log,
    onTaken: (objects) => taken.inc(objects),
  })
  return [
    {
      step: 'take no more triggers',
      run: () => Promise.all([stopTaking, ...stopConsumers].map((stop) => stop())),
    },
    {
      step: 'wait for reconciles',
      run: () => dispatcher.drain(grace),
      waitsFor: () => dispatcher.running().map(({ kind, id }) => ({ kind, id })),
    },
    { step: 'end the watches', run: stopWatches },
  ]
}
