import type { Reach, ReachedObject } from '../../../schema/graphql/store-rollouts.ts'
import { allKinds } from '../../../schema/kinds/index.ts'
import {
  rolloutOf,
  rolloutRules,
  waveLabels,
  type DefinitionRollout,
} from '../../../schema/placement/definition-rollout.ts'
import { wavesOf } from '../../../schema/placement/waves.ts'
import type { StoredObject } from '../../../prisma/client.ts'
import type { StoreContext } from '../context.ts'
import { instanceKinds } from '../instances.ts'
import { run, specOf, type Sql, type Statement } from '../sql.ts'
import { usersOf } from '../users-of-profile.ts'
import { definitionUnits } from './instances.ts'
import { presentVersion, profileUnits } from './profile-users.ts'
import { findRollout } from './rows.ts'
import { unitsOf } from './units.ts'

/** The kinds of definitions with reconciled instances. */
const definitionKinds: ReadonlySet<string> = new Set(
  allKinds.flatMap(({ pair, reconciled }) => (pair !== undefined && reconciled ? [pair.definition] : [])),
)

/**
 * Returns whom edits of a definition or a profile reach, and in which wave, by the rules in its spec; undefined for other objects.
 *
 * @param limit The most objects to name.
 */
export async function findReach(
  { sql }: Pick<StoreContext, 'sql'>,
  object: StoredObject,
  limit: number,
): Promise<Reach | undefined> {
  if (object.kind !== 'Profile' && !definitionKinds.has(object.kind)) return undefined
  const rollout = rolloutOf(specOf(object))
  return rollout === undefined
    ? reachWithoutRules(sql, { object, limit })
    : reachInWaves(sql, { object, limit, rollout })
}

/** Returns a reach without rules: an edit of a definition reaches all at once. */
async function reachWithoutRules(
  sql: Sql,
  { object, limit }: { object: StoredObject; limit: number },
): Promise<Reach> {
  const { id, kind } = object
  const isProfile = kind === 'Profile'
  const rows = isProfile
    ? await run<Reached>(sql, findFirstUsers, [id, limit, presentVersion(object, await findRollout(sql, id))])
    : await run<Reached>(sql, findFirstUnits, [id, instanceKinds(kind), limit])
  const { total = 0, outdated = 0 } = rows[0] ?? {}
  // Each object keeps what a former version of its profile has decided, until a person moves it.
  const wave = isProfile || total === 0 ? 0 : 1
  return {
    total,
    outdated,
    waves: wave,
    objects: rows.map(({ kind, project, name, isOutdated }) => ({ kind, project, name, wave, isOutdated })),
  }
}

type Reached = Omit<ReachedObject, 'wave'> & Pick<Reach, 'total' | 'outdated'>

/** Selects the first of the objects that an edit reaches, each with the numbers of all. */
function reached(isOutdated: string): string {
  return `
  SELECT object.kind, project.name AS project, object.name, ${isOutdated} AS "isOutdated",
    (count(*) OVER ())::int AS total, (count(*) FILTER (WHERE ${isOutdated}) OVER ())::int AS outdated`
}

/** $1 the definition, $2 the kinds of its instances, $3 the most objects. */
const findFirstUnits: Statement = {
  name: 'find-first-units',
  text: `${reached('had."toId" <> $1')} ${unitsOf} LIMIT $3`,
}

/** $1 the profile, $2 the most objects, $3 the present version of the profile. */
const findFirstUsers: Statement = {
  name: 'find-first-users-of-profile',
  text: `${reached(`coalesce((object.spec->>'profileVersion')::int < $3, false)`)} ${usersOf} LIMIT $2`,
}

async function reachInWaves(
  sql: Sql,
  { object, limit, rollout }: { object: StoredObject; limit: number; rollout: DefinitionRollout },
): Promise<Reach> {
  const { units, isOutdated } = await (object.kind === 'Profile'
    ? profileUnits(sql, { profile: object, row: await findRollout(sql, object.id) })
    : definitionUnits(sql, object))
  const planned = wavesOf(
    rolloutRules(rollout).waves,
    units.map((unit) => ({ labels: waveLabels(unit), unit })),
  )
  const objects = planned.flatMap((wave, index) =>
    wave.map(({ unit }) => ({
      kind: unit.kind,
      project: unit.project,
      name: unit.name,
      wave: index + 1,
      isOutdated: isOutdated(unit),
    })),
  )
  return {
    total: objects.length,
    outdated: objects.filter((each) => each.isOutdated).length,
    waves: planned.length,
    objects: objects.slice(0, limit),
  }
}
