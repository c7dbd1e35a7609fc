import { createHash } from 'node:crypto'
import type { ExternalAddress, ExternalTags } from '../../schema/external-resources.ts'
import { externalInventory, type ExternalEntry, type ExternalResource } from '../engine/external-inventory.ts'
import type { ReconcileContext } from '../engine/reconciler.ts'
import type { ResourceOwner } from '../resource-owner.ts'

/*
 * How a resource with a provider comes about, and goes: the row first, then the call. See
 * docs/decisions/026-external-resources.md.
 */

/** Tags that every external resource of ours carries. */
export const externalTags = {
  objectId: 'qleet.io/object-id',
  object: 'qleet.io/object',
  kind: 'qleet.io/kind',
  project: 'qleet.io/project',
  controlPlane: 'qleet.io/control-plane',
} as const

/** Tags by which a resource is known as one of an object, also by a sweep over a whole account. */
export function externalTagsOf({ id, kind, project, name, controlPlane }: ResourceOwner): ExternalTags {
  return {
    [externalTags.controlPlane]: controlPlane,
    [externalTags.objectId]: id,
    [externalTags.kind]: kind,
    [externalTags.project]: project,
    [externalTags.object]: name,
  }
}

/** Calls of one type of resource. Each may be repeated at any time, also by another worker. */
export interface ExternalCalls<Found> {
  /** What has the name and tags of ours, whether it is ready or still being created; undefined where nothing has. */
  find(entry: ExternalEntry, signal: AbortSignal): Promise<FoundExternal<Found> | undefined>
  /**
   * Creates it with the name and the tags of the entry.
   *
   * @param call.token Makes the call idempotent with providers that take one: a call with the token of an earlier one
   *   answers with what that has made.
   */
  create(entry: ExternalEntry, call: CreateCall): Promise<FoundExternal<Found>>
  /** Requests its deletion; what is gone already is no error. */
  remove(found: FoundExternal<Found>, call: { signal: AbortSignal }): Promise<void>
}

export interface CreateCall {
  token: string
  signal: AbortSignal
}

/** A resource as its provider has it. */
export interface FoundExternal<Found> {
  externalId: string
  state: Found
}

/** What the protocol needs of a reconcile. */
export type ExternalContext = Pick<
  ReconcileContext,
  'object' | 'epoch' | 'client' | 'external' | 'owner' | 'signal' | 'assertHeld'
>

/** Finds or creates a resource, which is stored before the call. Resolves with it as the provider has it. */
export async function ensureExternal<Found>(
  context: ExternalContext,
  resource: ExternalResource,
  calls: ExternalCalls<Found>,
): Promise<FoundExternal<Found>> {
  const { signal, assertHeld, owner } = context
  const inventory = externalInventory(context)
  const known = inventory.entries().find((entry) => isAt(entry, resource))
  const entry = known ?? (await inventory.intend(withTags(resource, owner)))
  // Of an entry that was stored just now there may be one, too: another worker, or an object that was lost, has made it.
  const found = await calls.find(entry, signal)
  if (found === undefined) assertHeld()
  const created = found ?? (await calls.create(entry, { token: creationToken(entry, owner), signal }))
  if (created.externalId !== entry.externalId) await inventory.created(entry, created.externalId)
  return created
}

/**
 * Takes down what the object has of a type, in the order opposite to that of creating. What is gone is forgotten; what is
 * still going is found again by the next reconcile.
 *
 * @returns Entries of resources that are still there.
 */
export async function removeExternal<Found>(
  context: ExternalContext,
  type: Pick<ExternalAddress, 'provider' | 'type'>,
  calls: ExternalCalls<Found>,
): Promise<ExternalEntry[]> {
  const { signal, assertHeld } = context
  const inventory = externalInventory(context)
  const left: ExternalEntry[] = []
  const going = inventory
    .entries()
    .filter((entry) => entry.provider === type.provider && entry.type === type.type)
  for (const entry of going.toReversed()) {
    const found = await calls.find(entry, signal)
    if (found === undefined) {
      await inventory.forget(entry)
      continue
    }
    assertHeld()
    await calls.remove(found, { signal })
    left.push(entry)
  }
  return left
}

function isAt(entry: ExternalAddress, { provider, account, region, type, name }: ExternalAddress): boolean {
  return (
    entry.provider === provider &&
    entry.account === account &&
    entry.region === region &&
    entry.type === type &&
    entry.name === name
  )
}

function withTags(resource: ExternalResource, owner: ResourceOwner): ExternalResource {
  return { ...resource, tags: { ...resource.tags, ...externalTagsOf(owner) } }
}

/** The same for each try to create what an entry stands for, and another once it was deleted: 64 characters. */
function creationToken({ id, intendedAt }: ExternalEntry, { controlPlane }: ResourceOwner): string {
  return createHash('sha256').update([controlPlane, id, intendedAt].join('/')).digest('hex')
}
