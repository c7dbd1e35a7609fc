import type { Pool } from 'pg'
import { ProcessReport, processId, type KnownProcess, type ProcessState } from '../../schema/processes.ts'
import { run, type Statement } from '../store/sql.ts'

/*
 * The processes in the database. It has ages instead of times, since the clocks of servers differ.
 */

/** Milliseconds for which a process that has stopped, or is gone, is kept. */
const kept = { stopped: 600_000, gone: 86_400_000 } as const

/** Returns the processes that are stored, without those that ended long ago. */
export async function findProcesses(sql: Pool): Promise<KnownProcess[]> {
  const rows = await run<{ state: ProcessState; report: unknown; age: number }>(sql, find, [
    kept.stopped,
    kept.gone,
  ])
  return rows.flatMap(({ state, report, age }) => {
    const { data } = ProcessReport.safeParse(report)
    return data === undefined ? [] : [{ state, report: data, seenAt: new Date(Date.now() - age) }]
  })
}

/** Stores processes, unless more recent reports of them are stored, and deletes those that ended long ago. */
export async function storeProcesses(sql: Pool, processes: readonly KnownProcess[]): Promise<void> {
  await run(sql, store, [...columnsOf(processes), kept.stopped, kept.gone])
}

/** Stores processes if another server is running that can read them. */
export async function shareProcesses(
  sql: Pool,
  self: string,
  processes: readonly KnownProcess[],
): Promise<void> {
  await run(sql, share, [...columnsOf(processes), self])
}

/** Records that processes are gone that are stored as running, and that no server has heard of for a while. */
export async function endUnheard(sql: Pool, heard: readonly string[], milliseconds: number): Promise<void> {
  await run(sql, end, [heard, milliseconds])
}

/** Reports whether a process has ended so long ago that it is of no interest any more. */
export function isOutdated({ state, seenAt }: KnownProcess): boolean {
  if (state !== 'stopped' && state !== 'gone') return false
  return Date.now() - seenAt.getTime() > kept[state]
}

function columnsOf(processes: readonly KnownProcess[]): unknown[] {
  return [
    processes.map(({ report }) => processId(report)),
    processes.map(({ state }) => state),
    processes.map(({ report }) => JSON.stringify(report)),
    processes.map(({ seenAt }) => Math.max(0, Date.now() - seenAt.getTime())),
  ]
}

const isOld = (stopped: string, gone: string): string => `
  (state = 'stopped' AND "seenAt" < now() - ${stopped}::float8 * interval '1 millisecond'
    OR state = 'gone' AND "seenAt" < now() - ${gone}::float8 * interval '1 millisecond')`

const find: Statement = {
  name: 'find-processes',
  text: `
  SELECT state, report, (extract(epoch FROM now() - "seenAt") * 1000)::float8 AS age
  FROM "Process" WHERE NOT ${isOld('$1', '$2')} ORDER BY id LIMIT 1000`,
}

/** $1 ids, $2 states, $3 reports, $4 ages in milliseconds. */
const given = `
  SELECT id, state, report::jsonb, now() - age * interval '1 millisecond'
  FROM unnest($1::text[], $2::text[], $3::text[], $4::float8[]) AS given (id, state, report, age)`

/** A row of the same report seems newer by the time that its statement took. */
const replace = `
  ON CONFLICT (id) DO UPDATE SET state = excluded.state, report = excluded.report, "seenAt" = excluded."seenAt"
  WHERE excluded."seenAt" >= process."seenAt" - interval '1 second'`

const store: Statement = {
  name: 'store-processes',
  text: `
  WITH outdated AS (
    DELETE FROM "Process" WHERE ${isOld('$5', '$6')} AND id <> ALL($1)
  )
  INSERT INTO "Process" AS process (id, state, report, "seenAt") ${given} ORDER BY id ${replace}`,
}

const share: Statement = {
  name: 'share-processes',
  text: `
  INSERT INTO "Process" AS process (id, state, report, "seenAt") ${given}
  WHERE EXISTS (SELECT FROM "Process" WHERE state = 'running' AND report ->> 'role' = 'server' AND id <> $5)
  ORDER BY id ${replace}`,
}

const end: Statement = {
  name: 'end-unheard-processes',
  text: `
  UPDATE "Process" SET state = 'gone'
  WHERE state = 'running' AND id <> ALL($1) AND "seenAt" < now() - $2::float8 * interval '1 millisecond'`,
}
