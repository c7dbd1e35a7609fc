import type { Pool, PoolClient } from 'pg'
import { PlatformError, invalidInput } from '../../schema/errors.ts'
import { reconciledKindNames } from '../../schema/kinds/index.ts'
import { defaultProject } from '../../schema/names.ts'
import { housekeeping, restoreGap } from '../store/change-log.ts'
import { sealing } from '../sealing.ts'
import type { Encryption } from '../store/encryption.ts'
import { sealAll } from '../store/seal-stored.ts'
import { transaction } from '../store/sql.ts'
import {
  EndLine,
  Header,
  TableLine,
  batchLength,
  batchSize,
  isMark,
  keyProof,
  tables,
  type BackupSummary,
  type BackupTable,
} from './format.ts'

/**
 * Makes an empty control plane what it was when the backup was taken: all of it or nothing. Afterwards every object is
 * looked at once; what is in the clusters as it should be stays untouched, because ids and inventory are those of before.
 *
 * @param text The text of a backup, uncompressed, in pieces of any size.
 */
export async function restoreBackup(
  { pool, encryption }: { pool: Pool; encryption: Encryption },
  text: AsyncIterable<string>,
): Promise<BackupSummary> {
  const source = linesOf(text)
  const first = await source.next()
  const header = checkHeader(first.done === true ? '' : first.value, encryption)
  return transaction(
    pool,
    async (sql) => {
      await checkMigrations(sql, header)
      await emptied(sql)
      const counts = await insertRows(sql, source)
      await sql.query(rememberLost)
      await moveSequences(sql)
      await sealAll(sql, encryption)
      await sql.query(triggerEverything, [reconciledKindNames])
      await sql.query(handOverLog)
      return {
        takenAt: header.takenAt,
        objects: counts.get('Object') ?? 0,
        changes: counts.get('Change') ?? 0,
      }
    },
    // The lines come only once.
    { attempts: 1 },
  )
}

function refuse(message: string, remedy: string): never {
  throw invalidInput([{ path: 'backup', message, remedy }])
}

async function* linesOf(text: AsyncIterable<string>): AsyncGenerator<string, undefined> {
  let rest = ''
  try {
    for await (const piece of text) {
      const lines = (rest + piece).split('\n')
      rest = lines.pop() ?? ''
      yield* lines
    }
  } catch (error) {
    if (error instanceof Error && 'code' in error && String(error.code).startsWith('Z_'))
      refuse('is damaged or cut off', 'Copy it again, or take a new one.')
    throw error
  }
  return undefined
}

function checkHeader(line: string, encryption: Encryption): Header {
  const { data } = Header.safeParse(parsed(line))
  if (data === undefined) refuse('is not a backup', 'Give a file that `qleetctl backup` has written.')
  try {
    encryption.open(data.key, keyProof)
  } catch {
    refuse(
      'holds secrets that are encrypted with another key than that of this control plane',
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
  refuse(
    `was written by a newer server, ${version}`,
    'Restore it with servers of that version, or a later one.',
  )
}

/** Nobody writes while it goes on, and nothing that somebody wants is there. */
async function emptied(sql: PoolClient): Promise<void> {
  await sql.query('LOCK TABLE "Object", "Change" IN EXCLUSIVE MODE')
  const { rows } = await sql.query<{ kind: string; name: string }>(
    `SELECT kind, name FROM "Object" WHERE NOT (kind = 'Project' AND name = $1) ORDER BY id LIMIT 10`,
    [defaultProject],
  )
  if (rows.length > 0) {
    const message = `the control plane is not empty: it has ${rows.map(({ kind, name }) => `${kind} ${name}`).join(', ')}; restore into a new one, as qleetctl up --name NEW --empty makes one`
    throw new PlatformError('CONFLICT', message, { details: { by: rows } })
  }
  await sql.query('DELETE FROM "ControlPlane"')
  await sql.query('DELETE FROM "Object"')
  await sql.query('DELETE FROM "Change"')
  await sql.query('DELETE FROM "IdempotencyKey"')
}

async function insertRows(sql: PoolClient, lines: AsyncIterator<string>): Promise<Map<string, number>> {
  const counts = new Map<string, number>()
  let insert: ReturnType<typeof inserter> | undefined
  for (let next = await lines.next(); next.done !== true; next = await lines.next()) {
    if (!isMark(next.value)) {
      if (insert === undefined) refuse('has a row that belongs to no table', 'Take a new one.')
      await insert.add(next.value)
      continue
    }
    await insert?.flush()
    const mark = parsed(next.value)
    const { data: table } = TableLine.safeParse(mark)
    if (table !== undefined) {
      insert = inserter(sql, table, counts)
      continue
    }
    const { data: end } = EndLine.safeParse(mark)
    if (end === undefined) refuse('has a line that is not understood', 'Take a new one.')
    for (const [name, count] of Object.entries(end.end))
      if (count !== (counts.get(name) ?? 0)) refuse(`lacks rows of ${name}`, 'Take a new one.')
    return counts
  }
  return refuse('ends in the middle', 'It was cut off: copy it again, or take a new one.')
}

function inserter(
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
    return JSON.parse(line)
  } catch {
    return undefined
  }
}

/**
 * What was made after the backup is in clusters, and its ids are known to nobody: made again, it may take its own back.
 * A backup of a release that had no identity gets a new one; nothing in clusters has its mark.
 */
const rememberLost = `
  INSERT INTO "ControlPlane" (id, "orphanedIds")
  SELECT gen_random_uuid()::text, int8multirange(int8range(newest, newest + ${restoreGap}, '(]'))
  FROM (SELECT coalesce(max(id), 0) AS newest FROM "Object") AS ids
  ON CONFLICT ("only") DO UPDATE SET "orphanedIds" = "ControlPlane"."orphanedIds" + excluded."orphanedIds"`

/**
 * Numbers that were given out after the backup was taken are not given out again: clusters have labels with such ids, and
 * clients have cursors.
 */
async function moveSequences(sql: PoolClient): Promise<void> {
  for (const { name, identity } of tables as readonly BackupTable[]) {
    if (identity === undefined) continue
    await sql.query(
      `SELECT setval(pg_get_serial_sequence('"${name}"', '${identity}'), coalesce(max("${identity}"), 0) + ${restoreGap}) FROM "${name}"`,
    )
  }
}

/** Epochs go on well above those that workers of the lost control plane may still hold. */
const triggerEverything = `
  UPDATE "Object" SET epoch = epoch + 1000, triggers = triggers + 1, "leaseExpiresAt" = NULL,
    "nextReconcileAt" = now() + random() * interval '2 seconds'
  WHERE kind = ANY($1)`

/**
 * The log that was restored has been published long ago: who holds the relay loses it, and the next begins at its end.
 * Who keeps house begins at its begin, and cursors of what was lost are known as such.
 */
const handOverLog = `
  WITH log AS (SELECT coalesce(max(seq), 0) AS newest, coalesce(min(seq) - 1, 0) AS pruned FROM "Change"),
    restored AS (UPDATE "ControlPlane" SET "restoredThrough" = newest FROM log),
    place (name, position) AS (
      SELECT 'relay', newest FROM log
      UNION ALL SELECT '${housekeeping}', pruned FROM log
      UNION ALL SELECT '${sealing}', newest FROM log
    )
  INSERT INTO "Lease" (name, owner, "expiresAt", position)
  SELECT name, 'restore', now() + interval '4 seconds', position FROM place
  ON CONFLICT (name) DO UPDATE
    SET owner = excluded.owner, "expiresAt" = excluded."expiresAt", position = excluded.position`
