import { createHash } from 'node:crypto'
import { event } from '../../schema/status.ts'
import { CloudPending } from '../clouds/errors.ts'
import type { ExternalAddress, ExternalTags } from '../../schema/external-resources.ts'
import { externalInventory, type ExternalEntry, type ExternalResource } from '../engine/external-inventory.ts'
import type { ReconcileContext } from '../engine/reconciler.ts'
import type { ResourceOwner } from '../resource-owner.ts'

/*
 * The protocol of creating and deleting resources of providers: the inventory is written before the call. See
 * docs/decisions/026-external-resources.md.
 */

/** The keys of the tags that every external resource of a control plane carries. */
export const externalTags = {
  objectId: 'qleet.io/object-id',
  object: 'qleet.io/object',
  kind: 'qleet.io/kind',
  project: 'qleet.io/project',
  controlPlane: 'qleet.io/control-plane',
} as const

/** Returns the tags that identify the owner of a resource, also for a scan of a whole account. */
export function externalTagsOf({ id, kind, project, name, controlPlane }: ResourceOwner): ExternalTags {
  return {
    [externalTags.controlPlane]: controlPlane,
    [externalTags.objectId]: id,
    [externalTags.kind]: kind,
    [externalTags.project]: project,
    [externalTags.object]: name,
  }
}

/** The API calls of one type of resource. Each is idempotent: it may be repeated at any time, also by another worker. */
export interface ExternalCalls<Found> {
  /** Finds the resource by its name and our tags, also while it is being created; undefined when there is none. */
  find(entry: ExternalEntry, signal: AbortSignal): Promise<FoundExternal<Found> | undefined>
  /**
   * Creates the resource with the name and the tags of the entry.
   *
   * @param call.token An idempotency token for providers that support one: a repeated call with the same token returns
   *   the resource that the first call created.
   */
  create(entry: ExternalEntry, call: CreateCall): Promise<FoundExternal<Found>>
  /**
   * Reports whether an error of `create` means that nothing was created. Given for providers that support no token and may list a
   * resource late: a creation whose result is unknown is repeated only after a minute.
   */
  isRefusal?(error: unknown): boolean
  /** Requests the deletion of the resource. A resource that is gone already is no error. */
  remove(found: FoundExternal<Found>, call: { signal: AbortSignal }): Promise<void>
}

export interface CreateCall {
  token: string
  signal: AbortSignal
}

/** A resource as the provider returns it. */
export interface FoundExternal<Found> {
  externalId: string
  state: Found
}

/** The fields of a reconcile that the protocol needs. */
export type ExternalContext = Pick<
  ReconcileContext,
  | 'object'
  | 'epoch'
  | 'client'
  | 'external'
  | 'owner'
  | 'signal'
  | 'assertHeld'
  | 'recordEvent'
  | 'now'
  | 'state'
  | 'updateState'
>

/** Finds or creates a resource and returns its actual state. The time of the request is stored before each call that creates it. */
export async function ensureExternal<Found>(
  context: ExternalContext,
  resource: ExternalResource,
  calls: ExternalCalls<Found>,
): Promise<FoundExternal<Found>> {
  const { signal, assertHeld, owner, recordEvent, state } = context
  const inventory = externalInventory(context)
  const intend = () => inventory.intend(withTags(resource, owner))
  const existing = inventory.entries().find((entry) => isAt(entry, resource))
  let entry = existing ?? (await intend())
  // A new entry may have a resource, too, which another worker or a lost object of the same name has created.
  const found = await calls.find(entry, signal)
  if (found === undefined) assertHeld()
  if (found === undefined && existing !== undefined) {
    if (calls.isRefusal !== undefined && state[refusalKey(entry)] !== entry.requestedAt)
      assertSettled(entry, context.now(), 'It is created again if it does not appear.')
    entry = await intend()
    assertHeld()
  }
  if (found === undefined && entry.externalId !== null)
    recordEvent(
      event('Warning', 'Recreated', `Its ${entry.type} ${entry.name} is gone, and is created again.`),
    )
  const created = found ?? (await create(context, entry, calls))
  const isRecorded =
    found !== undefined && entry.requestedAt === null && entry.externalId === found.externalId
  if (!isRecorded) await inventory.created(entry, created.externalId)
  return created
}

/** Creates a resource. Stores that the request was refused, so that the next one need not wait. */
async function create<Found>(
  { owner, signal, state, updateState }: ExternalContext,
  entry: ExternalEntry,
  calls: ExternalCalls<Found>,
): Promise<FoundExternal<Found>> {
  const key = refusalKey(entry)
  try {
    const created = await calls.create(entry, { token: creationToken(entry, owner), signal })
    if (state[key] !== undefined) updateState({ [key]: undefined })
    return created
  } catch (error) {
    if (calls.isRefusal?.(error) === true) updateState({ [key]: entry.requestedAt ?? undefined })
    throw error
  }
}

/** Returns the key of the state under which the time of the last refused request is stored. */
function refusalKey({ id }: ExternalEntry): string {
  return `refused ${id}`
}

/** Records resources that the creation of another one includes. */
export async function intendExternal(
  context: ExternalContext,
  resources: readonly ExternalResource[],
): Promise<void> {
  const inventory = externalInventory(context)
  for (const resource of resources) await inventory.intend(withTags(resource, context.owner))
}

/**
 * Deletes the resources of a type that the object has, in the reverse creation order. The entry of a resource is removed
 * once the resource is gone; until then each reconcile finds it again.
 *
 * @returns The entries of resources that still exist.
 */
export async function removeExternal<Found>(
  context: ExternalContext,
  { provider, type }: Pick<ExternalAddress, 'provider' | 'type'>,
  calls: ExternalCalls<Found>,
): Promise<ExternalEntry[]> {
  const entries = externalInventory(context)
    .entries()
    .filter((entry) => entry.provider === provider && entry.type === type)
  const remaining: ExternalEntry[] = []
  for (const entry of entries.toReversed())
    if (!(await removeEntry(context, entry, calls))) remaining.push(entry)
  return remaining
}

/**
 * Deletes the resources of a provider that the object has, in the reverse creation order, by the calls for their types. A
 * resource is kept while another one of a later position still exists, because that may depend on it.
 *
 * @returns The entries of resources that still exist, the next to be deleted first.
 */
export async function removeAllExternal(
  context: ExternalContext,
  provider: string,
  callsFor: (entry: ExternalEntry) => Promise<ExternalCalls<unknown>>,
): Promise<ExternalEntry[]> {
  const entries = externalInventory(context)
    .entries()
    .filter((entry) => entry.provider === provider)
    .toReversed()
  let remaining: ExternalEntry[] = []
  for (const [index, entry] of entries.entries()) {
    const [blocking] = remaining
    if (blocking !== undefined && blocking.order > entry.order) return [...remaining, ...entries.slice(index)]
    if (!(await removeEntry(context, entry, await callsFor(entry)))) remaining = [...remaining, entry]
  }
  return remaining
}

/** Milliseconds after a request for which the resource that it creates may be missing. */
const creationDelay = 60_000

/**
 * Throws if a resource that cannot be found may still appear: one that is forgotten before would stay forever, and one that is created
 * again would be there twice.
 */
function assertSettled(
  { type, name, externalId, intendedAt, requestedAt }: ExternalEntry,
  now: number,
  then: string,
): void {
  // Servers of the release before record no requests.
  const since = requestedAt ?? (externalId === null ? intendedAt : null)
  if (since === null || now - Date.parse(since) >= creationDelay) return
  throw new CloudPending(
    `Its ${type} ${name} may still be created, because that was requested less than a minute ago. ${then}`,
  )
}

/** Deletes a resource, and its entry once the resource is gone. Reports whether it is. */
async function removeEntry<Found>(
  context: ExternalContext,
  entry: ExternalEntry,
  calls: ExternalCalls<Found>,
): Promise<boolean> {
  const { signal, assertHeld } = context
  let found = await calls.find(entry, signal)
  if (found === undefined) assertSettled(entry, context.now(), 'It is deleted then.')
  else {
    assertHeld()
    await calls.remove(found, { signal })
    // Many resources are gone at once.
    found = await calls.find(entry, signal)
  }
  if (found === undefined) await externalInventory(context).drop(entry)
  return found === undefined
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

/** Returns an idempotency token of 64 characters. It is stable until a resource was created, and new for one that replaces it. */
function creationToken(
  { id, intendedAt, createdAt }: ExternalEntry,
  { controlPlane }: ResourceOwner,
): string {
  const parts = [controlPlane, id, intendedAt, ...(createdAt === null ? [] : [createdAt])]
  return createHash('sha256').update(parts.join('/')).digest('hex')
}
