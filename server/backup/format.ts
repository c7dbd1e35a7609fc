import { z } from 'zod'

/*
 * A backup consists of gzipped lines of JSON: a header, then for each table a line with its columns and a line for each row,
 * and an end line with the number of rows. Postgres converts rows to JSON, and they are never parsed on the way, so that no
 * number loses precision. Sealed values stay sealed.
 */

export const mediaType = 'application/gzip'

/** The maximum number of rows that are read or written at once; fewer when rows are long. */
export const batchSize = 200

/** The maximum number of characters that are written at once, unless a single row is longer. */
export const batchLength = 4_000_000

/**
 * The tables of a backup, ordered so that every row follows the rows that it refers to. Excluded are tokens, which belong to the
 * servers that were started with them; sessions and codes of logins, which belong to tokens; leases and processes, which
 * belong to what is running; search documents, which follow from the objects; schemas of runtimes, which workers report again; and notifications,
 * which are about what happens now.
 */
export const tables = [
  { name: 'ControlPlane', orderBy: 'id' },
  { name: 'Object', orderBy: 'id', identity: 'id' },
  { name: 'Reference', orderBy: '"fromId", field' },
  { name: 'Ownership', orderBy: 'id', identity: 'id' },
  { name: 'DefinitionRollout', orderBy: '"objectId"' },
  { name: 'AppliedResource', orderBy: 'id', identity: 'id' },
  { name: 'ExternalResource', orderBy: 'id', identity: 'id' },
  { name: 'FormerId', orderBy: 'id' },
  { name: 'AbandonedResource', orderBy: 'id', identity: 'id' },
  { name: 'TerraformRun', orderBy: '"objectId"' },
  { name: 'TerraformState', orderBy: 'id', identity: 'id' },
  { name: 'ObjectEvent', orderBy: 'id', identity: 'id' },
  { name: 'DetachedEvent', orderBy: 'id', identity: 'id', sequence: '"ObjectEvent_id_seq"' },
  { name: 'IdempotencyKey', orderBy: 'actor, key' },
  { name: 'Change', orderBy: 'seq', identity: 'seq' },
] as const satisfies readonly BackupTable[]

export interface BackupTable {
  name: string
  orderBy: string
  /** The column whose values come from a sequence. */
  identity?: string
  /** That sequence, if it is one of another table. @default that of the column */
  sequence?: string
}

/** The text that is sealed into the header: a server that can open it has the key of the backup. */
export const keyProof = 'qleetos backup'

export const Header = z.object({
  qleetosBackup: z.literal(1),
  takenAt: z.iso.datetime(),
  /** The version of the server that wrote the backup. */
  version: z.string(),
  /** The migrations of its database. */
  migrations: z.array(z.string()),
  /** {@link keyProof}, sealed with the encryption key. */
  key: z.string(),
})
export type Header = z.infer<typeof Header>

/** The line before the rows of a table. */
export const TableLine = z.object({
  table: z.enum(tables.map(({ name }) => name)),
  columns: z.array(z.string()),
})

/** The last line of a backup: the number of rows of each table. */
export const EndLine = z.object({ end: z.record(z.string(), z.number().int()) })

/** A summary of what was restored. */
export interface BackupSummary {
  takenAt: string
  objects: number
  changes: number
}

/**
 * Reports whether a line is a table line or an end line. No row begins like these, because no column has such a name.
 */
export function isTableOrEndLine(line: string): boolean {
  return line.startsWith('{"table":') || line.startsWith('{"end":')
}
