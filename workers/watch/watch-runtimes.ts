import { ListWatchedDocument, type ListWatchedQuery } from '../generated/documents.ts'
import type { Client } from '../../client-sdk/index.ts'
import type { Log } from '../../telemetry/log.ts'
import type { Metrics } from '../../telemetry/metrics.ts'
import { backoff, pause } from '../../schema/retry.ts'
import { lockTerm, type Lock, type Locks } from './watch-lock.ts'
import type { Cluster } from '../kube/client/cluster.ts'
import { createWatch } from '../kube/client/watch.ts'
import type { Clusters } from '../runtimes/clusters.ts'
import { unlessAborted } from '../unless-aborted.ts'
import { createTriggers, type Triggers } from './triggers.ts'

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

type Runtime = ListWatchedQuery['result']['edges'][number]['node']

/** Nobody applies pods, but they tell why something is not ready; they carry the label of what they belong to. */
const pods = { group: '', version: 'v1', kind: 'Pod' }

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
  const triggers = createTriggers(client, log)

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
      const watch = watched.get(runtime.id) ?? startRuntimeWatch({ ...options, runtime, triggers })
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
export async function listRuntimes(client: Pick<Client, 'execute'>, first = pageSize): Promise<Runtime[]> {
  const found: Runtime[] = []
  for (let after: string | null = null; ;) {
    const { result }: ListWatchedQuery = await client.execute(ListWatchedDocument, { first, after })
    found.push(...result.edges.map(({ node }) => node))
    if (!result.pageInfo.hasNextPage) return found
    after = result.pageInfo.endCursor
  }
}

interface RuntimeWatch {
  /** Takes the lock if it is free, watches kinds that are new, and begins again where the cluster has returned. */
  update(runtime: Runtime): Promise<void>
  /** For good. */
  end(): Promise<void>
}

interface RuntimeWatchOptions extends WatchRuntimesOptions {
  runtime: Runtime
  triggers: Triggers
}

function startRuntimeWatch({
  runtime: { id, name },
  clusters,
  locks,
  log,
  triggers,
}: RuntimeWatchOptions): RuntimeWatch {
  let held:
    | { lock: Lock; ended: AbortController; kinds: Map<string, Promise<void>>; renewal: NodeJS.Timeout }
    | undefined
  let wasReady = true
  let over = false
  /** Aborted when the cluster returns: a connection whose packets got lost meanwhile may never say so. */
  let returned = new AbortController()
  let triggering: NodeJS.Timeout | undefined

  /**
   * What was deleted before a list was made is not in it, and no watch tells of it, so everything is looked at after a
   * watch has started; once for all that begin together.
   */
  const watchBegins = (): void => {
    triggering ??= setTimeout(() => {
      triggering = undefined
      triggers.runtime(id)
    }, together)
  }

  const take = async (): Promise<void> => {
    const lock = await locks.acquire('watch', id)
    if (lock === undefined) return
    if (over) return lock.release()
    log.info({ runtime: name }, 'watching a runtime')
    const ended = new AbortController()
    const renewal = setInterval(() => {
      lock.renew().then(
        (kept) => kept || void letGo(),
        () => void letGo(),
      )
    }, lockTerm / 3)
    held = { lock, ended, kinds: new Map(), renewal }
    // Also where nothing can be listed.
    watchBegins()
  }

  const letGo = async (): Promise<void> => {
    const ending = held
    held = undefined
    if (ending === undefined) return
    clearInterval(ending.renewal)
    // Who watches next looks at everything too.
    clearTimeout(triggering)
    triggering = undefined
    ending.ended.abort()
    await Promise.allSettled(ending.kinds.values())
    await ending.lock.release()
  }

  const follow = async (type: Runtime['appliedTypes'][number], signal: AbortSignal): Promise<void> => {
    let watch: ReturnType<typeof createWatch> | undefined
    let watching: Cluster | undefined
    for (let failures = 0; !signal.aborted;) {
      const isBack = returned.signal
      try {
        const cluster = await unlessAborted(clusters.of(id), signal)
        const apiVersion = type.group === '' ? type.version : `${type.group}/${type.version}`
        const served = await unlessAborted(cluster.discovery.find(apiVersion, type.kind), signal)
        if (served !== undefined && (watch === undefined || watching !== cluster)) {
          watch = createWatch(cluster.client, served, { changed: triggers.resource, listed: watchBegins })
          watching = cluster
        }
        const either = AbortSignal.any([signal, isBack])
        await (served === undefined || watch === undefined ? pause(10_000, either) : watch(either))
        failures = 0
      } catch (error) {
        if (signal.aborted) return
        if (isBack.aborted) continue
        failures += 1
        if (failures === 1) log.warn({ err: error, runtime: name, kind: type.kind }, 'a watch broke')
        await pause(backoff(failures, { first: 500, cap: 15_000 }), AbortSignal.any([signal, isBack]))
      }
    }
  }

  return {
    update: async (runtime) => {
      if (runtime.ready && !wasReady) {
        returned.abort()
        returned = new AbortController()
      }
      wasReady = runtime.ready
      if (held === undefined) await take()
      if (held === undefined) return
      for (const type of [...runtime.appliedTypes, pods]) {
        const key = `${type.group}/${type.version}/${type.kind}`
        if (!held.kinds.has(key)) held.kinds.set(key, follow(type, held.ended.signal))
      }
    },
    end: () => {
      over = true
      return letGo()
    },
  }
}

/** Milliseconds in which lists of several kinds are made. */
const together = 1000
