import { kindNamed } from '../../../schema/kinds/index.ts'
import type { Condition, ObjectStatus } from '../../../schema/status.ts'
import type { StoredObject } from '../../../prisma/client.ts'
import { logChanges } from '../change-row.ts'
import { run, statusOf, type Sql, type Statement } from '../sql.ts'
import type { RolloutRow } from './rows.ts'

/**
 * Shows a rollout as a condition of its definition or profile. One with a reconciler reports its conditions itself; its events and
 * `rollout` say the same.
 */
export async function showRollout(
  sql: Sql,
  { object, row }: { object: StoredObject; row: RolloutRow },
): Promise<void> {
  if (kindNamed(object.kind).reconciled) return
  const status = statusOf(object)
  const others = status.conditions.filter(({ type }) => type !== 'Progressing')
  const before = status.conditions.find(({ type }) => type === 'Progressing')
  const shown = conditionOf(row, object.generation)
  const lastTransitionTime =
    before !== undefined && before.status === shown?.status
      ? before.lastTransitionTime
      : new Date().toISOString()
  const conditions = shown === undefined ? others : [...others, { ...shown, lastTransitionTime }]
  await run(sql, storeStatus, [object.id, JSON.stringify({ ...status, conditions })])
}

function conditionOf(
  { state, cause, wave, waves }: RolloutRow,
  observedGeneration: number,
): Omit<Condition, 'lastTransitionTime'> | undefined {
  const type = 'Progressing'
  const place = `Wave ${wave} of ${waves}.`
  if (state === 'Complete') return undefined
  if (state === 'Progressing')
    return { type, status: 'True', reason: 'RollingOut', message: place, observedGeneration }
  const reason =
    state === 'Paused' ? 'RolloutPaused' : state === 'Aborted' ? 'RolloutAborted' : 'RolloutHalted'
  return { type, status: 'False', reason, message: cause ?? place, observedGeneration }
}

const storeStatus: Statement = {
  name: 'store-rollout-status',
  text: `
  WITH updated AS (
    UPDATE "Object" SET status = $2::jsonb, version = version + 1, "updatedAt" = now() WHERE id = $1 RETURNING *
  )
  ${logChanges('updated', { operation: 'STATUS', actor: `'rollouts'`, after: 'status' })}`,
}

/** Returns the status of an edit that no instance is concerned with: what it shows of a rollout stays. */
export function withRolloutOf(status: ObjectStatus, existing: StoredObject): ObjectStatus {
  const shown = statusOf(existing).conditions.filter(({ type }) => type === 'Progressing')
  return { ...status, conditions: [...status.conditions, ...shown] }
}
