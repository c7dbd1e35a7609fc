import type { StoredObject } from '../../../prisma/client.ts'
import { logChanges, triggered } from '../change-row.ts'
import { run, type Sql, type Statement } from '../sql.ts'
import { lockChosen, type Unit } from './units.ts'
import { forgetFormer, pointInstances, rememberFormer, returnInstances } from './versions.ts'

/* Changes of the version that instances have. They lock the instances first, so that no edit of an instance overwrites them. */

/** Who makes the changes of a rollout, in the change log. */
export const rolloutActor = 'rollouts'

type Definition = Pick<StoredObject, 'id'>

/** Gives instances the present version of their definition. */
export async function release(sql: Sql, { id }: Definition, units: readonly Unit[]): Promise<void> {
  const ids = units.map((unit) => unit.id)
  await lockChosen(sql, ids)
  await run(sql, rememberFormer, [id, ids])
  await pointInstances(sql, { ids, definitionId: id, to: id })
  await renew(sql, ids)
}

/** Returns instances to the version that they had before. */
export async function restore(sql: Sql, { id }: Definition, units: readonly Unit[]): Promise<void> {
  const ids = units.map((unit) => unit.id)
  await lockChosen(sql, ids)
  await returnInstances(sql, { ids, definitionId: id })
  await run(sql, forgetFormer, [ids])
  await renew(sql, ids)
}

/** Makes instances due whose version has changed: their desired state is another one. */
async function renew(sql: Sql, ids: readonly bigint[]): Promise<void> {
  await run(sql, renewInstances, [ids, rolloutActor])
}

const renewInstances: Statement = {
  name: 'renew-instances',
  text: `
  WITH renewed AS (
    UPDATE "Object" SET ${triggered}, generation = generation + 1, stalled = false WHERE id = ANY($1) RETURNING *
  )
  ${logChanges('renewed', { operation: 'TRIGGER', actor: '$2' })}`,
}
