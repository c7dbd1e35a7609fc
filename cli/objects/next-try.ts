import { ListNextTriesDocument, type ListNextTriesQuery } from '../../client-sdk/generated/documents.ts'
import type { AnyObject, Client } from '../../client-sdk/index.ts'
import { isPlatformError } from '../../schema/errors.ts'
import { nounAndName } from '../kind-names.ts'
import { ageOf } from '../terminal/time.ts'

/** The time of the next reconcile of an object, and the object whose change would trigger it earlier. */
export type NextTry = Extract<
  NonNullable<NonNullable<ListNextTriesQuery['result']>[number]>,
  { reconciling: boolean }
>

/** Objects per request. */
const pageSize = 500

/** Returns the next reconcile of each object by id. Empty when the release of the server does not support the query. */
export async function findNextTries(
  client: Client,
  objects: readonly AnyObject[],
): Promise<ReadonlyMap<string, NextTry>> {
  const found = new Map<string, NextTry>()
  const ids = objects.map(({ id }) => id)
  try {
    for (let at = 0; at < ids.length; at += pageSize) {
      const page = { ids: ids.slice(at, at + pageSize) }
      const { result } = await client.execute(ListNextTriesDocument, page)
      for (const each of result ?? []) if (each !== null && 'reconciling' in each) found.set(each.id, each)
    }
  } catch (error) {
    if (!isPlatformError(error) || error.code !== 'UNSUPPORTED') throw error
  }
  return found
}

/** Formats the next reconcile of an object: `now`, `none`, `in 40s`, `after kubernetes-runtime-instance/far, or in 9m`. */
export function nextTryText({ status }: AnyObject, next: NextTry | undefined): string {
  if (next?.reconciling === true) return 'now'
  if (status.final === true) return 'none'
  const at = Date.parse((next === undefined ? status.cause?.retryAt : next.nextReconcileAt) ?? '')
  const awaited = next?.waitingFor
  const other = awaited == null ? undefined : nounAndName(awaited)
  if (Number.isNaN(at)) return `after ${other ?? 'a change'}`
  const now = Date.now()
  if (at <= now) return 'now'
  const time = timeUntil(at, now)
  // This soon, the object has been triggered already and its message is in delivery.
  return other === undefined || at - now < triggerDelay ? time : `after ${other}, or ${time}`
}

/** Formats a time of a retry: `now`, or `in 40s`. */
export function timeUntil(at: number, now = Date.now()): string {
  return at <= now ? 'now' : `in ${ageOf(new Date(now).toISOString(), at)}`
}

/** Maximum milliseconds between a trigger and its reconcile, even if the message is lost. */
const triggerDelay = 5000
