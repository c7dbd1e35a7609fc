import { findKind } from '../../schema/kinds/index.ts'
import { secretContext } from './secret-contexts.ts'
import type { Encryption } from './encryption.ts'
import { run, transaction, type Sql, type Statement } from './sql.ts'

interface SealedChange {
  seq: bigint
  kind: string
  name: string
  /** Null when the project is gone, or the object is global. */
  project: string | null
  secrets: Record<string, string>
}

/**
 * Re-encrypts the secrets in the change log that are sealed with a former key, in batches, until the signal is aborted.
 * Secrets that can no longer be opened are removed: no rollback could use them.
 */
export async function resealHistory(
  sql: Sql,
  encryption: Encryption,
  { limit, signal }: { limit: number; signal?: AbortSignal },
): Promise<void> {
  for (let after: bigint | undefined = 0n; after !== undefined && signal?.aborted !== true;)
    after = await resealBatch(sql, encryption, { after, limit })
}

/** Re-encrypts one batch; resolves with the position after which the next one begins, undefined after the last. */
async function resealBatch(
  sql: Sql,
  encryption: Encryption,
  { after, limit }: { after: bigint; limit: number },
): Promise<bigint | undefined> {
  return transaction(sql, async (connection) => {
    const values = [after, `%:${encryption.keyId}`, limit]
    const rows = await run<SealedChange & Record<string, unknown>>(connection, findSealedChanges, values)
    for (const row of rows) {
      const secrets = resealed(row, encryption)
      await run(connection, storeResealed, [row.seq, secrets === undefined ? null : JSON.stringify(secrets)])
    }
    return rows.length < limit ? undefined : rows.at(-1)?.seq
  })
}

function resealed(
  { kind: kindName, name, project, secrets }: SealedChange,
  encryption: Encryption,
): Record<string, string> | undefined {
  const kind = findKind(kindName)
  if (kind === undefined || (kind.scope === 'project' && project === null)) return undefined
  const owner = { kind, name, project: project ?? '' }
  try {
    return Object.fromEntries(
      Object.entries(secrets).map(([field, value]) => {
        const context = secretContext(owner, field)
        return [
          field,
          encryption.isCurrent(value) ? value : encryption.seal(encryption.open(value, context), context),
        ]
      }),
    )
  } catch {
    return undefined
  }
}

/** $1 after, $2 pattern of values sealed with the current key, $3 limit. */
const findSealedChanges: Statement = {
  name: 'find-sealed-changes',
  text: `
  SELECT change.seq, change.kind, change.name, change.secrets, project.name AS project
  FROM "Change" change LEFT JOIN "Object" project ON project.id = change."projectId"
  WHERE change.seq > $1 AND change.secrets IS NOT NULL
    AND EXISTS (SELECT FROM jsonb_each_text(change.secrets) WHERE value NOT LIKE $2)
  ORDER BY change.seq LIMIT $3 FOR NO KEY UPDATE OF change`,
}

const storeResealed: Statement = {
  name: 'store-resealed-change',
  text: 'UPDATE "Change" SET secrets = $2 WHERE seq = $1',
}
