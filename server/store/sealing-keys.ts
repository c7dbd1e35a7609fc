import { counted } from '../../schema/counted.ts'
import { PlatformError } from '../../schema/errors.ts'
import type { Encryption } from './encryption.ts'
import { run, type Sql, type Statement } from './sql.ts'

/* The keys with which the secrets in the database are encrypted, found by the ids at the ends of sealed values. */

/** The number of rows with values that are encrypted with other keys than the current one. */
export interface KeysInUse {
  /** Ids of keys, without that of the current one. Empty for values of releases that stored no id. */
  former: readonly string[]
  objects: number
  changes: number
}

/** Finds the former keys that are still in use, and how much is encrypted with them. */
export async function findFormerKeys(sql: Sql, { keyId }: Encryption): Promise<KeysInUse> {
  const rows = await run<{ keys: string; objects: number; changes: number }>(sql, findSealingKeys, [keyId])
  const former = [...new Set(rows.flatMap(({ keys }) => keys.split(',')))].filter((id) => id !== keyId)
  const sum = (field: 'objects' | 'changes'): number => rows.reduce((total, row) => total + row[field], 0)
  return { former: former.sort(), objects: sum('objects'), changes: sum('changes') }
}

/**
 * Throws CONFLICT when secrets in the database, or in the change log, are encrypted with a key that is missing. Checked at
 * the start, where an operator can fix it, instead of failing for each object with a secret.
 */
export async function assertKeys(sql: Sql, encryption: Encryption): Promise<void> {
  const { former, objects, changes } = await findFormerKeys(sql, encryption)
  const missing = former.filter((id) => id !== '' && !encryption.keyIds.includes(id))
  if (missing.length === 0) return
  const message =
    `secrets in the database (${counted(objects, 'object')}, ${counted(changes, 'entry', 'entries')} of the change log) are encrypted with ` +
    `${missing.length === 1 ? 'the key' : 'the keys'} ${missing.join(', ')}, which this server does not have ` +
    `(it has ${encryption.keyIds.join(', ')}); start it with the QLEET_ENCRYPTION_KEY that they were encrypted ` +
    'with, or add that key to QLEET_FORMER_ENCRYPTION_KEYS'
  throw new PlatformError('CONFLICT', message)
}

/** Returns the SQL of a query for the distinct keys of a table, which reads one entry of its index for each. */
function distinctKeys(table: 'Object' | 'Change'): string {
  const next = (condition: string): string =>
    `SELECT "sealingKeys"(secrets) AS keys FROM "${table}" WHERE secrets IS NOT NULL ${condition} ORDER BY 1 LIMIT 1`
  return `
    (${next('')})
    UNION ALL
    SELECT (${next('AND "sealingKeys"(secrets) > found.keys')}) FROM found WHERE found.keys IS NOT NULL`
}

const countOf = (table: 'Object' | 'Change', keys: string): string =>
  `(SELECT count(*)::int FROM "${table}" WHERE secrets IS NOT NULL AND "sealingKeys"(secrets) = ${keys})`

/** Returns the SQL of a query for the keys of a column with single sealed values. */
const keysOf = (table: 'TerraformRun' | 'TerraformState', column: string): string => `
  SELECT split_part(${column}, ':', 5), count(*)::int, 0 FROM "${table}"
  WHERE ${column} IS NOT NULL AND split_part(${column}, ':', 5) <> $1 GROUP BY 1`

/** $1 id of the current key. Outputs are few: only runtimes have secret ones; and so are runs of Terraform. */
const findSealingKeys: Statement = {
  name: 'find-sealing-keys',
  text: `
  SELECT keys, ${countOf('Object', 'keys')} AS objects, 0 AS changes FROM (
    WITH RECURSIVE found AS (${distinctKeys('Object')}) SELECT keys FROM found
  ) objects WHERE keys NOT IN ($1, '')
  UNION ALL
  SELECT keys, 0, ${countOf('Change', 'keys')} FROM (
    WITH RECURSIVE found AS (${distinctKeys('Change')}) SELECT keys FROM found
  ) changes WHERE keys NOT IN ($1, '')
  UNION ALL
  SELECT "sealingKeys"("secretOutputs"), count(*)::int, 0 FROM "Object"
  WHERE "secretOutputs" IS NOT NULL AND "sealingKeys"("secretOutputs") NOT IN ($1, '') GROUP BY 1
  UNION ALL ${keysOf('TerraformRun', 'result')}
  UNION ALL ${keysOf('TerraformState', 'state')}`,
}
