import type { PlanEffects } from '../../../schema/graphql/store-plans.ts'
import type { Manifest } from '../../../schema/manifests.ts'
import { isRecord } from '../../../schema/records.ts'
import { parseQualifiedName } from '../../../schema/names.ts'
import type { WorkloadToCheck } from '../../../schema/resource-checks.ts'
import type { StoredObject } from '../../../prisma/client.ts'
import type { StoreContext } from '../context.ts'
import { findControlPlane, findLabelIds } from '../former-ids.ts'
import { findByIds, findObjects, keyNamed, keyText, type ObjectKey } from '../lookups.ts'
import { findOwnedByEach } from '../ownership.ts'
import { run, specOf, type Sql } from '../sql.ts'
import type { CheckTarget } from './cluster-checks.ts'
import type { ComparedWorkload } from './resources.ts'

/* In which clusters the resources of a plan are to be checked, and for whom. */

/**
 * Returns the workloads whose resources can be checked, each in each of its runtimes. Reads within the transaction of the plan.
 *
 * @param created The objects that the plan has created, which do not exist for clusters yet
 */
export async function checkTargets(
  { sql }: Pick<StoreContext, 'sql'>,
  compared: readonly ComparedWorkload[],
  { created, objects }: { created: ReadonlySet<bigint>; objects: PlanEffects['objects'] },
): Promise<CheckTarget[]> {
  if (compared.length === 0) return []
  const arriving = arrivingWith(compared, objects)
  const controlPlane = await findControlPlane({ sql })
  const placements = await placementsOf(sql, compared, created)
  const instances = placements.flatMap(({ instance }) => instance ?? [])
  const projects = await projectNames(sql, instances)
  const labelIds = await findLabelIds(
    sql,
    instances.map(({ id }) => id),
  )
  const placeOf = await placesOf(sql, placements, created)
  return placements.map((placement) => {
    const { workload, instance } = placement
    const { object } = workload
    const owner = {
      id: instance === undefined ? '0' : String(labelIds.get(instance.id) ?? instance.id),
      kind: object.kind,
      project: projects.get(instance?.projectId ?? 0n) ?? object.project ?? '',
      name: instance?.name ?? object.name,
      controlPlane,
    }
    return { object, ...placeOf(placement), workload: toCheck(workload, { instance, owner, arriving }) }
  })
}

/** A workload in one of its runtimes. */
interface Placement {
  workload: ComparedWorkload
  /** @default it does not exist yet, or is in no runtime yet */
  instance: StoredObject | undefined
  /** The name of the runtime, if one is chosen. */
  runtime: unknown
}

async function placementsOf(
  sql: Sql,
  compared: readonly ComparedWorkload[],
  created: ReadonlySet<bigint>,
): Promise<Placement[]> {
  const found = await findObjects(
    sql,
    compared.map(({ object }) => keyNamed(object)),
  )
  const known = [...found.values()].filter(({ id }) => !created.has(id))
  const owned = await findOwnedByEach(
    sql,
    known.filter((each) => !isPlaced(each)).map(({ id }) => id),
  )
  return compared.flatMap((workload): Placement[] => {
    const stored = found.get(keyText(workload.object))
    // It is itself in a runtime, or owns instances in several locations.
    const candidates =
      stored === undefined || created.has(stored.id) ? [] : [stored, ...(owned.get(stored.id) ?? [])]
    const instances = candidates.filter((each) => each.kind === stored?.kind && isPlaced(each))
    if (instances.length === 0) return [{ workload, instance: undefined, runtime: workload.runtime }]
    return instances.map((instance) => ({ workload, instance, runtime: specOf(instance)['runtime'] }))
  })
}

function isPlaced(object: StoredObject): boolean {
  return specOf(object)['runtime'] !== undefined
}

/** Returns the names of the projects of objects by the ids of the projects. */
async function projectNames(sql: Sql, objects: readonly StoredObject[]): Promise<Map<bigint, string>> {
  const ids = objects.flatMap(({ projectId }) => projectId ?? [])
  return new Map((await run<StoredObject>(sql, findByIds, [ids])).map(({ id, name }) => [id, name]))
}

/** Returns a function that returns the runtime of a placement, or why there is none. */
async function placesOf(
  sql: Sql,
  placements: readonly Placement[],
  created: ReadonlySet<bigint>,
): Promise<(placement: Placement) => Pick<CheckTarget, 'runtime' | 'place'>> {
  const runtimes = await findObjects(
    sql,
    placements.flatMap((placement) => runtimeOf(placement) ?? []),
  )
  return (placement) => {
    const key = runtimeOf(placement)
    if (key === undefined) return notYet('', 'the runtime is chosen when the change is made')
    const found = runtimes.get(keyText(key))
    return found === undefined || created.has(found.id)
      ? notYet(key.name, 'the runtime does not exist yet')
      : { runtime: key.name, place: { id: found.id } }
  }
}

function runtimeOf({ workload, runtime }: Placement): ObjectKey | undefined {
  if (typeof runtime !== 'string' || runtime === '') return undefined
  const key = parseQualifiedName(runtime, workload.object.project ?? 'default')
  return { kind: 'KubernetesRuntimeInstance', ...key }
}

function notYet(runtime: string, message: string): Pick<CheckTarget, 'runtime' | 'place'> {
  return { runtime, place: { reason: 'NoRuntime', message } }
}

function toCheck(
  { spec, before, after, resources }: ComparedWorkload,
  { instance, owner, arriving }: Pick<Placement, 'instance'> & Pick<WorkloadToCheck, 'owner' | 'arriving'>,
): WorkloadToCheck {
  // An application writes the instances of its environments without these fields, so what they have stays.
  const { namespace, ignoreDifferences, replace } = { ...(instance && specOf(instance)), ...spec } as {
    namespace?: string
    ignoreDifferences?: WorkloadToCheck['ignored']
    replace?: boolean
  }
  return {
    owner,
    ...(namespace === undefined ? {} : { namespace }),
    replace: replace === true,
    ignored: ignoreDifferences ?? [],
    before: [...before],
    after: [...after],
    resources: [...resources],
    arriving,
  }
}

/** Returns what the workloads of a plan bring to clusters, wherever they are. */
function arrivingWith(
  compared: readonly ComparedWorkload[],
  objects: PlanEffects['objects'],
): WorkloadToCheck['arriving'] {
  const manifests = compared.flatMap(({ after }) => after)
  const given = compared.flatMap(({ spec }) => spec['namespace'] ?? []) as string[]
  const namespaces = manifests.filter(({ apiVersion, kind }) => apiVersion === 'v1' && kind === 'Namespace')
  return {
    namespaces: [...new Set([...given, ...namespaces.map(({ metadata }) => metadata.name)])],
    kinds: manifests.flatMap(definedKinds),
    software: objects.some(({ kind, action }) => installing.has(kind) && action !== 'keep'),
  }
}

/** The kinds of objects that install software with kinds of its own. */
const installing: ReadonlySet<string> = new Set(['SupportServiceInstance', 'HelmWorkloadInstance'])

/** Returns the kinds that a CustomResourceDefinition defines. */
function definedKinds({ kind, spec }: Manifest): string[] {
  if (kind !== 'CustomResourceDefinition' || !isRecord(spec)) return []
  const { group, names, versions } = spec
  if (!isRecord(names) || !Array.isArray(versions)) return []
  return versions
    .filter(isRecord)
    .map(({ name }) => `${String(group)}/${String(name)} ${String(names['kind'])}`)
}
