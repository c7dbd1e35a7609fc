import type { PoolClient } from 'pg'
import { rolloutOf, withoutRollout } from '../../../schema/placement/definition-rollout.ts'
import type { StoredObject } from '../../../prisma/client.ts'
import type { StoreContext } from '../context.ts'
import { deepEqual } from '../deep-equal.ts'
import type { Sealed } from '../drafts.ts'
import { run, specOf } from '../sql.ts'
import { hasUsers } from '../users-of-profile.ts'
import { release } from './release.ts'
import { startRollout } from './rows.ts'
import { findUnits, lockUnits } from './units.ts'
import { copyVersion, findCopies, pointInstances } from './versions.ts'

/*
 * Edits of definitions and profiles whose rollouts have rules. They run in the transaction of the edit, before it is written, so that
 * no instance has the edit before its wave.
 */

interface Edit {
  existing: StoredObject
  sealed: Sealed
  actor: string
}

/** Reports whether an edit of an object has rules for its rollout, or had: only then do its instances have to be held. */
export function hasRules({ existing, sealed }: Pick<Edit, 'existing' | 'sealed'>): boolean {
  return specOf(existing)['rollout'] !== undefined || sealed.spec['rollout'] !== undefined
}

/**
 * Lets instances keep the version that they have, and starts the rollout of an edit with rules. Resolves with false if the edit concerns no
 * instance, because it changes only how edits are rolled out.
 */
export async function holdInstances(
  context: StoreContext,
  sql: PoolClient,
  { existing, sealed, actor }: Edit,
): Promise<boolean> {
  const [before, after] = [specOf(existing), sealed.spec]
  const isEdit = !deepEqual(withoutRollout(before), withoutRollout(after))
  const isProfile = existing.kind === 'Profile'
  if (rolloutOf(after) === undefined) {
    if (!isProfile) await releaseAll(sql, existing)
    return isEdit
  }
  if (!isEdit) return false
  const isUsed = isProfile
    ? (await run(sql, hasUsers, [existing.id])).length > 0
    : await holdVersions(context, sql, { existing, sealed, actor })
  if (isUsed) await startRollout(sql, { objectId: existing.id, generation: existing.generation + 1 })
  return true
}

/** Gives all instances the present version: without rules, nothing is waited for. The next step deletes the previous versions. */
async function releaseAll(sql: PoolClient, definition: StoredObject): Promise<void> {
  const { id, generation } = definition
  if ((await findCopies(sql, id)).length === 0) return
  await lockUnits(sql, definition)
  const outdated = (await findUnits(sql, definition)).filter(({ versionId }) => versionId !== id)
  if (outdated.length > 0) await release(sql, definition, outdated)
  await startRollout(sql, { objectId: id, generation: generation + 1 })
}

/** Points the instances of a definition to a copy of it; resolves with false if it has no instance. */
async function holdVersions(
  context: StoreContext,
  sql: PoolClient,
  { existing, sealed: { spec, project = '' }, actor }: Edit,
): Promise<boolean> {
  await lockUnits(sql, existing)
  const units = await findUnits(sql, existing)
  if (units.length === 0) return false
  const { id } = existing
  const present = units.filter(({ versionId }) => versionId === id).map((unit) => unit.id)
  if (present.length > 0) {
    const copy = await copyVersion(context, sql, { definition: existing, project, actor })
    await pointInstances(sql, { ids: present, definitionId: id, to: copy })
  }
  const same = (await findCopies(sql, id)).filter((copy) => deepEqual(specOf(copy), withoutRollout(spec)))
  const sameIds = new Set(same.map((copy) => copy.id))
  const unchanged = units.filter(({ versionId }) => sameIds.has(versionId)).map((unit) => unit.id)
  if (unchanged.length > 0) await pointInstances(sql, { ids: unchanged, definitionId: id, to: id })
  return true
}
