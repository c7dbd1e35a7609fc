import { describe, expect, it } from 'vitest'
import type { Change } from '../../../prisma/generated/client/client.ts'
import { triggersOf } from '../../../server/delivery/relay.ts'
import { createFairQueue } from '../../../server/delivery/fair-queue.ts'
import { defaultRuntime, definition, testStore, workload, write } from '../../support/store.ts'

const test = testStore(defaultRuntime)

async function deploy(names: readonly string[]): Promise<void> {
  for (const name of names) await test.store.apply(workload(name), write)
}

/**
 * Resets the state of the runtime, as if its readiness were unknown. Changes have times in milliseconds, so none of them may be of the
 * same one.
 */
async function lose(): Promise<void> {
  const nextMillisecond = (): Promise<unknown> => test.database.sql.query('SELECT pg_sleep(0.002)')
  await nextMillisecond()
  await test.database.sql.query(`
    UPDATE "Object" SET "nextReconcileAt" = NULL, status = jsonb_build_object('conditions', jsonb_build_array(
      jsonb_build_object('type', 'Ready', 'status', 'Unknown', 'lastTransitionTime', clock_timestamp())))
    WHERE kind = 'WorkloadInstance'`)
  await nextMillisecond()
}

/** Returns the names of the objects that are triggered when the runtime returns, in order. */
async function triggered(): Promise<string[]> {
  const sql = test.database.sql
  const { rows } = await sql.query<Change>(
    `SELECT * FROM "Change" WHERE kind = 'KubernetesRuntimeInstance' ORDER BY seq DESC LIMIT 1`,
  )
  const changes = rows.map((change) => ({
    ...change,
    operation: 'STATUS' as const,
    triggersReferrers: true,
  }))
  await sql.query(
    `UPDATE "Object" SET "nextReconcileAt" = now() + interval '5 seconds' WHERE kind = 'WorkloadInstance'`,
  )
  const shares = createFairQueue(sql, { queued: async () => new Map([['WorkloadInstance', 1000]]) })
  const ids = (await shares.now(await triggersOf(sql, changes))).map(({ id }) => id)
  const named = await sql.query<{ name: string }>(
    `SELECT name FROM unnest($1::bigint[]) WITH ORDINALITY AS triggered (id, place) JOIN "Object" USING (id) ORDER BY place`,
    [ids],
  )
  return named.rows.map(({ name }) => name)
}

describe('the objects of a cluster that returns', () => {
  it('are triggered in the order of their latest changes, and then the others', async () => {
    await deploy(['a', 'b', 'c', 'd', 'e'])
    await lose()
    await test.store.apply([definition('d', 'changed')], write)
    await test.store.apply([definition('b', 'changed')], write)
    await test.store.apply([definition('a', 'changed')], write)
    await test.store.apply([definition('d', 'changed again')], write)
    expect(await triggered()).toEqual(['b', 'a', 'd', 'c', 'e'])
  })

  it('are not all triggered at once, and the others become due in that order', async () => {
    await deploy(Array.from({ length: 120 }, (_, index) => `many-${index}`))
    await lose()
    await test.store.apply([definition('many-119', 'changed')], write)
    const now = await triggered()
    expect(now[0]).toBe('many-119')
    expect(now).toHaveLength(50)
    const { rows } = await test.database.sql.query<{ name: string }>(
      `SELECT name FROM "Object" WHERE kind = 'WorkloadInstance' AND NOT name = ANY($1) ORDER BY "nextReconcileAt"`,
      [now],
    )
    const numbers = rows.map(({ name }) => Number(name.replace('many-', '')))
    expect(numbers).toEqual(numbers.toSorted((one, other) => one - other))
    expect(numbers).toHaveLength(75)
  })
})
