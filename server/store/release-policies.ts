import type { ReleasePolicies } from '../../schema/graphql/store-queries.ts'
import type { ReconcileHolder } from '../../schema/graphql/store-reconciles.ts'
import { readsManifests } from '../../schema/policies/cel/subject.ts'
import type { StoredObject } from '../../prisma/client.ts'
import type { StoreContext } from './context.ts'
import { findByIds } from './lookups.ts'
import { findReconciled } from './secrets.ts'
import { annotationsOf, run, specOf } from './sql.ts'
import { tierOfSpecs } from './tiers.ts'

/**
 * Returns the rules that read the resources of an object, with what a worker needs to check them for a chart: what a chart consists of is
 * known only once it is rendered. Throws STALE_EPOCH when the reconcile of that epoch has ended.
 */
export async function findReleasePolicies(
  context: StoreContext,
  holder: ReconcileHolder,
): Promise<ReleasePolicies> {
  const object = await findReconciled(context, holder)
  const { policies, exceptions } = await context.policies.reload(context.sql)
  const concerned = policies.flatMap(({ name, spec }) => {
    const rules = spec.rules.filter(({ expression }) => readsManifests(expression))
    const isConcerned = spec.enabled !== false && (spec.kinds?.includes(object.kind) ?? true)
    return isConcerned && rules.length > 0 ? [{ name, spec: { ...spec, rules } }] : []
  })
  const annotations = annotationsOf(object)
  if (concerned.length === 0) return { tier: '', annotations, policies: [], exceptions: [] }
  const [project] = await run<StoredObject>(context.sql, findByIds, [[object.projectId ?? 0n]])
  const tier = tierOfSpecs(specOf(object), project && specOf(project))
  return { tier, annotations, policies: concerned, exceptions }
}
