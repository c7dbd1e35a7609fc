import type { ListWatchedQuery } from '../generated/documents.ts'
import type { Log } from '../../telemetry/log.ts'
import { backoff, pause } from '../../schema/retry.ts'
import { lockTerm, type Lock, type Locks } from './watch-lock.ts'
import type { Cluster } from '../kube/client/cluster.ts'
import { Watch } from '../kube/client/watch.ts'
import type { Clusters } from '../runtimes/clusters.ts'
import { unlessAborted } from '../unless-aborted.ts'
import type { Triggers } from './triggers.ts'

/** A runtime with the resource types to watch in it. */
export type WatchedRuntime = ListWatchedQuery['result']['runtimes'][number]

type WatchedType = WatchedRuntime['appliedTypes'][number]

export interface RuntimeWatchOptions {
  runtime: Pick<WatchedRuntime, 'id' | 'name'>
  clusters: Clusters
  locks: Locks
  triggers: Triggers
  log: Log
}

/** The state while this worker holds the lock of the runtime. */
interface HeldLock {
  lock: Lock
  ended: AbortController
  /** Running watches by type. */
  kinds: Map<string, Promise<void>>
  renewal: NodeJS.Timeout
}

/** The watch of a type, with the cluster that it was created for. */
interface CachedWatch {
  watch: Watch
  cluster: Cluster
}

/** Pods are watched in addition to applied types, because their state explains why a resource is not ready. */
const pods = { group: '', version: 'v1', kind: 'Pod' }

/** Milliseconds within which the initial lists of several types cause one trigger. */
const listWindow = 1000

/** Watches our resources in one runtime while this worker holds its lock. */
export class RuntimeWatch {
  readonly #options: RuntimeWatchOptions
  #held: HeldLock | undefined
  #wasReady = true
  #hasEnded = false
  /** Aborted when the cluster recovers, because connections from before may be dead without reporting it. */
  #recovered = new AbortController()
  #triggerTimer: NodeJS.Timeout | undefined

  constructor(options: RuntimeWatchOptions) {
    this.#options = options
  }

  /** Acquires the lock if it is free, watches new types, and restarts the watches of a recovered cluster. */
  async update(runtime: WatchedRuntime): Promise<void> {
    if (runtime.ready && !this.#wasReady) {
      this.#recovered.abort()
      this.#recovered = new AbortController()
    }
    this.#wasReady = runtime.ready
    if (this.#held === undefined) await this.#acquire()
    if (this.#held === undefined) return
    const { kinds, ended } = this.#held
    for (const type of [...runtime.appliedTypes, pods]) {
      const key = `${type.group}/${type.version}/${type.kind}`
      if (!kinds.has(key)) kinds.set(key, this.#follow(type, ended.signal))
    }
  }

  /** Stops all watches for good and releases the lock. */
  end(): Promise<void> {
    this.#hasEnded = true
    return this.#release()
  }

  async #acquire(): Promise<void> {
    const { locks, log, runtime } = this.#options
    const lock = await locks.acquire('watch', runtime.id)
    if (lock === undefined) return
    if (this.#hasEnded) return lock.release()
    log.info({ runtime: runtime.name }, 'watching a runtime')
    const renewal = setInterval(() => {
      lock.renew().then(
        (isHeld) => isHeld || void this.#release(),
        () => void this.#release(),
      )
    }, lockTerm / 3)
    this.#held = { lock, ended: new AbortController(), kinds: new Map(), renewal }
    // Needed even if no type can be listed.
    this.#triggerSoon()
  }

  async #release(): Promise<void> {
    const held = this.#held
    this.#held = undefined
    if (held === undefined) return
    clearInterval(held.renewal)
    // The next worker that watches the runtime triggers its objects, too.
    clearTimeout(this.#triggerTimer)
    this.#triggerTimer = undefined
    held.ended.abort()
    await Promise.allSettled(held.kinds.values())
    await held.lock.release()
  }

  /**
   * Triggers all objects with resources in the runtime. A deletion before the initial list appears neither in the list
   * nor in the watch, so every start of a watch has to trigger them; watches that start together do so once.
   */
  #triggerSoon(): void {
    this.#triggerTimer ??= setTimeout(() => {
      this.#triggerTimer = undefined
      this.#options.triggers.runtime(this.#options.runtime.id)
    }, listWindow)
  }

  async #follow(type: WatchedType, signal: AbortSignal): Promise<void> {
    const { log, runtime } = this.#options
    let cached: CachedWatch | undefined
    for (let failures = 0; !signal.aborted;) {
      const recovered = this.#recovered.signal
      const interrupted = AbortSignal.any([signal, recovered])
      try {
        const found = await this.#watchOf(type, cached, signal)
        cached = found ?? cached
        await (found === undefined ? pause(10_000, interrupted) : found.watch.follow(interrupted))
        failures = 0
      } catch (error) {
        if (signal.aborted) return
        if (recovered.aborted) continue
        failures += 1
        if (failures === 1) log.warn({ err: error, runtime: runtime.name, kind: type.kind }, 'a watch broke')
        await pause(backoff(failures, { first: 500, cap: 15_000 }), interrupted)
      }
    }
  }

  /** Returns the cached watch unless the cluster has changed; undefined while the cluster does not serve the type. */
  async #watchOf(
    type: WatchedType,
    known: CachedWatch | undefined,
    signal: AbortSignal,
  ): Promise<CachedWatch | undefined> {
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
