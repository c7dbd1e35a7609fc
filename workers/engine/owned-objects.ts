import {
  ApplyOwnedDocument,
  type ApplyOwnedMutation,
  type OwnedDocumentInput,
  type OwnedObjectFragment,
} from '../generated/documents.ts'
import {
  awaitConfirmation,
  failed,
  verdictOf,
  waitingFor,
  type FailureCause,
  type Outcome,
} from './outcome.ts'
import type { ReconcileContext } from './reconciler.ts'

/** The objects that the reconciled one owns, in the order of their documents. */
export interface OwnedObjects {
  objects: readonly OwnedObjectFragment[]
}

/** A claim that another owner has. */
type TakenClaim = NonNullable<ApplyOwnedMutation['result']['taken']>

export interface OwnedOptions {
  /** Describes a claim that another owner has, for the status. */
  taken?: (claim: TakenClaim) => FailureCause
}

function claimTaken({ claim, owner }: TakenClaim): FailureCause {
  const message = `${claim} belongs to ${owner.kind} ${owner.name} already.`
  return { reason: 'ClaimTaken', message, grace: 0 }
}

/**
 * Makes the documents the whole set of objects that the reconciled one owns. What left the set goes, unless it has another
 * owner. Resolves with an outcome where the set cannot be written yet: while an object of it is still being deleted, another
 * owner has its claim, or a removal waits for a confirmation.
 */
export async function reconcileOwned(
  { client, object, epoch, assertHeld }: ReconcileContext,
  documents: readonly OwnedDocumentInput[],
  { taken: describeTaken = claimTaken }: OwnedOptions = {},
): Promise<OwnedObjects | Outcome> {
  assertHeld()
  const { result } = await client.execute(ApplyOwnedDocument, {
    id: object.id,
    epoch,
    documents: [...documents],
  })
  const { objects, awaited, taken, held } = result
  if (awaited !== null) return untilGone(awaited)
  if (taken !== null) {
    const { id, version } = taken.owner
    return failed(describeTaken(taken), { watching: { id, version } })
  }
  return held.length > 0 ? awaitConfirmation(held) : { objects }
}

/** Waits for the first object that is not ready with what is desired of it; undefined when all are. */
export function unreadyOwned({ objects }: OwnedObjects): Outcome | undefined {
  const unready = objects.find(
    ({ ready, observedGeneration, generation }) => !ready || observedGeneration !== generation,
  )
  if (unready === undefined) return undefined
  const { id, kind, name, version, status } = unready
  return waitingFor(
    { id, kind, name, version, ...verdictOf(status) },
    `Waiting until ${kind} ${name} is ready.`,
  )
}

/** Lets go all that the object owns; undefined once nothing of it is left. Reads ownership only, never a rendering. */
export async function releaseOwned({
  client,
  object,
  epoch,
  assertHeld,
}: ReconcileContext): Promise<Outcome | undefined> {
  assertHeld()
  const { result } = await client.execute(ApplyOwnedDocument, { id: object.id, epoch, documents: [] })
  const { leaving, held } = result
  if (held.length > 0) return awaitConfirmation(held)
  // One that is being deleted explains more than one that waits for it.
  const [first] = leaving.toSorted((one, other) => deleting(other) - deleting(one))
  return first && untilGone(first)
}

function deleting({ deletionRequestedAt }: OwnedObjectFragment): number {
  return deletionRequestedAt === null ? 0 : 1
}

function untilGone({ id, kind, name, version, status }: OwnedObjectFragment): Outcome {
  return waitingFor(
    { id, kind, name, version, ...verdictOf(status) },
    `Waiting until ${kind} ${name} is gone.`,
  )
}
