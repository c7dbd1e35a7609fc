import { backoff, pause } from '../schema/retry.ts'
import { PlatformError, errorTable } from '../schema/errors.ts'
import {
  FollowChangesDocument,
  GetChangeCursorDocument,
  type FollowChangesSubscription,
} from './generated/documents.ts'
import { subscribe } from './subscribe.ts'
import { createTransport, type ClientOptions } from './transport.ts'

export type ChangeItem = FollowChangesSubscription['result']

export interface FollowChanges {
  /** Cursor of the last change that is known. Default: from now on. */
  after?: string
  kinds?: readonly string[]
  objectId?: string
  /** Ends following, without an error. That of the client does as well. */
  signal?: AbortSignal
  /** Called once the server is listening, each time. */
  onConnected?: () => void
}

/**
 * Server-sent events need nothing but fetch, in Node and in browsers. After a cut the next connection begins at the
 * last cursor, so nothing is missed and nothing comes twice; what cannot get better by waiting is thrown.
 */
export async function* followChanges(
  options: ClientOptions,
  follow: FollowChanges,
): AsyncGenerator<ChangeItem> {
  const signals = [options.signal, follow.signal].filter((each) => each !== undefined)
  const signal = signals.length === 0 ? undefined : AbortSignal.any(signals)
  const stopped = (): boolean => signal?.aborted === true
  let { after } = follow
  for (let failures = 0; !stopped();) {
    try {
      after ??= (await createTransport(options).execute(GetChangeCursorDocument, {})).result
      const { kinds, objectId = null, onConnected } = follow
      const changes = subscribe(options, {
        document: FollowChangesDocument,
        variables: { after, kinds: kinds === undefined ? null : [...kinds], objectId },
        ...(signal && { signal }),
        ...(onConnected && { onConnected }),
      })
      for await (const { result: change } of changes) {
        failures = 0
        after = change.cursor
        yield change
      }
    } catch (error) {
      if (stopped()) return
      if (error instanceof PlatformError && !errorTable[error.code].retry) throw error
      failures += 1
    }
    if (!stopped()) await pause(backoff(failures, { first: 100, cap: 2000 }), signal)
  }
}
