import type { PlanEffects } from '../../../schema/graphql/store-plans.ts'
import { parseQualifiedName } from '../../../schema/names.ts'
import { definedKinds, type CheckRules, type WorkloadToCheck } from '../../../schema/resource-checks.ts'
import type { StoredObject } from '../../../prisma/client.ts'
import type { StoreContext } from '../context.ts'
import { findControlPlane, findLabelId } from '../former-ids.ts'
import { findByIds, findObjects, keyText, type ObjectKey } from '../lookups.ts'
import { findOwnedObjects } from '../ownership.ts'
import { run, specOf } from '../sql.ts'
import type { AskedRuntime, CheckTarget } from './cluster-checks.ts'
import type { ComparedWorkload } from './resources.ts'

/* In which clusters the resources of a plan are to be checked, and for whom. */

/**
 * Returns the workloads whose resources can be checked, each in each of its runtimes. Reads within the transaction of the plan.
 *
 * @param created The objects that the plan has created, which do not exist for clusters yet
 */
export async function checkTargets(
  context: StoreContext,
  compared: readonly ComparedWorkload[],
  { created, arriving }: { created: ReadonlySet<bigint>; arriving: CheckRules['arriving'] },
): Promise<CheckTarget[]> {
  const controlPlane = compared.length === 0 ? '' : await findControlPlane(context)
  const targets: CheckTarget[] = []
  for (const workload of compared) {
    const { object, runtime: planned } = workload
    const stored = await find(context, { ...object, project: object.project ?? undefined })
    const isKnown = stored !== undefined && !created.has(stored.id)
    const placed = isKnown ? await placedInstances(context, stored) : []
    for (const instance of placed)
      targets.push({
        object,
        ...(await placeOf(context, created, { name: specOf(instance)['runtime'], project: object.project })),
        workload: await toCheck(context, workload, { instance, controlPlane, arriving }),
      })
    if (placed.length > 0) continue
    targets.push({
      object,
      ...(await placeOf(context, created, { name: planned, project: object.project })),
      workload: await toCheck(context, workload, { instance: undefined, controlPlane, arriving }),
    })
  }
  return targets
}

/** Returns an instance itself, or those in its locations; none if it is in no runtime yet. */
async function placedInstances({ sql }: StoreContext, stored: StoredObject): Promise<StoredObject[]> {
  if (specOf(stored)['runtime'] !== undefined) return [stored]
  const owned = await findOwnedObjects(sql, stored.id)
  return owned.filter((each) => each.kind === stored.kind && specOf(each)['runtime'] !== undefined)
}

export async function placeOf(
  context: StoreContext,
  created: ReadonlySet<bigint>,
  { name, project }: { name: unknown; project: string | null },
): Promise<Pick<AskedRuntime, 'runtime' | 'place'>> {
  if (typeof name !== 'string' || name === '')
    return {
      runtime: '',
      place: { reason: 'NoRuntime', message: 'the runtime is chosen when the change is made' },
    }
  const key = parseQualifiedName(name, project ?? 'default')
  const found = await find(context, { kind: 'KubernetesRuntimeInstance', ...key })
  if (found === undefined || created.has(found.id))
    return { runtime: key.name, place: { reason: 'NoRuntime', message: 'the runtime does not exist yet' } }
  return { runtime: key.name, place: { id: found.id } }
}

export async function find({ sql }: StoreContext, key: ObjectKey): Promise<StoredObject | undefined> {
  return (await findObjects(sql, [key])).get(keyText(key))
}

export interface Known {
  /** @default it does not exist yet */
  instance: StoredObject | undefined
  controlPlane: string
  arriving: CheckRules['arriving']
}

async function toCheck(
  context: StoreContext,
  { object, spec, before, after, resources }: ComparedWorkload,
  known: Known,
): Promise<WorkloadToCheck> {
  const rules = await rulesFor(context, { object, spec }, known)
  return { ...rules, before: [...before], after: [...after], resources: [...resources] }
}

/** Returns what decides how the resources of an object are checked. */
export async function rulesFor(
  context: StoreContext,
  { object, spec }: Pick<ComparedWorkload, 'object' | 'spec'>,
  { instance, controlPlane, arriving }: Known,
): Promise<CheckRules> {
  // An application writes the instances of its environments without these fields, so what they have stays.
  const { namespace, ignoreDifferences, replace } = { ...(instance && specOf(instance)), ...spec } as {
    namespace?: string
    ignoreDifferences?: CheckRules['ignored']
    replace?: boolean
  }
  const [project] =
    instance?.projectId == null ? [] : await run<StoredObject>(context.sql, findByIds, [[instance.projectId]])
  return {
    owner: {
      id: instance === undefined ? '0' : String(await findLabelId(context, instance.id)),
      kind: object.kind,
      project: project?.name ?? object.project ?? '',
      name: instance?.name ?? object.name,
      controlPlane,
    },
    ...(namespace === undefined ? {} : { namespace }),
    replace: replace === true,
    ignored: ignoreDifferences ?? [],
    arriving,
  }
}

/** Returns what the workloads of a plan bring to clusters, wherever they are. */
export function arrivingWith(
  compared: readonly ComparedWorkload[],
  objects: PlanEffects['objects'],
): CheckRules['arriving'] {
  const manifests = compared.flatMap(({ after }) => after)
  const given = compared.flatMap(({ spec }) => spec['namespace'] ?? []) as string[]
  const namespaces = manifests.filter(({ apiVersion, kind }) => apiVersion === 'v1' && kind === 'Namespace')
  return {
    namespaces: [...new Set([...given, ...namespaces.map(({ metadata }) => metadata.name)])],
    kinds: definedKinds(manifests),
    software: objects.some(({ kind, action }) => installing.has(kind) && action !== 'keep'),
  }
}

/** The kinds of objects that install software with kinds of its own. */
const installing: ReadonlySet<string> = new Set(['SupportServiceInstance', 'HelmWorkloadInstance'])
