import { ReportSeenDocument, TriggerObjectsDocument } from '../generated/documents.ts'
import type { Client } from '../../client-sdk/index.ts'
import type { Log } from '../../telemetry/log.ts'
import { chunks } from '../chunks.ts'
import { backoff } from '../../schema/retry.ts'
import type { SeenResource } from '../kube/client/watch.ts'

/** Changes within this many milliseconds trigger an object once. */
const gather = 100

/**
 * Reports to the server what watches see, so that it triggers the objects which that concerns. Gathers for a moment, the newest
 * of each resource; what cannot be sent is sent again. While an object is being reconciled nobody can tell whether the
 * reconcile itself made the change, so that is asked again after it.
 */
export class Triggers {
  readonly #client: Client
  readonly #log: Log
  /** What was seen and is not sent yet, by uid. */
  #resources = new Map<string, SeenResource>()
  /** Runtimes of which everything is to be triggered. */
  #runtimes = new Set<string>()
  /** How often the server could not tell, by object. */
  readonly #undecided = new Map<string, number>()
  #timer: NodeJS.Timeout | undefined
  #hasEnded = false

  constructor(client: Client, log: Log) {
    this.#client = client
    this.#log = log
  }

  resource(seen: SeenResource): void {
    this.#resources.set(seen.uid, seen)
    this.#soon()
  }

  /** Everything that has something in the runtime. */
  runtime(id: string): void {
    this.#runtimes.add(id)
    this.#soon()
  }

  /** Sends nothing more; who watches a runtime next triggers everything in it. */
  end(): void {
    this.#hasEnded = true
    clearTimeout(this.#timer)
  }

  #soon(milliseconds = gather): void {
    if (!this.#hasEnded) this.#timer ??= setTimeout(() => void this.#flush(), milliseconds)
  }

  async #flush(): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    const [seen, runtimeIds] = [this.#resources, this.#runtimes]
    this.#resources = new Map()
    this.#runtimes = new Set()
    try {
      for (const part of chunks([...seen.values()])) await this.#send(part)
      for (const runtimeId of runtimeIds) await this.#client.execute(TriggerObjectsDocument, { runtimeId })
    } catch (error) {
      this.#log.warn({ err: error }, 'cannot trigger objects')
      this.#resources = new Map([...seen, ...this.#resources])
      this.#runtimes = new Set([...runtimeIds, ...this.#runtimes])
      this.#soon(1000)
    }
  }

  async #send(part: SeenResource[]): Promise<void> {
    const { result } = await this.#client.execute(ReportSeenDocument, { resources: part })
    const open = new Set(result)
    for (const [ownerId, own] of Map.groupBy(part, (each) => each.ownerId)) {
      if (open.has(ownerId)) this.#askAgain(ownerId, own)
      else this.#undecided.delete(ownerId)
    }
  }

  #askAgain(ownerId: string, seen: readonly SeenResource[]): void {
    const times = (this.#undecided.get(ownerId) ?? 0) + 1
    this.#undecided.set(ownerId, times)
    const putBack = (): void => {
      for (const each of seen) if (!this.#resources.has(each.uid)) this.#resources.set(each.uid, each)
      this.#soon(0)
    }
    setTimeout(putBack, backoff(times, { first: gather, cap: 2000 })).unref()
  }
}
