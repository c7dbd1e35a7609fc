import type { RequestContext } from '../../../../schema/graphql/context.ts'
import { conditionOf, type ObjectStatus } from '../../../../schema/status.ts'
import type { StoredObject } from '../../../../prisma/client.ts'
import type { Entry } from './collection.ts'
import { objectOfEntry, withIds } from './entry-ids.ts'

/*
 * The event of an object that is ready and whose events are gone, by the retention or since a client has deleted them. Clients of the
 * legacy API take an application without events for one that is still to be created.
 */

/** Returns the entry for the readiness of an object; undefined for one that is not ready, or does not exist. */
export async function readyEvent(
  { store }: RequestContext,
  { kinds, id }: { kinds: readonly string[]; id: bigint },
): Promise<Entry | undefined> {
  const object = await store.find({ id })
  return object === undefined || !kinds.includes(object.kind) ? undefined : entryOf(object)
}

/** Returns the entry by its ID. */
export function findReadyEvent(
  context: RequestContext,
  { kinds, id }: { kinds: readonly string[]; id: number },
): Promise<Entry | undefined> {
  return readyEvent(context, { kinds, id: objectOfEntry(id) }).then((entry) =>
    entry?.ID === id ? entry : undefined,
  )
}

function entryOf({ id, kind, status }: StoredObject): Entry | undefined {
  const ready = conditionOf(status as unknown as ObjectStatus, 'Ready')
  if (ready?.status !== 'True') return undefined
  const [entry] = withIds(id, ['Ready'], { keyOf: (key) => key })
  const since = ready.lastTransitionTime
  return {
    ID: entry?.id ?? 0,
    CreatedAt: since,
    UpdatedAt: since,
    RuntimeEventUID: `${id}-ready`,
    Type: 'Normal',
    Reason: ready.reason,
    Message: ready.message,
    Timestamp: since,
    Count: 1,
    [`${kind}ID`]: Number(id),
  }
}
