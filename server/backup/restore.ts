import type { Pool, PoolClient } from 'pg'
import { PlatformError, invalidInput } from '../../schema/errors.ts'
import { reconciledKindNames } from '../../schema/kinds/index.ts'
import { defaultProject } from '../../schema/names.ts'
import { builtInKinds, builtInLabel } from '../../schema/own-labels.ts'
import { housekeeping, restoreGap } from '../store/change-log.ts'
import { sealing } from '../sealing.ts'
import type { Encryption } from '../store/encryption.ts'
import { notifying } from '../store/notifications.ts'
import { assertKeys } from '../store/sealing-keys.ts'
import { sealAll } from '../store/seal-stored.ts'
import { indexDocuments } from '../store/search-documents.ts'
import { transaction } from '../store/sql.ts'
import {
  EndLine,
  Header,
  TableLine,
  batchLength,
  batchSize,
  isTableOrEndLine,
  keyProof,
  tables,
  type BackupSummary,
  type BackupTable,
} from './format.ts'

/**
 * Restores a backup into an empty control plane, all or nothing. Afterwards every object is reconciled once; resources in
 * clusters that are as desired stay untouched, because ids and inventory are restored too.
 *
 * @param text The uncompressed text of a backup, in pieces of any size.
 * @param signal Rolls back when it is aborted, as when the client has left.
 */
export async function restoreBackup(
  { pool, encryption }: { pool: Pool; encryption: Encryption },
  text: AsyncIterable<string>,
  signal?: AbortSignal,
): Promise<BackupSummary> {
  const lines = linesOf(text)
  try {
    return await restoreLines({ pool, encryption }, lines, signal)
  } finally {
    // Ends the source of a backup that is refused, which would wait for its reader.
    await lines.return(undefined)
  }
}

async function restoreLines(
  { pool, encryption }: { pool: Pool; encryption: Encryption },
  lines: AsyncIterator<string>,
  signal?: AbortSignal,
): Promise<BackupSummary> {
  const first = await lines.next()
  const header = checkHeader(first.done === true ? '' : first.value, encryption)
  return transaction(
    pool,
    async (sql) => {
      await checkMigrations(sql, header)
      await emptyDatabase(sql)
      const counts = await insertRows(sql, lines, signal)
      const steps = [
        () => sql.query(recordOrphanedIds),
        () => advanceSequences(sql),
        () => assertKeys(sql, encryption),
        () => sealAll(sql, encryption),
        () => indexDocuments(sql, { limit: batchSize }),
        () => sql.query(triggerEverything, [reconciledKindNames]),
        () => sql.query(resetLeases),
      ]
      for (const step of steps) {
        assertNotAborted(signal)
        await step()
      }
      assertNotAborted(signal)
      return {
        takenAt: header.takenAt,
        objects: counts.get('Object') ?? 0,
        changes: counts.get('Change') ?? 0,
      }
    },
    // The source cannot be read a second time.
    { attempts: 1 },
  )
}

function reject(message: string, remedy: string): never {
  throw invalidInput([{ path: 'backup', code: 'INVALID', message, remedy }])
}

function assertNotAborted(signal: AbortSignal | undefined): void {
  if (signal?.aborted === true)
    throw new PlatformError('UNAVAILABLE', 'the client has left before the end of its restore')
}

/**
 * The maximum length of a line in characters: a sealed state of Terraform has up to 90 million. The lines that describe the rest are
 * short.
 */
const maxLine = 128 * 1024 * 1024
const maxDescription = 1024 * 1024

/** Yields the complete lines of a text. */
async function* linesOf(text: AsyncIterable<string>): AsyncGenerator<string, undefined> {
  let parts: string[] = []
  let length = 0
  const add = (part: string): void => {
    length += part.length
    if (length > maxLine)
      reject(
        `has a line of more than ${maxLine.toLocaleString('en')} characters`,
        'Send a file that `qleetctl backup` has written.',
      )
    parts.push(part)
  }
  try {
    for await (const piece of text) {
      let start = 0
      for (let end = piece.indexOf('\n'); end >= 0; end = piece.indexOf('\n', start)) {
        add(piece.slice(start, end))
        yield parts.join('')
        parts = []
        length = 0
        start = end + 1
      }
      add(piece.slice(start))
    }
  } catch (error) {
    if (error instanceof Error && 'code' in error && String(error.code).startsWith('Z_'))
      reject('is damaged or truncated', 'Copy it again, or take a new backup.')
    throw error
  }
  return undefined
}

function checkHeader(line: string, encryption: Encryption): Header {
  const { data } = Header.safeParse(parsed(line))
  if (data === undefined) reject('is not a backup', 'Send a file that `qleetctl backup` has written.')
  try {
    encryption.open(data.key, keyProof)
  } catch {
    reject(
      'contains secrets that are encrypted with a different key than that of this control plane',
      'Start the servers with the QLEET_ENCRYPTION_KEY that the control plane of the backup had.',
    )
  }
  return data
}

async function checkMigrations(sql: PoolClient, { migrations, version }: Header): Promise<void> {
  const { rows } = await sql.query<{ name: string }>(
    'SELECT migration_name AS name FROM "_prisma_migrations"',
  )
  const known = new Set(rows.map(({ name }) => name))
  if (migrations.every((name) => known.has(name))) return
  reject(
    `was written by a newer server, ${version}`,
    'Restore it with servers of that version, or a later one.',
  )
}

/** Locks out other writers and deletes the rows of an empty control plane. Throws CONFLICT when it is not empty. */
async function emptyDatabase(sql: PoolClient): Promise<void> {
  await sql.query('LOCK TABLE "Object", "Change" IN EXCLUSIVE MODE')
  const { rows } = await sql.query<{ kind: string; name: string }>(
    `SELECT kind, name FROM "Object" WHERE NOT (kind = 'Project' AND name = $1) AND NOT (kind = ANY($2) AND labels ? $3)
    ORDER BY id LIMIT 10`,
    [defaultProject, [...builtInKinds], builtInLabel],
  )
  if (rows.length > 0) {
    const message = `the control plane is not empty: it has ${rows.map(({ kind, name }) => `${kind} ${name}`).join(', ')}; restore into a new one, created with: qleetctl up --name NEW --empty`
    throw new PlatformError('CONFLICT', message, { details: { by: rows } })
  }
  await sql.query('DELETE FROM "ControlPlane"')
  await sql.query('DELETE FROM "Object"')
  await sql.query('DELETE FROM "Change"')
  await sql.query('DELETE FROM "IdempotencyKey"')
  await sql.query('DELETE FROM "DetachedEvent"')
}

async function insertRows(
  sql: PoolClient,
  lines: AsyncIterator<string>,
  signal?: AbortSignal,
): Promise<Map<string, number>> {
  const counts = new Map<string, number>()
  let insert: ReturnType<typeof createInserter> | undefined
  for (let next = await lines.next(); next.done !== true; next = await lines.next()) {
    assertNotAborted(signal)
    if (!isTableOrEndLine(next.value)) {
      if (insert === undefined) reject('has a row that belongs to no table', 'Take a new backup.')
      await insert.add(next.value)
      continue
    }
    await insert?.flush()
    const record = parsed(next.value)
    const { data: table } = TableLine.safeParse(record)
    if (table !== undefined) {
      insert = createInserter(sql, table, counts)
      continue
    }
    const { data: end } = EndLine.safeParse(record)
    if (end === undefined) reject('has a line that cannot be parsed', 'Take a new backup.')
    for (const [name, count] of Object.entries(end.end))
      if (count !== (counts.get(name) ?? 0)) reject(`lacks rows of ${name}`, 'Take a new backup.')
    await assertEnd(lines)
    return counts
  }
  return reject('is truncated', 'Copy it again, or take a new backup.')
}

/** Waits for the end of a backup: only then has its checksum been compared. */
async function assertEnd(lines: AsyncIterator<string>): Promise<void> {
  const next = await lines.next()
  if (next.done !== true) reject('has lines after its end', 'Take a new backup.')
}

function createInserter(
  sql: PoolClient,
  { table, columns }: { table: string; columns: readonly string[] },
  counts: Map<string, number>,
) {
  const list = columns.map((column) => `"${column.replaceAll('"', '')}"`).join(', ')
  const text = `INSERT INTO "${table}" (${list}) SELECT ${list} FROM jsonb_populate_recordset(NULL::"${table}", $1::jsonb)`
  let rows: string[] = []
  let length = 0
  const flush = async (): Promise<void> => {
    if (rows.length === 0) return
    await sql.query(text, [`[${rows.join(',')}]`])
    counts.set(table, (counts.get(table) ?? 0) + rows.length)
    rows = []
    length = 0
  }
  return {
    add: async (row: string) => {
      if (rows.length === batchSize || length + row.length > batchLength) await flush()
      rows.push(row)
      length += row.length
    },
    flush,
  }
}

function parsed(line: string): unknown {
  try {
    return line.length > maxDescription ? undefined : JSON.parse(line)
  } catch {
    return undefined
  }
}

/**
 * Records the ids of objects that may have been created after the backup. Their resources are still in clusters, and an
 * object that is created again may re-adopt them. A backup of a release without an identity gets a new one: no resource in
 * clusters is labelled with it.
 */
const recordOrphanedIds = `
  INSERT INTO "ControlPlane" (id, "orphanedIds")
  SELECT gen_random_uuid()::text, int8multirange(int8range(newest, newest + ${restoreGap}, '(]'))
  FROM (SELECT coalesce(max(id), 0) AS newest FROM "Object") AS ids
  ON CONFLICT ("only") DO UPDATE SET "orphanedIds" = "ControlPlane"."orphanedIds" + excluded."orphanedIds"`

/**
 * Advances the sequences beyond the numbers that may have been assigned after the backup, so that none is assigned again:
 * labels in clusters contain such ids, and clients hold such cursors.
 */
async function advanceSequences(sql: PoolClient): Promise<void> {
  for (const { name, identity, sequence } of tables as readonly BackupTable[]) {
    if (identity === undefined) continue
    const of = sequence === undefined ? `pg_get_serial_sequence('"${name}"', '${identity}')` : `'${sequence}'`
    await sql.query(`
      SELECT setval(${of}, greatest(coalesce(pg_sequence_last_value(${of}::regclass), 0), coalesce(max("${identity}"), 0) + ${restoreGap}))
      FROM "${name}"`)
  }
}

/** Triggers every object, and raises epochs well above those that workers of the lost control plane may still hold. */
const triggerEverything = `
  UPDATE "Object" SET epoch = epoch + 1000, triggers = triggers + 1, "leaseExpiresAt" = NULL,
    "nextReconcileAt" = now() + random() * interval '2 seconds'
  WHERE kind = ANY($1)`

/**
 * Takes the leases away from their holders and sets their positions. The restored log was published before the backup, so
 * the relay continues at its end, as do notifications. Housekeeping continues at its start. The control
 * plane records where the restored log ends, so that cursors of lost entries are recognised as gone.
 */
const resetLeases = `
  WITH log AS (SELECT coalesce(max(seq), 0) AS newest, coalesce(min(seq) - 1, 0) AS pruned FROM "Change"),
    restored AS (UPDATE "ControlPlane" SET "restoredThrough" = newest FROM log),
    positions (name, position) AS (
      SELECT 'relay', newest FROM log
      UNION ALL SELECT '${housekeeping}', pruned FROM log
      UNION ALL SELECT '${sealing}', newest FROM log
      UNION ALL SELECT '${notifying}', newest FROM log
    )
  INSERT INTO "Lease" (name, owner, "expiresAt", position)
  SELECT name, 'restore', now() + interval '4 seconds', position FROM positions
  ON CONFLICT (name) DO UPDATE
    SET owner = excluded.owner, "expiresAt" = excluded."expiresAt", position = excluded.position`
