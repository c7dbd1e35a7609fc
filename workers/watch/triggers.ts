import { ReportSeenDocument, TriggerObjectsDocument } from '../generated/documents.ts'
import type { Client } from '../api-client.ts'
import type { Log } from '../../telemetry/log.ts'
import { chunks } from '../../schema/chunks.ts'
import { backoff } from '../../schema/retry.ts'
import type { ObservedResource } from '../kube/client/watch.ts'

/** Milliseconds within which several changes trigger an object once. */
const debounce = 100

export interface TriggersOptions {
  client: Pick<Client, 'execute'>
  log: Log
  /** Returns the IDs of the objects that this worker reconciles at the moment. */
  reconciling: () => ReadonlySet<string>
}

/**
 * Reports watched changes to the server, which triggers the affected objects. Changes are debounced, and the newest of
 * each resource is sent; a failed request is retried. While an object is being reconciled, the server cannot decide
 * whether the reconcile itself made the change: those of this worker are waited for, and the change is reported again later if
 * another worker reconciles its object.
 */
export class Triggers {
  readonly #client: TriggersOptions['client']
  readonly #log: Log
  readonly #reconciling: TriggersOptions['reconciling']
  /** Changes that have not been sent yet, by owner and uid. */
  #resources = new Map<string, ObservedResource>()
  /** Runtimes whose objects all have to be triggered, and what is called once they are. */
  #runtimes = new Map<string, () => void>()
  /** Objects to trigger, by runtime. */
  #objects = new Map<string, Set<string>>()
  /** The number of undecided reports in a row, by object. */
  readonly #undecided = new Map<string, number>()
  #timer: NodeJS.Timeout | undefined
  #hasEnded = false

  constructor({ client, log, reconciling }: TriggersOptions) {
    this.#client = client
    this.#log = log
    this.#reconciling = reconciling
  }

  /** Queues the change of a resource. */
  resource(seen: ObservedResource): void {
    this.#resources.set(keyOf(seen), seen)
    this.#scheduleFlush()
  }

  /** Queues a trigger of all objects that have resources in a runtime. Calls `done` once they are triggered. */
  runtime(id: string, done: () => void): void {
    this.#runtimes.set(id, done)
    this.#scheduleFlush()
  }

  /** Queues a trigger of an object that has resources in a runtime. */
  object(runtimeId: string, id: string): void {
    this.#queue(runtimeId, [id])
    this.#scheduleFlush()
  }

  /** Stops sending. Pending changes are safe to drop: the next watch of a runtime finds them by its first lists. */
  end(): void {
    this.#hasEnded = true
    clearTimeout(this.#timer)
  }

  #queue(runtimeId: string, ids: Iterable<string>): void {
    const queued = this.#objects.get(runtimeId) ?? new Set()
    for (const id of ids) queued.add(id)
    this.#objects.set(runtimeId, queued)
  }

  #scheduleFlush(milliseconds = debounce): void {
    if (!this.#hasEnded) this.#timer ??= setTimeout(() => void this.#flush(), milliseconds)
  }

  async #flush(): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    const [runtimes, objects] = [this.#runtimes, this.#objects]
    const seen = this.#takeDecidable()
    this.#runtimes = new Map()
    this.#objects = new Map()
    try {
      for (const chunk of chunks([...seen.values()])) await this.#send(chunk)
      for (const [runtimeId, done] of runtimes) {
        await this.#client.execute(TriggerObjectsDocument, { runtimeId })
        done()
      }
      for (const [runtimeId, owners] of objects)
        for (const ids of chunks([...owners]))
          await this.#client.execute(TriggerObjectsDocument, { runtimeId, ids })
    } catch (error) {
      this.#log.warn({ err: error }, 'cannot trigger objects')
      this.#resources = new Map([...seen, ...this.#resources])
      this.#runtimes = new Map([...runtimes, ...this.#runtimes])
      for (const [runtimeId, ids] of objects) this.#queue(runtimeId, ids)
      this.#scheduleFlush(1000)
    }
  }

  /** Takes the changes of objects that this worker does not reconcile; the others stay queued. */
  #takeDecidable(): Map<string, ObservedResource> {
    const reconciling = this.#reconciling()
    const [decidable, waiting] = [new Map<string, ObservedResource>(), new Map<string, ObservedResource>()]
    for (const [key, seen] of this.#resources)
      (reconciling.has(seen.ownerId) ? waiting : decidable).set(key, seen)
    this.#resources = waiting
    if (waiting.size > 0) this.#scheduleFlush()
    return decidable
  }

  async #send(chunk: ObservedResource[]): Promise<void> {
    const { result } = await this.#client.execute(ReportSeenDocument, { resources: chunk })
    const undecided = new Set(result)
    for (const [ownerId, own] of Map.groupBy(chunk, (each) => each.ownerId)) {
      if (undecided.has(ownerId)) this.#retry(ownerId, own)
      else this.#undecided.delete(ownerId)
    }
  }

  #retry(ownerId: string, seen: readonly ObservedResource[]): void {
    const times = (this.#undecided.get(ownerId) ?? 0) + 1
    this.#undecided.set(ownerId, times)
    const requeue = (): void => {
      for (const each of seen) if (!this.#resources.has(keyOf(each))) this.#resources.set(keyOf(each), each)
      this.#scheduleFlush()
    }
    setTimeout(requeue, backoff(times, { first: debounce, cap: 2000 })).unref()
  }
}

/** Returns a key for the newest change of a resource. It has two owners at once if its label was edited. */
function keyOf({ ownerId, uid }: ObservedResource): string {
  return `${ownerId} ${uid}`
}
