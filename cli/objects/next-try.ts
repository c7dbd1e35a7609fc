import { ListNextTriesDocument, type ListNextTriesQuery } from '../../client-sdk/generated/documents.ts'
import type { AnyObject, Client } from '../../client-sdk/index.ts'
import { isPlatformError } from '../../schema/errors.ts'
import { kindByNoun, shownTarget } from '../kind-names.ts'
import { ageOf } from '../terminal/time.ts'

/** When an object is reconciled again, and what brings that forward. */
export type NextTry = NonNullable<ListNextTriesQuery['result'][number]>

/** Objects that are asked for at once. */
const pageSize = 500

/** By id; empty where the server is of a release that does not say it. */
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
      for (const each of result) if (each !== null) found.set(each.id, each)
    }
  } catch (error) {
    if (!isPlatformError(error) || error.code !== 'UNSUPPORTED') throw error
  }
  return found
}

/** What the next try of an object waits for, in some words: `now`, `in 40s`, `with kubernetes-runtime-instance/far, or in 9m`. */
export function nextTryText({ status }: AnyObject, next: NextTry | undefined): string {
  if (next?.reconciling === true) return 'now'
  const at = Date.parse((next === undefined ? status.cause?.retryAt : next.nextReconcileAt) ?? '')
  const awaited = next?.waitingFor
  const other =
    awaited == null ? undefined : shownTarget({ kind: kindByNoun(awaited.kind), name: awaited.name })
  if (Number.isNaN(at)) return `with ${other ?? 'a change'}`
  const now = Date.now()
  if (at <= now) return 'now'
  const time = `in ${ageOf(new Date(now).toISOString(), at)}`
  // A trigger has come already, and the message that brings it is on its way.
  return other === undefined || at - now < soon ? time : `with ${other}, or ${time}`
}

/** Milliseconds within which what has been triggered is reconciled, whether its message arrives or not. */
const soon = 5000
