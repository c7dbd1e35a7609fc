import type { Client } from './api-client.ts'
import type { Shutdown, StopStep } from '../process/shutdown.ts'
import type { Log } from '../telemetry/log.ts'
import type { Metrics } from '../telemetry/metrics.ts'
import { consumeTriggers, type TriggerQueue } from './engine/consumer.ts'
import { takeDirectly } from './engine/direct.ts'
import { createDispatcher, type Dispatcher } from './engine/dispatcher.ts'
import { renewLeases } from './engine/lease-keeper.ts'
import type { ReconcilePool } from './engine/pool.ts'
import { lossReporter } from './engine/quarantine.ts'
import { runReconcile } from './engine/run-reconcile.ts'
import type { Clusters } from './runtimes/clusters.ts'
import { watchRuntimes, type WatchRuntimesOptions } from './watch/watch-runtimes.ts'
import type { LastLooks } from './watch/last-looks.ts'
import type { Locks } from './watch/watch-lock.ts'

export interface WorkerOptions extends Pick<WatchRuntimesOptions, 'pollInterval'> {
  client: Client
  pool: ReconcilePool
  queue: TriggerQueue
  /** The locks of the watches: one worker at a time watches a runtime. */
  locks: Locks
  /** Which workers have looked at all objects of a runtime. */
  looks: LastLooks
  /** The clusters that are watched. They are closed with the watches. */
  clusters: Clusters
  /** The kinds that this worker reconciles. */
  kinds: readonly string[]
  log: Log
  metrics: Metrics
  /** Registers the step that stops the renewal of leases, which has to run after all other steps. */
  shutdown: Shutdown
}

export interface StartedWorker {
  /** The shutdown steps of its loops. */
  steps: StopStep[]
  dispatcher: Pick<Dispatcher, 'running' | 'slots'>
}

/** Milliseconds for which the shutdown waits for running reconciles. */
const drainTimeout = 8000

/**
 * Starts all loops of a worker: it consumes triggers, polls for due objects, dispatches reconciles to the pool, renews
 * their leases, and watches clusters.
 */
export function startWorker(options: WorkerOptions): StartedWorker {
  const { client, pool, queue, kinds, log, metrics, shutdown } = options
  const durations = metrics.histogram('qleet_reconcile_seconds', 'Duration of reconciles', ['kind', 'result'])
  const dispatcher = createDispatcher({
    pool,
    log,
    reportLost: ({ id, why }, lease) =>
      runReconcile({ id, lease, reconciler: lossReporter(why), environment: undefined, client, log }),
    onFinished: (kind, result, seconds) =>
      durations.observe(
        { kind, result: result.result === 'reported' ? result.outcome : result.result },
        seconds,
      ),
  })
  shutdown.add({ step: 'stop renewing leases', run: renewLeases({ client, dispatcher, log }) })

  const stopWatches = watchRuntimes({
    ...options,
    reconciling: () => new Set(dispatcher.running().map(({ id }) => id)),
  })
  const stopConsumers = kinds.map((kind) => consumeTriggers({ queue, kind, dispatcher, log }))
  const taken = metrics.counter(
    'qleet_taken_directly_total',
    'Objects that were taken from a server because NATS did not deliver them',
  )
  const stopTaking = takeDirectly({
    client,
    dispatcher,
    kinds,
    isBrokerConnected: () => queue.isConnected,
    log,
    onTaken: (objects) => taken.inc(objects),
  })
  const steps = [
    {
      step: 'stop taking triggers',
      run: () => Promise.all([stopTaking, ...stopConsumers].map((stop) => stop())),
    },
    {
      step: 'wait for reconciles',
      run: () => dispatcher.drain(drainTimeout),
      waitsFor: () => dispatcher.running().map(({ kind, id }) => ({ kind, id })),
    },
    { step: 'stop the watches', run: stopWatches },
  ]
  return { steps, dispatcher }
}
