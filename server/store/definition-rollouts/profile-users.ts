import type { PoolClient } from 'pg'
import { decidedFields } from '../../../schema/profiles/fields.ts'
import type { StoredObject } from '../../../prisma/client.ts'
import type { StoreContext } from '../context.ts'
import { profileItem } from '../roll-profile.ts'
import { run, specOf, type Sql } from '../sql.ts'
import { tierOfSpecs } from '../tiers.ts'
import { usersOfProfile, type ProfileUser } from '../users-of-profile.ts'
import { writeInTransaction } from '../write-items.ts'
import { rolloutActor } from './release.ts'
import type { RolloutRow } from './rows.ts'
import type { Subject } from './subject.ts'
import { lockChosen, type Unit } from './units.ts'

/* The rollout of a profile: what it has decided is in the specs of the objects that use it. */

/** Returns the objects that use a profile. */
export async function profileUnits(
  sql: Sql,
  { profile, row }: { profile: StoredObject; row: RolloutRow | undefined },
): Promise<Pick<Subject, 'units' | 'isOutdated'> & { users: ReadonlyMap<bigint, ProfileUser> }> {
  const users = new Map(
    (await run<ProfileUser>(sql, usersOfProfile, [profile.id])).map((user) => [user.id, user]),
  )
  const present = presentVersion(profile, row)
  return {
    users,
    units: [...users.values()].map(unitOf),
    isOutdated: ({ id }) => versionOf(users.get(id)) < present,
  }
}

/** Returns the version of a profile whose decisions its users should have. */
export function presentVersion(profile: StoredObject, row: RolloutRow | undefined): number {
  // An edit of the rules alone is a generation of the profile as well, and concerns no object.
  return row?.endedAt === null ? row.generation : profile.generation
}

/** Returns the rollout of a profile. Moving an object records what the former version had decided, to return to it. */
export async function profileSubject(
  context: StoreContext,
  sql: PoolClient,
  { profile, row }: { profile: StoredObject; row: RolloutRow | undefined },
): Promise<Subject> {
  const { users, units: all, isOutdated } = await profileUnits(sql, { profile, row })
  const usersOf = (units: readonly Unit[]): ProfileUser[] => units.flatMap(({ id }) => users.get(id) ?? [])
  const idsOf = (units: readonly Unit[]): bigint[] => units.map(({ id }) => id)
  const write = { actor: rolloutActor }
  const former = { ...row?.former }
  return {
    units: all,
    former,
    isOutdated,
    hasFormer: (unit) => former[String(unit.id)] !== undefined && !isOutdated(unit),
    release: async (units) => {
      await lockChosen(sql, idsOf(units))
      const moved = usersOf(units)
      // The step stores them.
      for (const user of moved)
        if (user.ready || former[String(user.id)] === undefined)
          former[String(user.id)] = decisionOf(specOf(user))
      const items = moved.map((user, index) =>
        profileItem(context, { user, path: `objects[${index}]` }, write),
      )
      await writeInTransaction(context, sql, { items, write })
    },
    restore: async (units) => {
      await lockChosen(sql, idsOf(units))
      const items = usersOf(units).map((user, index) => ({
        ...profileItem(context, { user, path: `objects[${index}]` }, write),
        decided: former[String(user.id)] ?? {},
      }))
      await writeInTransaction(context, sql, { items, write })
    },
    finish: async () => undefined,
  }
}

function versionOf(user: StoredObject | undefined): number {
  return user === undefined ? 0 : Number(specOf(user)['profileVersion'])
}

function decisionOf(spec: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    decidedFields.flatMap((field) => (spec[field] === undefined ? [] : [[field, spec[field]]])),
  )
}

function unitOf(user: ProfileUser): Unit {
  const status = user.status as { phase?: string; cause?: { message?: string } }
  return {
    id: user.id,
    kind: user.kind,
    name: user.name,
    project: user.project,
    labels: user.labels as Record<string, string>,
    tier: tierOfSpecs(specOf(user), user.projectTier === null ? {} : { tier: user.projectTier }),
    ready: user.ready,
    observed: user.observedGeneration === user.generation,
    stalled: user.stalled,
    phase: status.phase ?? '',
    cause: status.cause?.message ?? null,
    versionId: 0n,
    formerId: null,
  }
}
