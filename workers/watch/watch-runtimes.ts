import { ListWatchedDocument, type ListWatchedQuery } from '../generated/documents.ts'
import type { Client } from '../api-client.ts'
import { KubernetesRuntimeInstance } from '../../schema/kinds/kubernetes-runtime.ts'
import { runRounds } from '../../process/rounds.ts'
import type { Log } from '../../telemetry/log.ts'
import type { Metrics } from '../../telemetry/metrics.ts'
import type { LastLooks } from './last-looks.ts'
import { lockTerm, type Locks } from './watch-lock.ts'
import type { Clusters } from '../runtimes/clusters.ts'
import { probeUnused } from './probe-unused.ts'
import { unlessAborted } from '../../process/unless-aborted.ts'
import { RuntimeWatch } from './runtime-watch.ts'
import { Triggers, type TriggersOptions } from './triggers.ts'
import type { WatchedRuntime } from './watched-runtime.ts'

export interface WatchRuntimesOptions extends Pick<TriggersOptions, 'reconciling'> {
  client: Client
  /** The clusters that are watched. They are closed with the watches. */
  clusters: Clusters
  locks: Locks
  looks: LastLooks
  log: Log
  metrics: Metrics
  /** The interval in milliseconds at which runtimes and their types are polled. @default 2000 */
  pollInterval?: number
}

const stateNumbers = { closed: 0, halfOpen: 1, open: 2 } as const

/**
 * Watches our resources in every cluster, each by one worker at a time, and triggers the objects whose resources change:
 * when a controller makes progress, or when another actor causes drift.
 *
 * @returns A function that stops the watches.
 */
export function watchRuntimes(options: WatchRuntimesOptions): () => Promise<void> {
  const { client, clusters, log, metrics, pollInterval = 2000 } = options
  const stopping = new AbortController()
  const watched = new Map<string, RuntimeWatch>()
  const breakerStates = metrics.gauge(
    'qleet_cluster_breaker_state',
    'State of the circuit breaker of a cluster: 0 closed, 1 half-open, 2 open',
    ['runtime'],
  )
  const triggers = new Triggers(options)

  const poll = async (): Promise<void> => {
    const runtimes = new Map((await listRuntimes(client)).map((runtime) => [runtime.id, runtime]))
    for (const [id, watch] of watched) {
      if (runtimes.get(id)?.deletionRequestedAt === null) continue
      watched.delete(id)
      await watch.end()
      await clusters.evict(id)
    }
    for (const runtime of runtimes.values()) {
      if (runtime.deletionRequestedAt !== null || runtime.outputs === null) continue
      if (stopping.signal.aborted) return
      const watch = watched.get(runtime.id) ?? new RuntimeWatch({ ...options, runtime, triggers })
      watched.set(runtime.id, watch)
      await watch.update(runtime)
    }
    // The poll goes on meanwhile. A breaker admits one probe at a time.
    void probeUnused(clusters, stopping.signal)
    breakerStates.reset()
    for (const [id, state] of clusters.breakers())
      breakerStates.set({ runtime: runtimes.get(id)?.name ?? id }, stateNumbers[state])
  }

  // All at once: between two renewals, this process and the broker rest.
  const renewal = setInterval(() => {
    for (const watch of watched.values()) void watch.renew()
  }, lockTerm / 3)

  const { signal } = stopping
  const onFailure = (error: unknown): void => {
    if (!signal.aborted) log.warn({ err: error }, 'cannot list the runtimes to watch')
  }
  const loop = runRounds({ every: pollInterval, signal, onFailure }, () => unlessAborted(poll(), signal))

  return async () => {
    stopping.abort()
    await loop
    clearInterval(renewal)
    triggers.end()
    await Promise.all([...watched.values()].map((watch) => watch.end()))
    await clusters.close()
  }
}

/** The number of runtimes per request. */
const pageSize = 500

/** Lists all runtimes. One that is created meanwhile may be missing until the next poll. */
export async function listRuntimes(
  client: Pick<Client, 'execute'>,
  first = pageSize,
): Promise<WatchedRuntime[]> {
  const found: WatchedRuntime[] = []
  for (let after: string | null = null; ;) {
    const { result }: ListWatchedQuery = await client.execute(ListWatchedDocument, {
      kind: KubernetesRuntimeInstance.kind,
      first,
      after,
    })
    found.push(...result.runtimes)
    if (result.next === null) return found
    after = result.next
  }
}
