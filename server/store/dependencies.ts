import { dependencyFieldPrefix } from '../../schema/dependencies/references.ts'
import type { DependencyState, ReconcileHolder } from '../../schema/graphql/store-reconciles.ts'
import type { StoreContext } from './context.ts'
import { findReconciled, openRow, type SealedRow } from './secrets.ts'
import { run, type Statement } from './sql.ts'

/**
 * Returns the objects that may provide the dependencies of a reconciled application, with their secrets in plain text: those
 * that it owns, and those that its definition refers to. Throws STALE_EPOCH when the reconcile of that epoch has ended.
 */
export async function findDependencies(
  context: StoreContext,
  { id, epoch }: ReconcileHolder,
): Promise<DependencyState[]> {
  await findReconciled(context, { id, epoch })
  const rows = await run<SealedRow>(context.sql, providersOf, [id, `${dependencyFieldPrefix}%`])
  return rows.map((row) => {
    const { project: _, ...object } = row
    return { object, secrets: openRow(context, row) }
  })
}

const providersOf: Statement = {
  name: 'find-dependencies',
  text: `
  SELECT object.*, project.name AS project
  FROM "Object" object LEFT JOIN "Object" project ON project.id = object."projectId"
  WHERE object.id = ANY(ARRAY(
    SELECT "ownedId" FROM "Ownership" WHERE "ownerId" = $1
    UNION SELECT named."toId" FROM "Reference" own JOIN "Reference" named ON named."fromId" = own."toId"
    WHERE own."fromId" = $1 AND own.field = 'definition' AND named.field LIKE $2
  )) ORDER BY object.id`,
}
