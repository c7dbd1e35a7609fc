import type { Encryption } from './encryption.ts'
import { run, transaction, type Sql, type Statement } from './sql.ts'
import { terraformContext } from './terraform-runs.ts'

/** Re-encrypts the states and the results of Terraform that are sealed with a former key, until the signal is aborted. */
export async function resealTerraform(
  sql: Sql,
  encryption: Encryption,
  { limit, signal }: { limit: number; signal?: AbortSignal },
): Promise<void> {
  const pattern = `%:${encryption.keyId}`
  for (let found = limit; found === limit && signal?.aborted !== true;)
    found = await transaction(sql, async (connection) => {
      const rows = await run<SealedValue>(connection, findSealedTerraform, [pattern, limit])
      for (const { objectId, state, result, id } of rows) {
        const context = terraformContext(objectId)
        const reseal = (value: string): string => encryption.seal(encryption.open(value, context), context)
        if (state !== null) await run(connection, storeState, [id, reseal(state)])
        if (result !== null) await run(connection, storeResult, [objectId, reseal(result)])
      }
      return rows.length
    })
}

interface SealedValue extends Record<string, unknown> {
  objectId: bigint
  /** The id of a state. */
  id: bigint | null
  state: string | null
  result: string | null
}

/** $1 pattern of values sealed with the current key, $2 limit. */
const findSealedTerraform: Statement = {
  name: 'find-sealed-terraform',
  text: `
  (SELECT "objectId", id, state, NULL AS result FROM "TerraformState" WHERE state NOT LIKE $1 ORDER BY id LIMIT $2
    FOR NO KEY UPDATE)
  UNION ALL
  (SELECT "objectId", NULL, NULL, result FROM "TerraformRun" WHERE result NOT LIKE $1 ORDER BY "objectId" LIMIT $2
    FOR NO KEY UPDATE)`,
}

const storeState: Statement = {
  name: 'store-resealed-state',
  text: 'UPDATE "TerraformState" SET state = $2 WHERE id = $1',
}

const storeResult: Statement = {
  name: 'store-resealed-result',
  text: 'UPDATE "TerraformRun" SET result = $2 WHERE "objectId" = $1',
}
