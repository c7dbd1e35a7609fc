import { apiVersionOf } from '../../schema/group-version.ts'
import type { Client } from '../api-client.ts'
import { ListRecordedDocument, type ListRecordedQuery } from '../generated/documents.ts'
import type { Log } from '../../telemetry/log.ts'
import { backoff, pause } from '../../schema/retry.ts'
import type { Lock, Locks } from './watch-lock.ts'
import type { Cluster } from '../kube/client/cluster.ts'
import { isKubeError } from '../kube/client/kube-error.ts'
import { Watch, type ObservedResource } from '../kube/client/watch.ts'
import type { Clusters } from '../runtimes/clusters.ts'
import { unlessAborted } from '../../process/unless-aborted.ts'
import { ClusterCheck } from './cluster-check.ts'
import type { LastLooks } from './last-looks.ts'
import type { Triggers } from './triggers.ts'
import type { WatchedRuntime } from './watched-runtime.ts'

type WatchedType = WatchedRuntime['appliedTypes'][number]

type RecordedResource = ListRecordedQuery['result']['resources'][number]

interface FollowedType extends WatchedType {
  /** Nobody watched the runtime before; otherwise, only this type was not watched. */
  wereUnwatched: boolean
  /** When the objects with resources of the type were looked at last since this worker watches it, by the process clock. */
  lookedAt: number | undefined
}

export interface RuntimeWatchOptions {
  runtime: Pick<WatchedRuntime, 'id' | 'name'>
  client: Pick<Client, 'execute'>
  clusters: Clusters
  locks: Locks
  looks: LastLooks
  triggers: Triggers
  log: Log
}

/** The state while this worker holds the lock of the runtime. */
interface HeldLock {
  lock: Lock
  ended: AbortController
  /** Running watches by type. */
  kinds: Map<string, Promise<void>>
  check: ClusterCheck
}

/** The watch of a type, with the cluster that it was created for. */
interface CachedWatch {
  watch: Watch
  cluster: Cluster
}

/** Pods are watched in addition to applied types, because their state explains why a resource is not ready. */
const pods = { group: '', version: 'v1', kind: 'Pod' }

/** Milliseconds after which the objects with resources of a type are looked at again that may not be watched. */
const unwatchedInterval = 10 * 60_000

/** The number of resources of the inventory that are read at once. */
const pageSize = 1000

/** Watches our resources in one runtime, and checks its cluster, while this worker holds its lock. */
export class RuntimeWatch {
  readonly #options: RuntimeWatchOptions
  #held: HeldLock | undefined
  /** The time since which the runtime was ready when it was seen last; undefined before. */
  #readySince: string | null | undefined
  #hasEnded = false
  /** Aborted when the cluster recovers, because connections from before may be dead without reporting it. */
  #recovered = new AbortController()

  constructor(options: RuntimeWatchOptions) {
    this.#options = options
  }

  /** Acquires the lock if it is free, watches new types, restarts the watches of a recovered cluster, and checks it if that is due. */
  async update(runtime: WatchedRuntime): Promise<void> {
    const { readySince } = runtime
    // By the time, an outage shows that began and ended between two calls.
    if (readySince !== null && this.#readySince !== undefined && readySince !== this.#readySince) {
      this.#recovered.abort()
      this.#recovered = new AbortController()
    }
    this.#readySince = readySince
    if (this.#held === undefined) await this.#acquire()
    if (this.#held === undefined) return
    const { kinds, ended, check } = this.#held
    check.startIfDue(runtime)
    const wereUnwatched = kinds.size === 0
    for (const type of [...runtime.appliedTypes, pods]) {
      const key = `${type.group}/${type.version}/${type.kind}`
      if (!kinds.has(key))
        kinds.set(key, this.#follow({ ...type, wereUnwatched, lookedAt: undefined }, ended.signal))
    }
  }

  /** Extends the lock, if this worker holds it. Ends the watches when the lock was lost. */
  async renew(): Promise<void> {
    const held = this.#held
    if (held === undefined) return
    const isHeld = await held.lock.renew().catch(() => false)
    if (!isHeld && this.#held === held) await this.#release()
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
    const ended = new AbortController()
    const check = new ClusterCheck({ ...this.#options, signal: ended.signal })
    this.#held = { lock, ended, kinds: new Map(), check }
    await this.#lookAtAll()
  }

  /** Triggers all objects of the runtime, unless workers like this one have looked at them. */
  async #lookAtAll(): Promise<void> {
    const { log, looks, runtime, triggers } = this.#options
    const isCurrent = await looks.isCurrent(runtime.id).catch((error: unknown) => {
      log.warn(
        { err: error, runtime: runtime.name },
        'cannot read which workers have looked at the objects of a runtime',
      )
      return false
    })
    if (isCurrent) return
    triggers.runtime(runtime.id, () => {
      looks.record(runtime.id).catch((error: unknown) => {
        log.warn(
          { err: error, runtime: runtime.name },
          'cannot record that the objects of a runtime are looked at',
        )
      })
    })
  }

  async #release(): Promise<void> {
    const held = this.#held
    this.#held = undefined
    if (held === undefined) return
    held.ended.abort()
    await Promise.allSettled([...held.kinds.values(), held.check.ended()])
    await held.lock.release()
  }

  /**
   * Triggers the objects whose resources differ from the inventory. Nobody reports a deletion before the first list of a type, and
   * what has happened to the pods of an object that is not ready while nobody watched the runtime.
   */
  async #compare(
    type: FollowedType,
    listed: readonly ObservedResource[],
    signal: AbortSignal,
  ): Promise<void> {
    const { runtime, triggers } = this.#options
    const present = new Set(listed.map(({ uid }) => uid))
    const recorded = new Map<string | null, string>()
    for await (const { objectId, uid, ready } of this.#recorded(type, signal)) {
      recorded.set(uid, objectId)
      const isMissing = uid === null || !present.has(uid)
      if (isMissing || (type.wereUnwatched && !ready)) triggers.object(runtime.id, objectId)
    }
    // Most pods are those of other resources, whose own state changes with them.
    for (const each of listed) {
      // The inventory knows the owner also if the label was edited.
      const ownerId = recorded.get(each.uid)
      if (ownerId !== undefined || type.kind !== pods.kind)
        triggers.resource({ ...each, ownerId: ownerId ?? each.ownerId })
    }
    type.lookedAt = performance.now()
  }

  /**
   * Triggers the objects that have resources of a type which cannot be listed, unless they have been looked at.
   *
   * @param maxAge Milliseconds after which they are looked at again. @default never
   */
  async #lookAtOwners(type: FollowedType, signal: AbortSignal, maxAge = Infinity): Promise<void> {
    if (type.lookedAt !== undefined && performance.now() - type.lookedAt < maxAge) return
    const { runtime, triggers } = this.#options
    for await (const { objectId } of this.#recorded(type, signal)) triggers.object(runtime.id, objectId)
    type.lookedAt = performance.now()
  }

  /** Returns the resources of a type in the inventory of the runtime. */
  async *#recorded(
    { group, version, kind }: WatchedType,
    signal: AbortSignal,
  ): AsyncGenerator<RecordedResource> {
    const { client, runtime } = this.#options
    const type = { runtimeId: runtime.id, group, version, kind }
    for (let after: string | null | undefined; after !== null;) {
      const page = client.execute(ListRecordedDocument, { ...type, first: pageSize, after })
      const { result }: ListRecordedQuery = await unlessAborted(page, signal)
      yield* result.resources
      after = result.next
    }
  }

  async #follow(type: FollowedType, signal: AbortSignal): Promise<void> {
    const { log, runtime } = this.#options
    let cached: CachedWatch | undefined
    for (let failures = 0; !signal.aborted;) {
      const recovered = this.#recovered.signal
      const interrupted = AbortSignal.any([signal, recovered])
      try {
        const found = await this.#watchOf(type, cached, signal)
        cached = found ?? cached
        if (found === undefined) await this.#lookAtOwners(type, signal)
        await (found === undefined ? pause(10_000, interrupted) : found.watch.follow(interrupted))
        failures = 0
      } catch (error) {
        if (signal.aborted) return
        if (recovered.aborted) continue
        failures += 1
        if (failures === 1) log.warn({ err: error, runtime: runtime.name, kind: type.kind }, 'a watch broke')
        // A failure is followed by another attempt.
        const maxAge = isKubeError(error, 'forbidden') ? unwatchedInterval : Infinity
        await this.#lookAtOwners(type, signal, maxAge).catch(() => undefined)
        await pause(backoff(failures, { first: 500, cap: 15_000 }), interrupted)
      }
    }
  }

  /** Returns the cached watch unless the cluster has changed; undefined while the cluster does not serve the type. */
  async #watchOf(
    type: FollowedType,
    known: CachedWatch | undefined,
    signal: AbortSignal,
  ): Promise<CachedWatch | undefined> {
    const { clusters, runtime, triggers } = this.#options
    const cluster = await unlessAborted(clusters.of(runtime.id), signal)
    const apiVersion = apiVersionOf(type)
    const served = await unlessAborted(cluster.discovery.find(apiVersion, type.kind), signal)
    if (served === undefined) return undefined
    if (known?.cluster === cluster) return known
    const watch = new Watch(cluster.client, served, {
      changed: (seen) => triggers.resource(seen),
      listed: (resources) => this.#compare(type, resources, signal),
    })
    return { watch, cluster }
  }
}
