import type { ListWatchedQuery } from '../generated/documents.ts'
import type { Log } from '../../telemetry/log.ts'
import { backoff, pause } from '../../schema/retry.ts'
import { lockTerm, type Lock, type Locks } from './watch-lock.ts'
import type { Cluster } from '../kube/client/cluster.ts'
import { Watch } from '../kube/client/watch.ts'
import type { Clusters } from '../runtimes/clusters.ts'
import { unlessAborted } from '../unless-aborted.ts'
import type { Triggers } from './triggers.ts'

/** A runtime with what is to be watched in it. */
export type WatchedRuntime = ListWatchedQuery['result']['edges'][number]['node']

type WatchedType = WatchedRuntime['appliedTypes'][number]

export interface RuntimeWatchOptions {
  runtime: Pick<WatchedRuntime, 'id' | 'name'>
  clusters: Clusters
  locks: Locks
  triggers: Triggers
  log: Log
}

/** What there is while this worker has the lock. */
interface Held {
  lock: Lock
  ended: AbortController
  /** Watches that run, by kind. */
  kinds: Map<string, Promise<void>>
  renewal: NodeJS.Timeout
}

/** The watch of a kind, and the cluster that it is of. */
interface KnownWatch {
  watch: Watch
  cluster: Cluster
}

/** Nobody applies pods, but they tell why something is not ready; they carry the label of what they belong to. */
const pods = { group: '', version: 'v1', kind: 'Pod' }

/** Milliseconds in which lists of several kinds are made. */
const together = 1000

/** Watches what is ours in one runtime, for as long as this worker has its lock. */
export class RuntimeWatch {
  readonly #options: RuntimeWatchOptions
  #held: Held | undefined
  #wasReady = true
  #isOver = false
  /** Aborted when the cluster returns: a connection whose packets got lost meanwhile may never say so. */
  #returned = new AbortController()
  #triggering: NodeJS.Timeout | undefined

  constructor(options: RuntimeWatchOptions) {
    this.#options = options
  }

  /** Takes the lock if it is free, watches kinds that are new, and begins again where the cluster has returned. */
  async update(runtime: WatchedRuntime): Promise<void> {
    if (runtime.ready && !this.#wasReady) {
      this.#returned.abort()
      this.#returned = new AbortController()
    }
    this.#wasReady = runtime.ready
    if (this.#held === undefined) await this.#take()
    if (this.#held === undefined) return
    const { kinds, ended } = this.#held
    for (const type of [...runtime.appliedTypes, pods]) {
      const key = `${type.group}/${type.version}/${type.kind}`
      if (!kinds.has(key)) kinds.set(key, this.#follow(type, ended.signal))
    }
  }

  /** For good. */
  end(): Promise<void> {
    this.#isOver = true
    return this.#release()
  }

  async #take(): Promise<void> {
    const { locks, log, runtime } = this.#options
    const lock = await locks.acquire('watch', runtime.id)
    if (lock === undefined) return
    if (this.#isOver) return lock.release()
    log.info({ runtime: runtime.name }, 'watching a runtime')
    const renewal = setInterval(() => {
      lock.renew().then(
        (kept) => kept || void this.#release(),
        () => void this.#release(),
      )
    }, lockTerm / 3)
    this.#held = { lock, ended: new AbortController(), kinds: new Map(), renewal }
    // Also where nothing can be listed.
    this.#triggerSoon()
  }

  async #release(): Promise<void> {
    const ending = this.#held
    this.#held = undefined
    if (ending === undefined) return
    clearInterval(ending.renewal)
    // Who watches next looks at everything too.
    clearTimeout(this.#triggering)
    this.#triggering = undefined
    ending.ended.abort()
    await Promise.allSettled(ending.kinds.values())
    await ending.lock.release()
  }

  /**
   * What was deleted before a list was made is not in it, and no watch tells of it, so everything is looked at after a
   * watch has started; once for all that start together.
   */
  #triggerSoon(): void {
    this.#triggering ??= setTimeout(() => {
      this.#triggering = undefined
      this.#options.triggers.runtime(this.#options.runtime.id)
    }, together)
  }

  async #follow(type: WatchedType, signal: AbortSignal): Promise<void> {
    const { log, runtime } = this.#options
    let known: KnownWatch | undefined
    for (let failures = 0; !signal.aborted;) {
      const isBack = this.#returned.signal
      const either = AbortSignal.any([signal, isBack])
      try {
        const found = await this.#watchOf(type, known, signal)
        known = found ?? known
        await (found === undefined ? pause(10_000, either) : found.watch.follow(either))
        failures = 0
      } catch (error) {
        if (signal.aborted) return
        if (isBack.aborted) continue
        failures += 1
        if (failures === 1) log.warn({ err: error, runtime: runtime.name, kind: type.kind }, 'a watch broke')
        await pause(backoff(failures, { first: 500, cap: 15_000 }), either)
      }
    }
  }

  /** The watch that is known, unless the cluster is another now; undefined while the cluster does not serve the kind. */
  async #watchOf(
    type: WatchedType,
    known: KnownWatch | undefined,
    signal: AbortSignal,
  ): Promise<KnownWatch | undefined> {
    const { clusters, runtime, triggers } = this.#options
    const cluster = await unlessAborted(clusters.of(runtime.id), signal)
    const apiVersion = type.group === '' ? type.version : `${type.group}/${type.version}`
    const served = await unlessAborted(cluster.discovery.find(apiVersion, type.kind), signal)
    if (served === undefined) return undefined
    if (known?.cluster === cluster) return known
    const watch = new Watch(cluster.client, served, {
      changed: (seen) => triggers.resource(seen),
      listed: () => this.#triggerSoon(),
    })
    return { watch, cluster }
  }
}
