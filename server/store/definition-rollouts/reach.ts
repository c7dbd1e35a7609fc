import type { PoolClient } from 'pg'
import type { Reach } from '../../../schema/graphql/store-rollouts.ts'
import { allKinds } from '../../../schema/kinds/index.ts'
import { rolloutOf, rolloutRules, waveLabels } from '../../../schema/placement/definition-rollout.ts'
import { wavesOf } from '../../../schema/placement/waves.ts'
import type { StoredObject } from '../../../prisma/client.ts'
import type { StoreContext } from '../context.ts'
import { specOf, transaction } from '../sql.ts'
import { findRollout } from './rows.ts'
import { subjectOf } from './step.ts'

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
  context: StoreContext,
  object: StoredObject,
  limit: number,
): Promise<Reach | undefined> {
  const isProfile = object.kind === 'Profile'
  if (!isProfile && !definitionKinds.has(object.kind)) return undefined
  return transaction(context.sql, (sql) => reachWithin(context, sql, { object, limit, isProfile }))
}

async function reachWithin(
  context: StoreContext,
  sql: PoolClient,
  { object, limit, isProfile }: { object: StoredObject; limit: number; isProfile: boolean },
): Promise<Reach> {
  const row = await findRollout(sql, object.id)
  const subject = await subjectOf(context, sql, { object, row })
  const rollout = rolloutOf(specOf(object))
  const { waves } = rolloutRules(rollout ?? {})
  const planned = wavesOf(
    waves,
    subject.units.map((unit) => ({ labels: waveLabels(unit), unit })),
  )
  // Without rules, each object keeps what a former version of its profile has decided.
  const isByHand = isProfile && rollout === undefined
  const objects = planned.flatMap((wave, index) =>
    wave.map(({ unit }) => ({
      kind: unit.kind,
      project: unit.project,
      name: unit.name,
      wave: isByHand ? 0 : index + 1,
      isOutdated: subject.isOutdated(unit),
    })),
  )
  return {
    total: objects.length,
    outdated: objects.filter(({ isOutdated }) => isOutdated).length,
    waves: isByHand ? 0 : planned.length,
    objects: objects.slice(0, limit),
  }
}
