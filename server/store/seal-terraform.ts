import type { Encryption } from './encryption.ts'
import { run, transaction, type Sql, type Statement } from './sql.ts'
import { terraformContext } from './terraform-runs.ts'

/** Re-encrypts the states and the results of Terraform that are sealed with a former key, until the signal is aborted. */
export async function resealTerraform(
  sql: Sql,
  encryption: Encryption,
  { limit, signal }: { limit: number; signal?: AbortSignal },
): Promise<void> {
  for (const column of columns)
    for (let found = limit; found === limit && signal?.aborted !== true;)
      found = await transaction(sql, async (connection) => {
        const rows = await run<SealedValue>(connection, column.find, [`%:${encryption.keyId}`, limit])
        for (const { row, objectId, value } of rows) {
          const context = terraformContext(objectId)
          await run(connection, column.store, [
            row,
            encryption.seal(encryption.open(value, context), context),
          ])
        }
        return rows.length
      })
}

interface SealedValue extends Record<string, unknown> {
  row: bigint
  objectId: bigint
  value: string
}

/** The columns with sealed values. Their queries have $1 the pattern of values sealed with the current key, $2 limit. */
const columns: readonly { find: Statement; store: Statement }[] = [
  {
    find: {
      name: 'find-sealed-terraform-states',
      text: `
      SELECT id AS row, "objectId", state AS value FROM "TerraformState" WHERE state NOT LIKE $1
      ORDER BY id LIMIT $2 FOR NO KEY UPDATE`,
    },
    store: {
      name: 'store-resealed-terraform-state',
      text: 'UPDATE "TerraformState" SET state = $2 WHERE id = $1',
    },
  },
  {
    find: {
      name: 'find-sealed-terraform-results',
      text: `
      SELECT "objectId" AS row, "objectId", result AS value FROM "TerraformRun" WHERE result NOT LIKE $1
      ORDER BY "objectId" LIMIT $2 FOR NO KEY UPDATE`,
    },
    store: {
      name: 'store-resealed-terraform-result',
      text: 'UPDATE "TerraformRun" SET result = $2 WHERE "objectId" = $1',
    },
  },
]
