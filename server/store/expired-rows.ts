import { run, type Sql, type Statement } from './sql.ts'

/** The primary keys of tables whose rows are of no use after their `expiresAt`. */
const keys = { Plan: 'id', Session: 'hash', LoginCode: 'hash' } as const

/** A table whose rows end with their `expiresAt`. */
export type ExpiringTable = keyof typeof keys

/** Deletes at most `limit` expired rows of a table, oldest first, and waits for no locks; resolves with their number. */
export async function deleteExpiredRows(sql: Sql, table: ExpiringTable, limit: number): Promise<number> {
  return (await run(sql, statements[table], [limit])).length
}

const statements: Readonly<Record<ExpiringTable, Statement>> = {
  Plan: deletionOf('Plan'),
  Session: deletionOf('Session'),
  LoginCode: deletionOf('LoginCode'),
}

function deletionOf(table: ExpiringTable): Statement {
  const key = keys[table]
  return {
    name: `delete-expired-${table}`,
    text: `
    DELETE FROM "${table}" WHERE ${key} IN (
      SELECT ${key} FROM "${table}" WHERE "expiresAt" <= now() ORDER BY "expiresAt" LIMIT $1 FOR UPDATE SKIP LOCKED
    ) RETURNING ${key}`,
  }
}
