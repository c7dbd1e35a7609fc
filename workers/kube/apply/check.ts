import type { CheckedResource } from '../../../schema/resource-checks.ts'
import type { KubeObject } from '../client/client.ts'
import { deleteObject } from '../client/cluster.ts'
import { isKubeError, isUnavailable, type KubeError } from '../client/kube-error.ts'
import { describeOwner, isOwn, isOwnedByAnother, type Owner } from '../client/owner.ts'
import { isAdopted, isNamespace, outlivesOwner, type DesiredResource } from '../client/resource.ts'
import { withLiveValues } from '../client/secret-values.ts'
import { withoutOrigin } from './compared.ts'
import { driftBetween } from './drift.ts'
import { dryRun, refOf, type DryRunContext } from './dry-run.ts'
import { conflict, ownedBy } from './ensure.ts'
import { headlessAlternative, headlessRefusal } from './headless.ts'
import { isImmutable } from './immutable.ts'
import { healthOfRefusal } from './refused.ts'
import { replacementRefusal } from './remedies.ts'

/* What an API server would say about a change of one resource, found out without making it. */

export interface CheckContext extends DryRunContext {
  owner: Owner
  /** Reports whether a resource that exists already is taken over. @default none is */
  takesOver: ((live: KubeObject) => boolean) | undefined
}

export type Check = Omit<CheckedResource, 'resource'>

/** A resource as it is desired, before and after the change. */
interface Change {
  resource: DesiredResource
  /** @default it is new */
  before: DesiredResource | undefined
  live: KubeObject | undefined
}

/** Returns what an apply of a resource would do. Throws KubeError only if the cluster is unavailable. */
export async function checkApply(context: CheckContext, { resource, before, live }: Change): Promise<Check> {
  const { owner, takesOver } = context
  if (live !== undefined && isOwnedByAnother(live, owner)) {
    const { reason, message } = ownedBy(describeOwner(live, owner)).health
    return { ...refused, reason, message }
  }
  const isOurs = live === undefined || isOwn(live, owner) || takesOver?.(live) === true
  if (isNamespace(resource.identity) && !isOurs)
    return { ...unchanged, reason: 'Exists', message: 'it exists already, and is left as it is' }
  const headless = live === undefined || !isOurs ? undefined : headlessRefusal(resource, live)
  if (live !== undefined && headless !== undefined)
    return replacement(headless, { resource, live, fields: ['spec.clusterIP'], instead: headlessAlternative })
  const applied = withLiveValues(resource, live)
  try {
    const dry = await dryRun(context, { resource: applied, live }, isOurs)
    if (dry === undefined) return unsupported
    const hasEffect = live === undefined || (await changes(context, { resource, before, live }, dry))
    return hasEffect ? accepted : { ...unchanged, reason: 'NoChange', message: noChange }
  } catch (error) {
    if (!isKubeError(error) || isUnavailable(error)) throw error
    return refusal(error, { resource, live, isOurs })
  }
}

/** Returns what a deletion of a resource would do. Throws KubeError only if the cluster is unavailable. */
export async function checkRemoval(
  { cluster, owner, signal }: CheckContext,
  { resource, live }: Pick<Change, 'resource' | 'live'>,
): Promise<Check> {
  const uid = live?.metadata.uid
  if (live === undefined || uid === undefined)
    return { ...unchanged, reason: 'Missing', message: 'it does not exist any more' }
  if (!isOwn(live, owner))
    return { ...unchanged, reason: 'OwnedByAnother', message: 'it belongs to others, and stays' }
  if (outlivesOwner(live))
    return {
      ...unchanged,
      reason: 'Kept',
      message: isAdopted(live)
        ? 'it existed before, and stays'
        : 'it stays, as its annotation helm.sh/resource-policy asks',
    }
  try {
    await deleteObject(cluster.client, refOf(resource), { uid, signal, dryRun: true })
    return accepted
  } catch (error) {
    if (!isKubeError(error) || isUnavailable(error)) throw error
    return refusal(error, { resource, live, isOurs: true })
  }
}

const accepted: Check = { result: 'accepted', reason: '', message: '', fields: [] }
const unchanged = { result: 'unchanged', fields: [] as string[] } as const
const refused = { result: 'refused', fields: [] as string[] } as const
const unsupported: Check = {
  result: 'unchecked',
  reason: 'DryRunUnsupported',
  message: 'an admission webhook of the cluster does not support dry runs',
  fields: [],
}
const noChange = 'the cluster has this state already, with the defaults of its API server'

/**
 * Reports whether a change has an effect: the result of its dry run differs from the resource as it is, and from the result without
 * the change. The latter decides for a workload to which bindings or variables are added, which the manifests do not have.
 */
async function changes(
  context: CheckContext,
  { resource, before, live }: Change & { live: KubeObject },
  dry: KubeObject,
): Promise<boolean> {
  // Its values are placeholders.
  if (resource.identity.kind === 'Secret') return true
  // A field that only the manifest before declares returns to its default.
  const manifests = [resource, ...(before === undefined ? [] : [before])].map((each) =>
    withoutOrigin(each, context.owner),
  )
  const differs = (found: KubeObject): boolean =>
    manifests.some((manifest) => driftBetween(found, dry, { manifest }).length > 0)
  if (!differs(live)) return false
  if (before === undefined || !isOwn(live, context.owner)) return true
  try {
    const without = await dryRun(context, { resource: before, live })
    return without === undefined || differs(without)
  } catch (error) {
    if (!isKubeError(error) || isUnavailable(error)) throw error
    return true
  }
}

/** Returns the check of a resource that an API server does not show, or whose change it refuses. */
export function refusal(
  error: KubeError,
  { resource, live, isOurs }: Pick<Change, 'resource' | 'live'> & { isOurs: boolean },
): Check {
  const fields = [...new Set(error.causes.map(({ field }) => field).filter((field) => field !== ''))]
  if (isKubeError(error, 'conflict') && !isOurs) {
    const { reason, message } = conflict(error)
    return { ...refused, reason, message, fields }
  }
  if (live !== undefined && isKubeError(error, 'invalid') && isImmutable(error))
    return replacement(error, { resource, live, fields })
  const { reason, message } = healthOfRefusal(error, undefined)
  return { ...refused, reason, message, fields }
}

/** Returns the check of a resource that cannot be changed in place: it is replaced, or its policy does not allow that. */
function replacement(
  { message }: KubeError,
  {
    resource,
    live,
    fields,
    instead,
  }: { resource: DesiredResource; live: KubeObject; fields: string[]; instead?: string },
): Check {
  const advice = replacementRefusal(resource, live, instead)
  return advice === undefined
    ? { result: 'replaced', reason: 'Immutable', message, fields }
    : { ...refused, reason: 'Immutable', message: `${message}: ${advice}`, fields }
}
