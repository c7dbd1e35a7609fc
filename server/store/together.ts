import type { Pool } from 'pg'
import type { StoredObject } from '../../prisma/client.ts'
import { createBatches } from '../pacing/batches.ts'
import { confirmationsTogether } from './confirm-deletion.ts'
import type { StoreContext, Together } from './context.ts'
import { creationsTogether } from './creations.ts'
import { findByIds, findObjects, inOrder, keyText } from './lookups.ts'
import { referencedBy } from './read.ts'
import { recordsTogether } from './inventory.ts'
import { reportsTogether } from './report.ts'
import { startsTogether } from './reconcile.ts'
import { hasSchemas } from './runtime-schemas.ts'
import { Alone } from './shared-statements.ts'
import { run } from './sql.ts'
import { viewsOf } from './views.ts'

/** The number of objects that a statement reads for several requests: each waits for all of them. */
const most = 32

export function createTogether(
  context: Pick<StoreContext, 'encryption' | 'reconciledKinds'> & { sql: Pool },
): Together {
  const { sql } = context
  const alone = new Alone()
  const hasAny = createBatches<true, boolean>(
    async (asked) => {
      const found = await hasSchemas(sql)
      return asked.map(() => found)
    },
    { most: 1000 },
  )
  return {
    confirm: confirmationsTogether(context, alone),
    create: creationsTogether(sql),
    named: createBatches(
      async (keys) => {
        const found = await findObjects(sql, keys)
        return keys.map((key) => found.get(keyText(key)))
      },
      { most },
    ),
    object: createBatches(async (ids) => inOrder(ids, await run<StoredObject>(sql, findByIds, [ids])), {
      most,
    }),
    record: recordsTogether(sql, alone),
    report: reportsTogether(context, alone),
    start: startsTogether(sql, alone),
    referenced: createBatches(async (keys) => referencedBy(sql, keys), { most }),
    view: createBatches(async (ids) => inOrder(ids, await viewsOf(sql, ids)), { most }),
    hasSchemas: () => hasAny(true),
  }
}
