import { event } from '../../schema/status.ts'
import type { ReconcileContext } from '../engine/reconciler.ts'
import { FindExternalOrphansDocument } from '../generated/documents.ts'
import { externalTags } from '../resources/external-resources.ts'

/*
 * Resources that carry the tags of this control plane and belong to none of its objects: what a lost database, a restored backup or
 * an abandoned deletion has left, and what keeps costing money.
 */

/** An orphan as the outputs of an account show it. */
export interface Orphan {
  resource: string
  region: string
  object: string
  createdAt?: string | undefined
  monthlyCost?: number | undefined
}

/** A resource with the tags of the control plane. */
export interface TaggedResource {
  type: string
  name: string
  /** Empty for a global resource. */
  region: string
  externalId: string
  tags: ReadonlyMap<string, string>
  createdAt?: Date | undefined
  /** US dollars. */
  monthlyCost?: number | undefined
}

/** The region of global resources in outputs. */
export const globalRegion = 'global'

/** The most resources that are compared with the inventory. */
const maxFound = 1000

/**
 * Returns the resources that no inventory has. A resource is an orphan once two looks have found it, because it may be deleted during
 * the first.
 *
 * @param key The key of the state that remembers the last look.
 */
export async function orphansAmong(
  { client, state, updateState }: Pick<ReconcileContext, 'client' | 'state' | 'updateState'>,
  { provider, account, key }: { provider: string; account: string; key: string },
  found: readonly TaggedResource[],
): Promise<Orphan[]> {
  const { result } = await client.execute(FindExternalOrphansDocument, {
    found: found
      .slice(0, maxFound)
      .map(({ type, name, externalId, region }) => ({ provider, account, region, type, name, externalId })),
  })
  const unknown = found.filter((each) =>
    result.some(({ type, externalId }) => type === each.type && externalId === each.externalId),
  )
  const suspects = String(state[key] ?? '').split(' ')
  const ids = unknown.map(({ externalId }) => externalId)
  // The state has room for some of them; the others follow when these are gone.
  const kept = ids.slice(0, 15).join(' ').slice(0, 1000)
  updateState({ [key]: kept === '' ? undefined : kept })
  return unknown.filter(({ externalId }) => suspects.includes(externalId)).map(asOrphan)
}

/**
 * Resolves with undefined if a cloud refuses to list resources, or cannot: the account itself works without that.
 *
 * @param outcomeOf Throws what does not come from the cloud.
 */
export async function unlessFailing<Value>(
  { signal, log }: ReconcileContext,
  reading: Promise<Value>,
  outcomeOf: (error: unknown) => unknown,
): Promise<Value | undefined> {
  try {
    return await reading
  } catch (error) {
    signal.throwIfAborted()
    outcomeOf(error)
    log.warn({ err: error }, 'cannot look for orphans')
    return undefined
  }
}

/** Records a warning about orphans that were not known before. */
export function reportOrphans(
  { recordEvent }: Pick<ReconcileContext, 'recordEvent'>,
  before: readonly Orphan[],
  found: readonly Orphan[],
): void {
  const fresh = found.filter(({ resource }) => !before.some((each) => each.resource === resource))
  const [first] = fresh
  if (first !== undefined)
    recordEvent(event('Warning', 'OrphansFound', `${describeOrphans(fresh)} The first is ${first.resource}.`))
}

/** Returns the number of orphans and their cost as a sentence. */
export function describeOrphans(orphans: readonly Orphan[]): string {
  const cost = orphans.reduce((sum, { monthlyCost = 0 }) => sum + monthlyCost, 0)
  const what = orphans.length === 1 ? 'A resource' : `${orphans.length} resources`
  const verb = orphans.length === 1 ? 'carries' : 'carry'
  const price =
    cost === 0
      ? ''
      : `, and cost${orphans.length === 1 ? 's' : ''} about ${Math.round(cost)} US dollars a month`
  return `${what} in the account ${verb} the tags of this control plane but belong${orphans.length === 1 ? 's' : ''} to no object${price}: see the output orphans.`
}

function asOrphan({ type, name, region, tags, createdAt, monthlyCost }: TaggedResource): Orphan {
  return {
    resource: `${type} ${name}`,
    region: region === '' ? globalRegion : region,
    object: `${tags.get(externalTags.kind) ?? 'unknown'} ${tags.get(externalTags.project) ?? ''}/${tags.get(externalTags.object) ?? ''}`,
    ...(createdAt === undefined ? {} : { createdAt: createdAt.toISOString() }),
    ...(monthlyCost === undefined ? {} : { monthlyCost }),
  }
}
