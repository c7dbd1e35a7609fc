import type { PoolClient } from 'pg'
import type { StoredObject } from '../../../prisma/client.ts'
import type { StoreContext } from '../context.ts'
import { deleteOwned } from '../owned-deletion.ts'
import { run, type Sql } from '../sql.ts'
import { release, restore, rolloutActor } from './release.ts'
import type { Subject } from './subject.ts'
import { findUnits, type Unit } from './units.ts'
import { findCopies, forgetFormer } from './versions.ts'

/* The rollout of a definition: which of its instances refer to which version. */

/** Returns the instances of a definition. */
export async function definitionUnits(
  sql: Sql,
  definition: StoredObject,
): Promise<Pick<Subject, 'units' | 'isOutdated'>> {
  const { id } = definition
  return { units: await findUnits(sql, definition), isOutdated: ({ versionId }) => versionId !== id }
}

export async function definitionSubject(sql: PoolClient, definition: StoredObject): Promise<Subject> {
  const { units, isOutdated } = await definitionUnits(sql, definition)
  const { id } = definition
  return {
    units,
    former: {},
    isOutdated,
    hasFormer: ({ versionId, formerId }) => versionId === id && formerId !== null,
    release: (released) => release(sql, definition, released),
    restore: (restored) => restore(sql, definition, restored),
    finish: (context) => forgetVersions(context, sql, { definition, units }),
  }
}

/** Deletes what a rollout that is complete no longer needs: which versions instances had, and copies that none of them has. */
async function forgetVersions(
  context: Pick<StoreContext, 'reconciledKinds'>,
  sql: PoolClient,
  { definition, units }: { definition: StoredObject; units: readonly Unit[] },
): Promise<void> {
  const remembered = units.filter(({ formerId }) => formerId !== null).map(({ id }) => id)
  if (remembered.length > 0) await run(sql, forgetFormer, [remembered])
  await deleteUnusedCopies(context, sql, definition)
}

/** Requests the deletion of the copies of a definition that no instance has. */
export async function deleteUnusedCopies(
  { reconciledKinds }: Pick<StoreContext, 'reconciledKinds'>,
  sql: PoolClient,
  definition: StoredObject,
): Promise<void> {
  const ids = (await findCopies(sql, definition.id)).map(({ id }) => id)
  await deleteOwned({ reconciledKinds }, sql, { ids, write: { actor: rolloutActor } })
}
