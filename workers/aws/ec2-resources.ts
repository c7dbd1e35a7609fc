import type { EC2, Filter, ResourceType, TagSpecification } from '@aws-sdk/client-ec2'
import type { ExternalEntry } from '../engine/external-inventory.ts'
import type { ReconcileContext } from '../engine/reconciler.ts'
import { externalTags, type CreateCall, type ExternalCalls } from '../resources/external-resources.ts'
import type { RegionClients } from './clients.ts'
import { AwsPending, isAwsError, isRefusal } from './errors.ts'
import { tagList, type AwsTag } from './ownership.ts'

/*
 * Resources of EC2 have no names of their own: they are found by their tags. Most calls that create one know no token against
 * repetition, and a resource may be missing in lists for some seconds after its creation. So such a call is sent once, and again
 * only when a resource that it may have created would be listed.
 */

/** A resource of EC2 as far as all have it. */
export interface Ec2Resource {
  Tags?: AwsTag[] | undefined
}

/** How one type of resource is listed, created and deleted. */
export interface Ec2Type<Found extends Ec2Resource> {
  /** The type in tag specifications, for example `vpc`. */
  type: ResourceType
  /** Lists the resources that exist. */
  list(ec2: EC2, filters: Filter[], abortSignal: AbortSignal): Promise<readonly Found[]>
  idOf(found: Found): string
  /** Its creation knows a token against repetition. */
  hasToken: boolean
  create(ec2: EC2, tags: TagSpecification[], call: CreateCall): Promise<Found>
  remove(ec2: EC2, found: Found, abortSignal: AbortSignal): Promise<unknown>
}

/** Milliseconds for which a created resource may be missing in lists. */
const consistencyDelay = 60_000

/** EC2 as a reconcile uses it. */
export interface Ec2Access {
  ec2: EC2
  /** The same without retries of the SDK. */
  ec2Once: EC2
  /** Returns the time of the control plane, with which the times of entries are compared. */
  now: ReconcileContext['now']
}

/** Returns EC2 of a region. */
export async function ec2AccessOf(
  clients: RegionClients,
  { now }: Pick<ReconcileContext, 'now'>,
): Promise<Ec2Access> {
  return { ec2: await clients.ec2(), ec2Once: await clients.ec2Once(), now }
}

/** Returns the calls for one type of resource. */
export function ec2Calls<Found extends Ec2Resource>(
  { ec2, ec2Once, now }: Ec2Access,
  type: Ec2Type<Found>,
): ExternalCalls<Found> {
  const asFound = (state: Found) => ({ externalId: type.idOf(state), state })
  const removed = new Set<string | null>()
  return {
    find: async (entry, signal) => {
      const listed = await type.list(ec2, filtersOf(entry), signal)
      const [first] = listed.toSorted((one, other) => (type.idOf(one) < type.idOf(other) ? -1 : 1))
      const known = listed.find((each) => type.idOf(each) === entry.externalId)
      const found = known ?? first
      if (found !== undefined) return asFound(found)
      const isListed = now() - Date.parse(entry.createdAt ?? entry.intendedAt) > consistencyDelay
      if (entry.externalId === null || removed.has(entry.externalId) || isListed) return undefined
      throw new AwsPending(`EC2 does not list ${entry.type} ${entry.name} yet.`)
    },
    create: async (entry, call) =>
      asFound(await type.create(type.hasToken ? ec2 : ec2Once, [tagsFor(type.type, entry)], call)),
    ...(type.hasToken ? {} : { isRefusal }),
    remove: async ({ externalId, state }, { signal }) => {
      try {
        await type.remove(ec2, state, signal)
        removed.add(externalId)
      } catch (error) {
        // What uses the resource is still being deleted, or the resource is gone.
        if (!isInUse(error) && !isGone(error)) throw error
      }
    },
  }
}

/** Reports whether something else still uses a resource. */
export function isInUse(error: unknown): boolean {
  return isAwsError(error, 'DependencyViolation', 'InvalidIPAddress.InUse', 'ResourceInUse')
}

/** Reports whether a resource of EC2 does not exist. */
export function isGone(error: unknown): boolean {
  return error instanceof Error && /NotFound$|^Gateway\.NotAttached$/.test(error.name)
}

function filtersOf({ name, tags }: ExternalEntry): Filter[] {
  const wanted = tags as Readonly<Record<string, string>>
  const owner = [externalTags.controlPlane, externalTags.objectId].flatMap((key) => {
    const value = wanted[key]
    return value === undefined ? [] : [{ Name: `tag:${key}`, Values: [value] }]
  })
  return [{ Name: 'tag:Name', Values: [name] }, ...owner]
}

function tagsFor(ResourceType: ResourceType, entry: ExternalEntry): TagSpecification {
  // The console of AWS shows the name.
  return { ResourceType, Tags: [{ Key: 'Name', Value: entry.name }, ...tagList(entry)] }
}
