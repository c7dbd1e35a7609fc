import type { PlanEffects } from '../../../schema/graphql/store-plans.ts'
import { definedKinds, type CheckRules } from '../../../schema/resource-checks.ts'
import { specOf, type Sql } from '../sql.ts'
import type { CheckTarget } from './cluster-checks.ts'
import { placedIn, type Placed } from './placed-objects.ts'
import type { ComparedWorkload } from './resources.ts'

/* In which clusters the resources of a plan are to be checked, and by which rules. */

/** What the plan has created, which does not exist for clusters yet, and what it brings to them. */
export interface Brought {
  created: ReadonlySet<bigint>
  arriving: CheckRules['arriving']
}

/** Returns the workloads whose resources can be checked, each in each of its runtimes. Reads within the transaction of the plan. */
export async function checkTargets(
  sql: Sql,
  compared: readonly ComparedWorkload[],
  { created, arriving }: Brought,
): Promise<CheckTarget[]> {
  const placed = await placedIn(sql, compared, created)
  return placed.map(({ item, asked, ...known }) => {
    const { before, after, resources } = item
    const rules = rulesFor(item.spec, { ...known, arriving })
    const manifests = { before: [...before], after: [...after], resources: [...resources] }
    return { ...asked, workload: { ...rules, ...manifests } }
  })
}

/** Returns what decides how the resources of an object with a spec are checked. */
export function rulesFor(
  spec: Readonly<Record<string, unknown>>,
  { instance, owner, arriving }: Pick<Placed<unknown>, 'instance' | 'owner'> & Pick<Brought, 'arriving'>,
): CheckRules {
  // An application writes the instances of its environments without these fields, so what they have stays.
  const { namespace, ignoreDifferences, replace } = { ...(instance && specOf(instance)), ...spec } as {
    namespace?: string
    ignoreDifferences?: CheckRules['ignored']
    replace?: boolean
  }
  return {
    owner,
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
