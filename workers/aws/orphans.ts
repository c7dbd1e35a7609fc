import { event } from '../../schema/status.ts'
import type { ReconcileContext } from '../engine/reconciler.ts'
import { FindExternalOrphansDocument } from '../generated/documents.ts'
import { externalTags } from '../resources/external-resources.ts'
import type { AwsAccess } from './account.ts'
import { awsOutcome } from './errors.ts'
import { taggedResources, unlessDenied, type TaggedResource } from './tagged-resources.ts'

/*
 * Resources that carry the tags of this control plane and belong to none of its objects: what a lost database, a restored backup or
 * an abandoned deletion has left, and what keeps costing money.
 */

/** An orphan as the outputs of an account show it. */
export interface AwsOrphan {
  resource: string
  region: string
  object: string
  createdAt?: string | undefined
  monthlyCost?: number | undefined
}

/**
 * Looks for orphans in the default region and one other, the next one with the next call, since an account has some twenty. Resolves
 * with all that are known. A resource is an orphan once two looks have found it, because it may be deleted during the first.
 */
export async function sweepOrphans(context: ReconcileContext, access: AwsAccess): Promise<AwsOrphan[]> {
  const { updateState, object, recordEvent } = context
  const { regions, next } = await nextRegions(access, context)
  updateState({ sweep: next })
  const { orphans: before = [] } = object.status.outputs as { orphans?: AwsOrphan[] }
  const found: AwsOrphan[] = []
  for (const region of regions)
    found.push(
      ...((await unlessFailing(context, orphansIn(region, context, access))) ?? ofRegion(before, region)),
    )
  const elsewhere = before.filter(({ region }) => !regions.includes(region) && region !== globalRegion)
  const fresh = found.filter(({ resource }) => !before.some((each) => each.resource === resource))
  const [first] = fresh
  if (first !== undefined)
    recordEvent(event('Warning', 'OrphansFound', `${describeOrphans(fresh)} The first is ${first.resource}.`))
  return [...elsewhere, ...found]
}

/** Resolves with undefined if AWS refuses to list a region, or cannot: the account itself works without that. */
async function unlessFailing<Value>(
  { signal, log }: ReconcileContext,
  reading: Promise<Value>,
): Promise<Value | undefined> {
  try {
    return await reading
  } catch (error) {
    signal.throwIfAborted()
    // Throws what does not come from AWS.
    awsOutcome(error)
    log.warn({ err: error }, 'cannot look for orphans')
    return undefined
  }
}

function ofRegion(orphans: readonly AwsOrphan[], region: string): AwsOrphan[] {
  return orphans.filter((each) => each.region === region)
}

/** The region of resources that belong to none, which are looked for with the default region. */
const globalRegion = 'global'

/** Returns the orphans of a region that this look and the last one have found. */
async function orphansIn(
  region: string,
  { client, state, updateState, owner, signal }: ReconcileContext,
  access: AwsAccess,
): Promise<AwsOrphan[]> {
  const found = await taggedResources(access, { region, controlPlane: owner.controlPlane, signal })
  const place = { provider: 'aws', account: access.accountId }
  const { result } = await client.execute(FindExternalOrphansDocument, {
    found: found
      .slice(0, maxFound)
      .map(({ type, name, externalId, region: own }) => ({ ...place, region: own, type, name, externalId })),
  })
  const unknown = found.filter((each) =>
    result.some(({ type, externalId }) => type === each.type && externalId === each.externalId),
  )
  const key = `suspects ${region}`
  const suspects = String(state[key] ?? '').split(' ')
  const ids = unknown.map(({ externalId }) => externalId)
  // The state has room for some of them; the others follow when these are gone.
  const kept = ids.slice(0, 15).join(' ').slice(0, 1000)
  updateState({ [key]: kept === '' ? undefined : kept })
  return unknown.filter(({ externalId }) => suspects.includes(externalId)).map(asOrphan)
}

/** The most resources of a region that are compared with the inventory. */
const maxFound = 1000

/** Returns the number of orphans and their cost as a sentence. */
export function describeOrphans(orphans: readonly AwsOrphan[]): string {
  const cost = orphans.reduce((sum, { monthlyCost = 0 }) => sum + monthlyCost, 0)
  const what = orphans.length === 1 ? 'A resource' : `${orphans.length} resources`
  const verb = orphans.length === 1 ? 'carries' : 'carry'
  const price =
    cost === 0
      ? ''
      : `, and cost${orphans.length === 1 ? 's' : ''} about ${Math.round(cost)} US dollars a month`
  return `${what} in the account ${verb} the tags of this control plane but belong${orphans.length === 1 ? 's' : ''} to no object${price}: see the output orphans.`
}

/** Returns the regions to look at, and the position of the other one of the next look. */
async function nextRegions(
  { defaultRegion, in: inRegion }: AwsAccess,
  { state, signal: abortSignal }: ReconcileContext,
): Promise<{ regions: string[]; next: number }> {
  const ec2 = await inRegion(defaultRegion).ec2()
  const listed = ec2.describeRegions({}, { abortSignal }).then(({ Regions = [] }) => Regions)
  const others = (await unlessDenied(listed, []))
    .flatMap(({ RegionName }) => RegionName ?? [])
    .filter((name) => name !== defaultRegion)
    .sort()
  const position = Number(state['sweep'] ?? 0) % Math.max(1, others.length)
  const regions = [defaultRegion, ...others.slice(position, position + 1)]
  return { regions, next: position + 1 }
}

function asOrphan({ type, name, region, tags, createdAt, monthlyCost }: TaggedResource): AwsOrphan {
  return {
    resource: `${type} ${name}`,
    region: region === '' ? globalRegion : region,
    object: `${tags.get(externalTags.kind) ?? 'unknown'} ${tags.get(externalTags.project) ?? ''}/${tags.get(externalTags.object) ?? ''}`,
    ...(createdAt === undefined ? {} : { createdAt: createdAt.toISOString() }),
    ...(monthlyCost === undefined ? {} : { monthlyCost }),
  }
}
