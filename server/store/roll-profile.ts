import type { PoolClient } from 'pg'
import { PlatformError, shownValue } from '../../schema/errors.ts'
import type { ProfileRoll } from '../../schema/graphql/store-writes.ts'
import type { Applied, Write } from '../../schema/graphql/store-writes.ts'
import type { StoredObject } from '../../prisma/client.ts'
import type { Item } from './checks.ts'
import type { StoreContext } from './context.ts'
import { lockChosen } from './definition-rollouts/units.ts'
import { lockObjects, type ObjectKey } from './lookups.ts'
import { editOf, keyOf, keysOf, notFound } from './objects.ts'
import { run, specOf, transaction } from './sql.ts'
import { usersOfProfile, type ProfileUser } from './users-of-profile.ts'
import { writeInTransaction } from './write-items.ts'

/**
 * Moves objects to the current version of their profile: those given, or else all that have an older version. Throws NOT_FOUND for
 * one that does not use the profile. Moves all of them or none, and all to the same version: the profile is locked, and then its users.
 */
export async function rollProfile(
  context: StoreContext,
  { profile: target, objects }: ProfileRoll,
  write: Write,
): Promise<Applied[]> {
  const key = await keyOf(context, { ...target, kind: 'Profile' })
  const keys = objects && (await keysOf(context, objects))
  const work = async (sql: PoolClient): Promise<Applied[]> => {
    const [profile] = (await lockObjects(sql, [key])).values()
    if (profile === undefined) throw notFound({ kind: 'Profile', name: key.name })
    const users = await run<ProfileUser>(sql, usersOfProfile, [profile.id])
    const rolled =
      keys === undefined
        ? users.filter((user) => Number(specOf(user)['profileVersion']) < profile.generation)
        : keys.map((each) => userNamed(users, each, profile))
    await lockChosen(
      sql,
      rolled.map(({ id }) => id),
    )
    const items = rolled.map((user, index) =>
      profileItem(context, { user, path: `objects[${index}]` }, write),
    )
    return writeInTransaction(context, sql, { items, write })
  }
  return transaction(context.sql, work, { rollback: write.dryRun === true })
}

function userNamed(
  users: readonly ProfileUser[],
  { kind, project, name }: ObjectKey,
  profile: StoredObject,
): ProfileUser {
  const found = users.find(
    (user) => user.kind === kind && user.name === name && (user.project ?? undefined) === project,
  )
  if (found !== undefined) return found
  const message = `${kind} ${shownValue(name)} does not use profile ${shownValue(profile.name)}`
  throw new PlatformError('NOT_FOUND', message)
}

/** Returns the item that writes an object as it is, with a new decision. Owned objects can be moved as well. */
export function profileItem(
  context: StoreContext,
  { user, path }: { user: ProfileUser; path: string },
  write: Write,
): Item {
  const { id, kind, name } = user
  const key = { kind, project: user.project ?? undefined, name, id }
  return {
    path,
    key,
    mode: 'edit',
    owned: true,
    rolls: true,
    build: editOf(context, { edit: { id }, key }, write),
  }
}
