import { ReportSeenDocument, TriggerObjectsDocument } from '../generated/documents.ts'
import type { Client } from '../../client-sdk/index.ts'
import type { Log } from '../../telemetry/log.ts'
import { chunks } from '../chunks.ts'
import { backoff } from '../../schema/retry.ts'
import type { SeenResource } from '../kube/client/watch.ts'

/** Tells the server what watches see, so that it triggers whom it concerns. */
export interface Triggers {
  resource(seen: SeenResource): void
  /** Everything that has something in the runtime. */
  runtime(id: string): void
  /** Sends nothing more; who watches a runtime next triggers everything in it. */
  end(): void
}

/** Changes within this many milliseconds trigger an object once. */
const gather = 100

/**
 * Gathers what was seen for a moment, the newest of each resource; what cannot be sent is sent again. While an object is
 * being reconciled nobody can tell whether the reconcile itself made the change, so that is asked again after it.
 */
export function createTriggers(client: Client, log: Log): Triggers {
  let resources = new Map<string, SeenResource>()
  let runtimes = new Set<string>()
  let timer: NodeJS.Timeout | undefined
  let ended = false
  /** How often the server could not tell, by object. */
  const undecided = new Map<string, number>()

  const flush = async (): Promise<void> => {
    clearTimeout(timer)
    timer = undefined
    const seen = resources
    const runtimeIds = runtimes
    resources = new Map()
    runtimes = new Set()
    try {
      for (const part of chunks([...seen.values()])) await send(part)
      for (const runtimeId of runtimeIds) await client.execute(TriggerObjectsDocument, { runtimeId })
    } catch (error) {
      log.warn({ err: error }, 'cannot trigger objects')
      resources = new Map([...seen, ...resources])
      runtimes = new Set([...runtimeIds, ...runtimes])
      soon(1000)
    }
  }

  const send = async (part: SeenResource[]): Promise<void> => {
    const { result } = await client.execute(ReportSeenDocument, { resources: part })
    const open = new Set(result)
    for (const [ownerId, own] of Map.groupBy(part, (each) => each.ownerId)) {
      if (open.has(ownerId)) askAgain(ownerId, own)
      else undecided.delete(ownerId)
    }
  }

  const askAgain = (ownerId: string, seen: readonly SeenResource[]): void => {
    const times = (undecided.get(ownerId) ?? 0) + 1
    undecided.set(ownerId, times)
    const putBack = (): void => {
      for (const each of seen) if (!resources.has(each.uid)) resources.set(each.uid, each)
      soon(0)
    }
    setTimeout(putBack, backoff(times, { first: gather, cap: 2000 })).unref()
  }

  const soon = (milliseconds = gather): void => {
    if (!ended) timer ??= setTimeout(() => void flush(), milliseconds)
  }

  return {
    resource: (seen) => {
      resources.set(seen.uid, seen)
      soon()
    },
    runtime: (id) => {
      runtimes.add(id)
      soon()
    },
    end: () => {
      ended = true
      clearTimeout(timer)
    },
  }
}
