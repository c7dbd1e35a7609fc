import { isDeepStrictEqual } from 'node:util'
import {
  ApplyOwnedDocument,
  ReleaseAttachedDocument,
  type ApplyOwnedMutation,
  type OwnedDocumentInput,
  type OwnedObjectFragment,
  type ReleaseAttachedMutation,
} from '../generated/documents.ts'
import { describeFieldError, isPlatformError } from '../../schema/errors.ts'
import {
  awaitConfirmation,
  failed,
  inheritedStatus,
  requeueAfter,
  waitingFor,
  type FailureCause,
  type Outcome,
} from './outcome.ts'
import type { ReconcileContext } from './reconciler.ts'

export type OwnedObject = ApplyOwnedMutation['result']['objects'][number]

/** The objects that the reconciled object owns, in the order of their documents. */
export interface OwnedObjects {
  objects: readonly OwnedObject[]
  /** The IDs of those that differ from their documents, which are held back. */
  heldBack: ReadonlySet<string>
  /** The objects that left the set and still exist. */
  leaving: readonly OwnedObjectFragment[]
}

/** A claim that another owner holds. */
type TakenClaim = NonNullable<ApplyOwnedMutation['result']['taken']>

export interface OwnedOptions {
  /** Describes a claim that another owner holds, for the status. @default `ClaimTaken` */
  taken?: (claim: TakenClaim) => FailureCause
  /** Reads the definitions and the labels of the runtimes of instances. @default false */
  withLocations?: boolean
}

function claimTaken({ claim, owner }: TakenClaim): FailureCause {
  const message = `${claim} belongs to ${owner.kind} ${owner.name} already.`
  return { reason: 'ClaimTaken', message, grace: 0 }
}

/**
 * Reconciles the set of owned objects with the documents. An object that is no longer in the set is deleted, unless it
 * has another owner. Resolves with an outcome when the set cannot be written yet: an object of the set is still being
 * deleted, another owner holds its claim, or a removal waits for a confirmation.
 */
export async function reconcileOwned(
  { client, object, epoch, assertHeld }: ReconcileContext,
  documents: readonly OwnedDocumentInput[],
  { taken: describeTaken = claimTaken, withLocations = false }: OwnedOptions = {},
): Promise<OwnedObjects | Outcome> {
  assertHeld()
  let applied: ApplyOwnedMutation
  try {
    applied = await client.execute(ApplyOwnedDocument, {
      id: object.id,
      epoch,
      documents: [...documents],
      withLocations,
    })
  } catch (error) {
    const refusal = refusalOf(error, documents)
    if (refusal === undefined) throw error
    return refusal
  }
  const { result } = applied
  const { objects, heldBack, leaving, awaited, taken, held } = result
  if (awaited !== null) return waitUntilGone(awaited)
  if (taken !== null) {
    const { id, version } = taken.owner
    return failed(describeTaken(taken), { watching: { id, version } })
  }
  return held.length > 0
    ? awaitConfirmation(held)
    : { objects, leaving, heldBack: new Set(heldBack.map(({ id }) => id)) }
}

/**
 * Returns owned objects in the order of the documents if they are exactly what these say, so that nothing has to be written;
 * undefined otherwise.
 */
export function unchangedOwned<Owned extends OwnedObjectFragment & { manifestSpec: unknown }>(
  owned: readonly Owned[],
  documents: readonly OwnedDocumentInput[],
): Owned[] | undefined {
  const byName = new Map(owned.map((each) => [`${each.kind} ${each.name}`, each]))
  const found = documents.flatMap(({ kind, name, spec }) => {
    const existing = byName.get(`${kind} ${name}`)
    return existing !== undefined && isDeepStrictEqual(existing.manifestSpec, spec) ? [existing] : []
  })
  return found.length === documents.length && found.length === owned.length ? found : undefined
}

/** Milliseconds after which refused documents are written again, since what refuses them may change. */
const refusedRetry = 60_000

const refused = 'Refused'

/** Reports whether the server has refused the documents of an outcome. */
export function isRefused(outcome: Outcome): boolean {
  return outcome.outcome === 'failed' && outcome.cause.reason === refused
}

/** Returns the outcome of documents that the server refuses, for example because of limits; undefined for other errors. */
function refusalOf(error: unknown, documents: readonly OwnedDocumentInput[]): Outcome | undefined {
  if (!isPlatformError(error) || error.code !== 'INVALID_INPUT') return undefined
  const { fields = [], furtherFields = 0 } = error.details
  const described = fields.map(({ path, ...field }) => {
    const [, index = '', rest = ''] = /^documents\[(\d+)\]\.?(.*)$/.exec(path) ?? []
    const document = documents[Number(index)]
    if (index === '' || document === undefined) return describeFieldError({ path, ...field })
    return `${document.kind} ${document.name}: ${describeFieldError({ path: rest, ...field })}`
  })
  const more = furtherFields > 0 ? ` And ${furtherFields} more.` : ''
  const message = `${described.join(' ')}${more}`
  return failed({ reason: refused, message, grace: 0 }, { retryAfter: refusedRetry })
}

/** Returns an outcome that waits for the first owned object that is not ready; undefined when all are ready. */
export function unreadyOwned({ objects }: Pick<OwnedObjects, 'objects'>): Outcome | undefined {
  const unready = objects.find(
    ({ ready, observedGeneration, generation }) => !ready || observedGeneration !== generation,
  )
  if (unready === undefined) return undefined
  const { id, kind, name, version, status } = unready
  return waitingFor({ id, kind, name, version, ...inheritedStatus(status) }, 'is ready')
}

/** Releases all owned objects, by the recorded ownership and never by a rendering. Returns undefined once none is left. */
export async function releaseOwned({
  client,
  object,
  epoch,
  assertHeld,
}: ReconcileContext): Promise<Outcome | undefined> {
  assertHeld()
  const { result } = await client.execute(ApplyOwnedDocument, {
    id: object.id,
    epoch,
    documents: [],
    withLocations: false,
  })
  return untilGone(result)
}

/**
 * Releases the owned objects that refer to their owner, before the resources of the owner are removed. Returns undefined once
 * none is left.
 */
export async function releaseAttached({
  client,
  object,
  epoch,
  assertHeld,
}: ReconcileContext): Promise<Outcome | undefined> {
  assertHeld()
  const { result } = await client.execute(ReleaseAttachedDocument, { id: object.id, epoch })
  return untilGone(result)
}

function untilGone({ leaving, held }: ReleaseAttachedMutation['result']): Outcome | undefined {
  if (held.length > 0) return awaitConfirmation(held)
  // Prefer an object that is being deleted: the others may only wait for it.
  const [first] = leaving.toSorted((one, other) => deleting(other) - deleting(one))
  if (first === undefined) return undefined
  if (first.deletionRequestedAt !== null) return waitUntilGone(first)
  // Others refer to it, and nothing tells when they do not any more.
  const message = `Waiting until nothing refers to ${first.kind} ${first.name} any more.`
  return requeueAfter(referencedRetry, { reason: 'StillReferenced', message })
}

/** Milliseconds until the next attempt to delete an owned object that others refer to. */
const referencedRetry = 15_000

function deleting({ deletionRequestedAt }: OwnedObjectFragment): number {
  return deletionRequestedAt === null ? 0 : 1
}

/** Returns an outcome that waits for the end of an owned object. */
export function waitUntilGone({ id, kind, name, version, status }: OwnedObjectFragment): Outcome {
  return waitingFor({ id, kind, name, version, ...inheritedStatus(status) }, 'is gone')
}
