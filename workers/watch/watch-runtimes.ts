import { ListWatchedDocument, type ListWatchedQuery } from '../generated/documents.ts'
import type { Client } from '../../client-sdk/index.ts'
import { pause } from '../../schema/retry.ts'
import type { Log } from '../../telemetry/log.ts'
import type { Metrics } from '../../telemetry/metrics.ts'
import type { Locks } from './watch-lock.ts'
import type { Clusters } from '../runtimes/clusters.ts'
import { unlessAborted } from '../unless-aborted.ts'
import { RuntimeWatch, type WatchedRuntime } from './runtime-watch.ts'
import { Triggers } from './triggers.ts'

export interface WatchRuntimesOptions {
  client: Client
  /** Closed with the watches. */
  clusters: Clusters
  locks: Locks
  log: Log
  metrics: Metrics
  /** Milliseconds between two looks at which runtimes and kinds there are. @default 2000 */
  lookEvery?: number
}

const stateNumbers = { closed: 0, halfOpen: 1, open: 2 } as const

/**
 * Watches what is ours in every cluster, each by one worker at a time, and triggers the objects whose resources change:
 * by a controller on its way to ready, or by somebody who should not.
 *
 * @returns What ends the watches.
 */
export function watchRuntimes(options: WatchRuntimesOptions): () => Promise<void> {
  const { client, clusters, log, metrics, lookEvery = 2000 } = options
  const stopping = new AbortController()
  const watched = new Map<string, RuntimeWatch>()
  const breakerStates = metrics.gauge(
    'qleet_cluster_breaker_state',
    'Whether requests go to a cluster: 0 all, 1 one that tries, 2 none',
    ['runtime'],
  )
  const triggers = new Triggers(client, log)

  const look = async (): Promise<void> => {
    const runtimes = new Map((await listRuntimes(client)).map((runtime) => [runtime.id, runtime]))
    for (const [id, watch] of watched) {
      if (runtimes.get(id)?.deletionRequestedAt === null) continue
      watched.delete(id)
      await watch.end()
      await clusters.forget(id)
    }
    for (const runtime of runtimes.values()) {
      if (runtime.deletionRequestedAt !== null || runtime.outputs === null) continue
      if (stopping.signal.aborted) return
      const watch = watched.get(runtime.id) ?? new RuntimeWatch({ ...options, runtime, triggers })
      watched.set(runtime.id, watch)
      await watch.update(runtime)
    }
    breakerStates.reset()
    for (const [id, state] of clusters.breakers())
      breakerStates.set({ runtime: runtimes.get(id)?.name ?? id }, stateNumbers[state])
  }

  const loop = (async () => {
    let failing = false
    while (!stopping.signal.aborted) {
      await unlessAborted(look(), stopping.signal).then(
        () => (failing = false),
        (error: unknown) => {
          if (!failing && !stopping.signal.aborted)
            log.warn({ err: error }, 'cannot see which runtimes to watch')
          failing = true
        },
      )
      await pause(lookEvery, stopping.signal)
    }
  })()

  return async () => {
    stopping.abort()
    await loop
    triggers.end()
    await Promise.all([...watched.values()].map((watch) => watch.end()))
    await clusters.close()
  }
}

/** Runtimes that are asked for at once. */
const pageSize = 500

/** All of them; one that is made meanwhile may be left to the next look. */
export async function listRuntimes(
  client: Pick<Client, 'execute'>,
  first = pageSize,
): Promise<WatchedRuntime[]> {
  const found: WatchedRuntime[] = []
  for (let after: string | null = null; ;) {
    const { result }: ListWatchedQuery = await client.execute(ListWatchedDocument, { first, after })
    found.push(...result.edges.map(({ node }) => node))
    if (!result.pageInfo.hasNextPage) return found
    after = result.pageInfo.endCursor
  }
}
