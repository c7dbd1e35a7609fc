import type { Pool } from 'pg'
import { saveLeased, tryLease } from '../../../../server/delivery/leader-lease.ts'
import type { Operation, Race } from './race.ts'

const take =
  (owner: string): Operation<void> =>
  ({ sql }) =>
    tryLease(sql, { name: 'work', owner })

/** A lease of `before` that ends in so many milliseconds. */
const leased = (milliseconds: number) => async (_: unknown, sql: Pool) => {
  await sql.query(
    `INSERT INTO "Lease" (name, owner, "expiresAt", position)
     VALUES ('work', 'before', now() + $1 * interval '1 millisecond', 7)`,
    [milliseconds],
  )
}

const save: Operation<void> = ({ sql }) => saveLeased(sql, { name: 'work', owner: 'before' }, 8n)

export const leases: Readonly<Record<string, Race<void>>> = {
  'two who want a lease that nobody had': {
    prepare: async () => undefined,
    operations: { one: take('one'), other: take('other') },
  },
  'two who want a lease that is over': {
    prepare: leased(-1000),
    operations: { one: take('one'), other: take('other') },
  },
  'who has a lease, and who wants it': {
    prepare: leased(60_000),
    operations: { saves: save, renews: take('before'), other: take('other') },
  },
  'who had a lease and saves, and who takes it over': {
    prepare: leased(-1000),
    operations: { saves: save, other: take('other') },
  },
}
