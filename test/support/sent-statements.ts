import type { Pool } from 'pg'

/** A statement as it was sent, with its name without the number of composed ones. */
export interface SentStatement {
  name: string
  values: readonly unknown[]
}

/** Returns the statements that some work sends over a pool outside of transactions. */
export async function statementsOf(sql: Pool, work: () => Promise<unknown>): Promise<SentStatement[]> {
  const sent: SentStatement[] = []
  const query = sql.query.bind(sql) as (...given: unknown[]) => unknown
  Object.assign(sql, {
    query: (...given: [{ name?: string; values?: unknown[] }]) => {
      const [{ name = '', values = [] }] = given
      sent.push({ name: name.replace(/-\d+$/, ''), values })
      return query(...given)
    },
  })
  try {
    await work()
  } finally {
    Object.assign(sql, { query })
  }
  return sent
}

/** Returns the number of transactions in which some work uses a pool. */
export async function transactionsOf(sql: Pool, work: () => Promise<unknown>): Promise<number> {
  let count = 0
  const connect = sql.connect.bind(sql)
  Object.assign(sql, {
    connect: async () => {
      count += 1
      return connect()
    },
  })
  try {
    await work()
  } finally {
    Object.assign(sql, { connect })
  }
  return count
}
