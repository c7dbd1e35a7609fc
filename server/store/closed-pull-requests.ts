import type { StoredObject } from '../../prisma/client.ts'
import type { StoreContext } from './context.ts'
import { run, type Statement } from './sql.ts'

/*
 * The pull requests whose end a forge has reported, in the state of its webhook: a report of a push that arrives after that of the end must
 * not bring the preview back. Only the newest are kept, since reports are late by minutes, not by a thousand pull requests.
 */

/** The number of ends that a webhook keeps. */
const kept = 1000

/** Remembers the end of a pull request, unless a later one is known. */
export async function closePullRequest(
  { sql }: StoreContext,
  { webhook, pullRequest, closedAt }: { webhook: bigint; pullRequest: number; closedAt: number },
): Promise<void> {
  await run(sql, rememberEnd, [webhook, String(pullRequest), closedAt, kept])
}

/** Returns the time of the end of a pull request that its webhook remembers, in milliseconds; 0 if there is none. */
export function closedAtIn({ reconcilerState }: StoredObject, pullRequest: number): number {
  // Written by `closePullRequest`.
  const known = (reconcilerState ?? {}) as Record<string, number>
  return Object.hasOwn(known, String(pullRequest)) ? (known[String(pullRequest)] ?? 0) : 0
}

/** $1 the webhook, $2 the pull request, $3 the time, $4 the number of ends that are kept. */
const rememberEnd: Statement = {
  name: 'remember-closed-pull-request',
  text: `
  UPDATE "Object" SET "reconcilerState" = (
    SELECT jsonb_object_agg(number, closed) FROM (
      SELECT number, max(closed) AS closed FROM (
        SELECT key AS number, value::bigint AS closed FROM jsonb_each_text("reconcilerState")
        UNION ALL SELECT $2::text, $3::bigint
      ) ends GROUP BY number ORDER BY max(closed) DESC LIMIT $4
    ) newest
  ) WHERE id = $1`,
}
