import { backoff, pause } from '../schema/retry.ts'
import { PlatformError, errorTable } from '../schema/errors.ts'
import {
  FollowChangesDocument,
  GetChangeCursorDocument,
  type FollowChangesSubscription,
} from './generated/documents.ts'
import { present } from './kind-client.ts'
import { toObject, type AnyObject } from './objects.ts'
import { objectKind } from './references.ts'
import { subscribe } from './subscribe.ts'
import { createTransport, joinSignals, type ClientOptions } from './transport.ts'

type FollowedChange = FollowChangesSubscription['result']
/** A change with the current state of its object, which is null if the object has been deleted. */
export type ChangeItem = Omit<FollowedChange, 'object'> & { object: AnyObject | null }

/** Options of {@link followChanges}. */
export interface FollowChanges {
  /** Cursor of the last known change. Default: only new changes. */
  after?: string
  kinds?: readonly string[]
  objectId?: string
  /** Ends the stream without an error, as the signal of the client does. */
  signal?: AbortSignal
  /** Called after each connect, once the server has subscribed. */
  onConnected?: () => void
}

/**
 * Streams the change log over server-sent events, which need only fetch in Node.js and in browsers. A lost connection
 * resumes at the last cursor, so no change is missed or repeated. Throws errors that are not retryable.
 */
export async function* followChanges(
  options: ClientOptions,
  follow: FollowChanges,
): AsyncGenerator<ChangeItem> {
  const signal = joinSignals(options.signal, follow.signal)
  const stopped = (): boolean => signal?.aborted === true
  let { after } = follow
  for (let failures = 0; !stopped();) {
    try {
      after ??= present((await createTransport(options).execute(GetChangeCursorDocument, {})).result)
      const { kinds, objectId = null, onConnected } = follow
      const changes = subscribe(options, {
        document: FollowChangesDocument,
        variables: { after, kinds: kinds?.map(objectKind) ?? null, objectId },
        ...(signal && { signal }),
        ...(onConnected && { onConnected }),
      })
      for await (const { result: change } of changes) {
        failures = 0
        after = change.cursor
        yield { ...change, object: change.object && toObject(change.object) }
      }
    } catch (error) {
      if (stopped()) return
      if (error instanceof PlatformError && !errorTable[error.code].retry) throw error
      failures += 1
    }
    if (!stopped()) await pause(backoff(failures, { first: 100, cap: 2000 }), signal)
  }
}
