import type { AnyObject } from '../../../client-sdk/index.ts'
import { builtInKinds, builtInLabel } from '../../../schema/own-labels.ts'
import { topmostOwner } from './owners.ts'
import type { Named } from './paths.ts'

/** Why users can neither change nor delete an object. */
export type Lock =
  | { reason: 'deletion' }
  | { reason: 'builtIn' }
  /** With the object to change instead. */
  | { reason: 'owner'; owner: Named }

/** Returns why users cannot change an object; undefined if they can. */
export async function readLock(object: AnyObject, signal: AbortSignal): Promise<Lock | undefined> {
  if (object.deletionRequestedAt !== null) return { reason: 'deletion' }
  if (builtInKinds.has(object.kind) && object.labels[builtInLabel] !== undefined) return { reason: 'builtIn' }
  const owner = await topmostOwner(object.id, signal)
  return owner === undefined ? undefined : { reason: 'owner', owner }
}
