import type { ReconcileHolder } from '../../schema/graphql/store-reconciles.ts'
import type { StoredObject } from '../../prisma/client.ts'
import type { StoreContext } from './context.ts'
import { findReconciled } from './secrets.ts'
import { childrenOf, relatedTo } from './related-to.ts'
import { run, type Statement } from './sql.ts'

/*
 * The objects around a reconciled one: those that it owns, those that it names in a list, its children, and the gateways of a workload
 * that it owns.
 */

/**
 * Returns the objects around a reconciled one, in the order of their ids: those that it owns, those that lists in its spec
 * reference, its children, and the gateways of a workload that it owns. Throws STALE_EPOCH when the reconcile of that epoch has ended.
 */
export async function findRelatedObjects(
  context: StoreContext,
  { id, epoch }: ReconcileHolder,
): Promise<StoredObject[]> {
  await findReconciled(context, { id, epoch })
  return run<StoredObject>(context.sql, relatedTo, [id])
}

/**
 * Lets children of a reconciled object expire, so that housekeeping deletes them: an object with ever more children keeps only the
 * newest. A child whose spec has changed since it was reconciled stays. Throws STALE_EPOCH when the reconcile of that epoch has
 * ended.
 */
export async function retireChildren(
  context: StoreContext,
  { id, epoch }: ReconcileHolder,
  children: readonly bigint[],
): Promise<void> {
  await findReconciled(context, { id, epoch })
  await run(context.sql, expireChildren, [id, children])
}

const expireChildren: Statement = {
  name: 'expire-children',
  text: `
  UPDATE "Object" SET "expiresAt" = now()
  WHERE id = ANY(ARRAY(
    SELECT id FROM "Object" WHERE id = ANY($2) AND NOT owned AND "expiresAt" IS NULL
      AND "observedGeneration" = generation AND id = ANY(ARRAY(${childrenOf}))
    ORDER BY id FOR NO KEY UPDATE
  ))`,
}
