import { join } from 'node:path'
import pg from 'pg'

export interface StoredText {
  tables: string[]
  /** The rows of all tables as JSON. */
  rows: string
  /** The contents of all columns of bytes. */
  bytes: string
  /** The folders of the files of the tables, and of the log of the database. */
  folders: string[]
}

/** Returns everything that a database stores, also what its files have. */
export async function storedText(databaseUrl: string): Promise<StoredText> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    const { rows: tables } = await client.query<{ name: string }>(
      `SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public'`,
    )
    let stored = ''
    for (const { name } of tables) {
      const { rows } = await client.query<{ row: string }>(`SELECT to_jsonb(t)::text AS row FROM "${name}" t`)
      stored += rows.map(({ row }) => row).join('\n')
    }
    // Columns of bytes are shown in hexadecimal.
    const bytes = [...stored.matchAll(/\\\\x((?:[0-9a-f]{2})+)/g)].map(([, hex = '']) =>
      Buffer.from(hex, 'hex'),
    )
    await client.query('CHECKPOINT')
    const { rows } = await client.query<{ folder: string; base: string }>(
      `SELECT current_setting('data_directory') AS folder, pg_relation_filepath('"Object"') AS base`,
    )
    return {
      tables: tables.map(({ name }) => name),
      rows: stored,
      bytes: Buffer.concat(bytes).toString('latin1'),
      folders: rows.flatMap(({ folder, base }) => [join(folder, base, '..'), join(folder, 'pg_wal')]),
    }
  } finally {
    await client.end()
  }
}
