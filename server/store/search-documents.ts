import type { StoredObject } from '../../prisma/client.ts'
import { findKind } from '../../schema/kinds/index.ts'
import type { Kind } from '../../schema/kinds/kind.ts'
import { textsOf, wordsOf } from '../../schema/search-words.ts'
import { labelsOf, run, specOf, transaction, type Sql, type Statement } from './sql.ts'

/*
 * The words by which objects are found, in a table of their own: an index on the objects would be maintained on each report
 * of each reconcile. Each write of an object writes its words in the same statement; objects that a release without this
 * table has written, or a restore, are indexed in batches.
 */

/** The part of an object in which users search. */
export interface Searchable {
  kind: Kind
  name: string
  labels: Record<string, string>
  /** The spec as it is stored, with placeholders for secret values. */
  spec: Record<string, unknown>
}

/** Returns the words of the name, the labels and the spec of an object, without those of secrets. */
export function documentWords({ kind, name, labels, spec }: Searchable): string[] {
  const visible = Object.entries(spec).filter(([field]) => !kind.secrets.includes(field))
  const texts = [name, ...Object.entries(labels).flat(), ...visible.flatMap(([, value]) => textsOf(value))]
  return wordsOf(texts.join(' ').replaceAll(/\(secret [0-9a-f]{16}\)/g, ' '))
}

/** Indexes the objects whose words are missing or outdated, in batches, until the signal is aborted. */
export async function indexDocuments(
  sql: Sql,
  { limit, signal }: { limit: number; signal?: AbortSignal },
): Promise<void> {
  for (let after: bigint | undefined = 0n; after !== undefined && signal?.aborted !== true;)
    after = await indexBatch(sql, { after, limit })
}

/** Indexes one batch; resolves with the id after which the next one begins, undefined after the last. */
async function indexBatch(
  sql: Sql,
  { after, limit }: { after: bigint; limit: number },
): Promise<bigint | undefined> {
  return transaction(sql, async (connection) => {
    const rows = await run<StoredObject>(connection, findUnindexed, [after, limit])
    for (const row of rows) {
      const kind = findKind(row.kind)
      const words =
        kind === undefined
          ? []
          : documentWords({ kind, name: row.name, labels: labelsOf(row), spec: specOf(row) })
      await run(connection, storeDocument, [row.id, row.editedVersion, words])
    }
    return rows.length < limit ? undefined : rows.at(-1)?.id
  })
}

/** $1 after, $2 limit. */
const findUnindexed: Statement = {
  name: 'find-unindexed',
  text: `
  SELECT object.* FROM "Object" object LEFT JOIN "SearchDocument" document ON document."objectId" = object.id
  WHERE object.id > $1 AND document.version IS DISTINCT FROM object."editedVersion"
  ORDER BY object.id LIMIT $2 FOR NO KEY UPDATE OF object`,
}

const storeDocument: Statement = {
  name: 'store-search-document',
  text: `
  INSERT INTO "SearchDocument" ("objectId", version, words) VALUES ($1, $2, array_to_tsvector($3::text[]))
  ON CONFLICT ("objectId") DO UPDATE SET version = excluded.version, words = excluded.words`,
}
