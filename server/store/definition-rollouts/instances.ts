import type { PoolClient } from 'pg'
import type { StoredObject } from '../../../prisma/client.ts'
import { logChanges, triggered } from '../change-row.ts'
import type { StoreContext } from '../context.ts'
import { deleteOwned } from '../owned-deletion.ts'
import { lockByIds } from '../ownership.ts'
import { run, type Sql, type Statement } from '../sql.ts'
import type { Subject } from './subject.ts'
import { findUnits, lockUnits, type Unit } from './units.ts'
import { findCopies, forgetFormer, pointInstances, pointToFormer, rememberFormer } from './versions.ts'

/* The rollout of a definition: which of its instances refer to which version. */

/** Who makes the changes of a rollout, in the change log. */
export const rolloutActor = 'rollouts'

export async function definitionSubject(sql: PoolClient, definition: StoredObject): Promise<Subject> {
  const units = await findUnits(sql, definition)
  const { id } = definition
  return {
    units,
    isOutdated: ({ versionId }) => versionId !== id,
    hasFormer: ({ versionId, formerId }) => versionId === id && formerId !== null,
    release: async (released) => {
      const ids = idsOf(released)
      await lockByIds(sql, ids)
      await run(sql, rememberFormer, [id, ids])
      await pointInstances(sql, { ids, definitionId: id, to: id })
      await renew(sql, ids)
    },
    restore: async (restored) => {
      const ids = idsOf(restored)
      await lockByIds(sql, ids)
      await run(sql, pointToFormer, [id, ids])
      await run(sql, forgetFormer, [ids])
      await renew(sql, ids)
    },
    finish: (context) => forgetVersions(context, sql, { definition, units }),
  }
}

function idsOf(units: readonly Unit[]): bigint[] {
  return units.map(({ id }) => id)
}

/** Deletes what a rollout that is complete no longer needs: which versions instances had, and copies that none of them has. */
async function forgetVersions(
  context: Pick<StoreContext, 'reconciledKinds'>,
  sql: PoolClient,
  { definition, units }: { definition: StoredObject; units: readonly Unit[] },
): Promise<void> {
  const remembered = units.filter(({ formerId }) => formerId !== null)
  if (remembered.length > 0) await run(sql, forgetFormer, [idsOf(remembered)])
  await deleteUnusedCopies(context, sql, definition)
}

/** Requests the deletion of the copies of a definition that no instance has. */
export async function deleteUnusedCopies(
  { reconciledKinds }: Pick<StoreContext, 'reconciledKinds'>,
  sql: PoolClient,
  definition: StoredObject,
): Promise<void> {
  const copies = await findCopies(sql, definition.id)
  await deleteOwned({ reconciledKinds }, sql, {
    ids: copies.map(({ id }) => id),
    write: { actor: rolloutActor },
  })
}

/** Points all instances of a definition to its present version, without a rollout. */
export async function releaseAll(
  context: Pick<StoreContext, 'reconciledKinds'>,
  sql: PoolClient,
  definition: StoredObject,
): Promise<void> {
  await lockUnits(sql, definition)
  const subject = await definitionSubject(sql, definition)
  const outdated = subject.units.filter(subject.isOutdated)
  if (outdated.length > 0) await subject.release(outdated)
  await forgetVersions(context, sql, { definition, units: await findUnits(sql, definition) })
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
