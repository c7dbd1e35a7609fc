import { globalRegion, orphansAmong, reportOrphans, unlessFailing, type Orphan } from '../clouds/orphans.ts'
import type { ReconcileContext } from '../engine/reconciler.ts'
import type { AwsAccess } from './account.ts'
import { awsOutcome } from './errors.ts'
import { taggedResources, unlessDenied } from './tagged-resources.ts'

/**
 * Looks for orphans in the default region and one other, the next one with the next call, since an account has some twenty. Resolves
 * with all that are known. A resource is an orphan once two looks have found it, because it may be deleted during the first.
 */
export async function sweepOrphans(context: ReconcileContext, access: AwsAccess): Promise<Orphan[]> {
  const { updateState, object } = context
  const { regions, next } = await nextRegions(access, context)
  updateState({ sweep: next })
  const { orphans: before = [] } = object.status.outputs as { orphans?: Orphan[] }
  const found: Orphan[] = []
  for (const region of regions)
    found.push(
      ...((await unlessFailing(context, orphansIn(region, context, access), awsOutcome)) ??
        ofRegion(before, region)),
    )
  const elsewhere = before.filter(({ region }) => !regions.includes(region) && region !== globalRegion)
  reportOrphans(context, before, found)
  return [...elsewhere, ...found]
}

function ofRegion(orphans: readonly Orphan[], region: string): Orphan[] {
  return orphans.filter((each) => each.region === region)
}

/** Returns the orphans of a region that this look and the last one have found. */
async function orphansIn(region: string, context: ReconcileContext, access: AwsAccess): Promise<Orphan[]> {
  const { owner, signal } = context
  const found = await taggedResources(access, { region, controlPlane: owner.controlPlane, signal })
  const key = `suspects ${region}`
  return orphansAmong(context, { provider: 'aws', account: access.accountId, key }, found)
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
