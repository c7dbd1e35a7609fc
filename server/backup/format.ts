import { z } from 'zod'

/*
 * A backup is gzipped lines of JSON: a header, then for each table a line with its columns and a line for each row, and
 * an end with the number of rows. Rows are as Postgres makes JSON of them, and are never parsed on the way, so that no
 * number loses a digit. Sealed values stay sealed.
 */

export const mediaType = 'application/gzip'

/** Rows that are read, or written, at once; fewer where they are long. */
export const batchSize = 200

/** Characters that are written at once, beyond one row. */
export const batchLength = 4_000_000

/**
 * What a backup holds, in an order in which every row finds what it refers to. Left out are tokens, which belong to the
 * servers that were started with them, and leases, which belong to servers that run.
 */
export const tables = [
  { name: 'ControlPlane', orderBy: 'id' },
  { name: 'Object', orderBy: 'id', identity: 'id' },
  { name: 'Reference', orderBy: '"fromId", field' },
  { name: 'Ownership', orderBy: 'id', identity: 'id' },
  { name: 'AppliedResource', orderBy: 'id', identity: 'id' },
  { name: 'ExternalResource', orderBy: 'id', identity: 'id' },
  { name: 'FormerId', orderBy: 'id' },
  { name: 'AbandonedResource', orderBy: 'id', identity: 'id' },
  { name: 'ObjectEvent', orderBy: 'id', identity: 'id' },
  { name: 'IdempotencyKey', orderBy: 'actor, key' },
  { name: 'Change', orderBy: 'seq', identity: 'seq' },
] as const satisfies readonly BackupTable[]

export interface BackupTable {
  name: string
  orderBy: string
  /** Column whose values are given out by a sequence. */
  identity?: string
}

/** Text that is sealed into the header: who can open it has the key of the backup. */
export const keyProof = 'qleetos backup'

export const Header = z.object({
  qleetosBackup: z.literal(1),
  takenAt: z.iso.datetime(),
  /** Of the server that wrote it. */
  version: z.string(),
  /** Migrations of its database. */
  migrations: z.array(z.string()),
  /** {@link keyProof}, sealed with the encryption key. */
  key: z.string(),
})
export type Header = z.infer<typeof Header>

/** Begins the rows of a table. */
export const TableLine = z.object({
  table: z.enum(tables.map(({ name }) => name)),
  columns: z.array(z.string()),
})

/** Ends the backup: how many rows there are. */
export const EndLine = z.object({ end: z.record(z.string(), z.number().int()) })

/** What a backup held, or what was restored. */
export interface BackupSummary {
  takenAt: string
  objects: number
  changes: number
}

/** Lines that are no rows; rows never begin so, because no column has such a name. */
export function isMark(line: string): boolean {
  return line.startsWith('{"table":') || line.startsWith('{"end":')
}
