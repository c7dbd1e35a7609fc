import type { Pool } from 'pg'
import { saveLeased, tryLease } from '../../../../server/delivery/leader-leases.ts'
import type { Operation, Race } from './race.ts'

const take =
  (owner: string): Operation<void> =>
  ({ sql }) =>
    tryLease(sql, { name: 'work', owner })

/** A lease of `before` that expires in so many milliseconds. */
const leased = (milliseconds: number) => async (_: unknown, sql: Pool) => {
  await sql.query(
    `INSERT INTO "Lease" (name, owner, "expiresAt", position)
     VALUES ('work', 'before', now() + $1 * interval '1 millisecond', 7)`,
    [milliseconds],
  )
}

const save: Operation<void> = ({ sql }) => saveLeased(sql, { name: 'work', owner: 'before' }, 8n)

export const leases: Readonly<Record<string, Race<void>>> = {
  'two candidates for a new lease': {
    prepare: async () => undefined,
    operations: { one: take('one'), other: take('other') },
  },
  'two candidates for an expired lease': {
    prepare: leased(-1000),
    operations: { one: take('one'), other: take('other') },
  },
  'the holder of a lease, and a candidate': {
    prepare: leased(60_000),
    operations: { saves: save, renews: take('before'), other: take('other') },
  },
  'a former holder that saves, and the one that takes over': {
    prepare: leased(-1000),
    operations: { saves: save, other: take('other') },
  },
}
