import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { decisions } from './decisions.ts'
import { deletions } from './deletions.ts'
import { keys } from './keys.ts'
import type { Mutations } from './actor.ts'
import { createRaces, type Race, type Races } from './race.ts'
import { ownership } from './ownership.ts'
import { reconciles } from './reconciles.ts'
import { restores } from './restores.ts'
import { rollouts } from './rollouts.ts'
import { terraform } from './terraform.ts'
import { writes } from './writes.ts'

/* Races have to detect each mutant: a store that lacks a lock, or the read after it. */

let races: Races
beforeAll(async () => {
  races = await createRaces()
})
afterAll(() => races?.close())

/** Returns the statement without its locks, or without another part. */
function without(part: string | RegExp): (text: string) => string {
  return (text) => text.replace(part, '')
}

function bug<Known>(
  table: Readonly<Record<string, Race<Known>>>,
  race: keyof typeof table,
  mutations: Mutations,
): () => ReturnType<Races['run']> {
  const found = table[race]
  if (found === undefined) throw new Error(`there is no race '${race}'`)
  return () => races.run(found, { mutations })
}

const reportsWithoutLocks = {
  'lock-reported-and-awaited': without('FOR NO KEY UPDATE'),
  'lock-reported-with-dependents': without('FOR NO KEY UPDATE'),
}

const bugs: Record<string, () => ReturnType<Races['run']>> = {
  'an owner that does not lock the objects that it releases': bug(
    ownership,
    'the last two owners, which are deleted',
    {
      'lock-by-ids': without('FOR NO KEY UPDATE'),
      'lock-with-owned': without('FOR NO KEY UPDATE'),
    },
  ),
  'reports that lock their objects before the others': bug(
    ownership,
    'a report of an application, and one of what is attached to it',
    reportsWithoutLocks,
  ),
  'a quota that is counted without a lock of the project': bug(decisions, 'two objects, and a quota of one', {
    'lock-by-ids': without('FOR NO KEY UPDATE'),
  }),
  'a profile that is compared without a lock of the project': bug(decisions, 'two profiles that tie', {
    'lock-by-ids': without('FOR NO KEY UPDATE'),
  }),
  'a wave that counts an instance that is being deleted': bug(
    rollouts,
    'a wave, and the deletion of an instance in it',
    { 'lock-present': without(' AND "deletionRequestedAt" IS NULL') },
  ),
  'a wave that counts an instance that has left the definition': bug(
    rollouts,
    'a wave, and an instance that changes to another definition',
    { 'point-instances': (text) => text.replace('RETURNING "fromId"', 'RETURNING unnest($2) AS "fromId"') },
  ),
  'a wave of a profile that does not lock its objects': bug(
    rollouts,
    'a wave of a profile, and the deletion of an object that uses it',
    { 'lock-present': () => 'SELECT unnest($1::bigint[]) AS id' },
  ),
  'a state of Terraform whose object is not locked': bug(
    terraform,
    'a run that writes its state, and the removal of its object',
    { 'upsert-terraform-state': without('FOR KEY SHARE') },
  ),
  'an edit with waves that new instances do not wait for': bug(
    rollouts,
    'an edit of a definition with waves, and a new instance',
    { 'lock-referenced': without('FOR UPDATE') },
  ),
  'a confirmation that locks its object, but not the referenced ones': bug(
    deletions,
    'the last two instances of a definition that is deleted with them',
    {
      'lock-going': (text) =>
        text.replace('WHERE id = ANY($1)', `WHERE id = ANY($1) AND kind = 'WorkloadInstance'`),
    },
  ),
  'a project that is not locked with its members': bug(
    deletions,
    'the last members of a project that is deleted with them',
    {
      'lock-going': (text) => text.replace('WHERE id = ANY($1)', `WHERE id = ANY($1) AND kind <> 'Project'`),
    },
  ),
  'a confirmation that does not block a request to delete a remaining object': bug(
    deletions,
    'the last members of a project, and a request to delete it',
    { 'lock-staying': without('FOR KEY SHARE') },
  ),
  'a confirmation that ignores a new deletion of a remaining object': bug(
    deletions,
    'the last members of a project, and a request to delete it',
    { 'lock-staying': (text) => `${text} AND false` },
  ),
  'confirmations together that lock nothing that is deleted': bug(
    deletions,
    'instances that are confirmed together, and the next reconcile of one',
    { 'lock-removals-free': without('FOR UPDATE SKIP LOCKED') },
  ),
  'confirmations together that do not block a request to delete a remaining object': bug(
    deletions,
    'the last members of a project, confirmed together, and a request to delete it',
    { 'lock-removals-free': without('FOR KEY SHARE SKIP LOCKED') },
  ),
  'confirmations together that ignore what is locked': bug(
    deletions,
    'two groups of the last instances of a definition',
    {
      'lock-removals-free': (text) =>
        text.replace('removed THEN id NOT IN', 'removed THEN false AND id NOT IN'),
    },
  ),
  'a removal that locks what waits for it only when it triggers it': bug(
    deletions,
    'an awaited object, and a report of an older one that waits for it',
    { 'lock-triggered': without('FOR NO KEY UPDATE') },
  ),
  'a deletion that does not wait for new references': bug(
    deletions,
    'a definition, and new instances of it in one request',
    { 'lock-going': without('FOR UPDATE') },
  ),
  'a new object that does not lock the referenced ones': bug(
    deletions,
    'a definition, and a new instance of it',
    {
      'create-together': without(/FOR KEY SHARE SKIP LOCKED(?=\s+\) object)/),
    },
  ),
  'a member that does not lock its project': bug(deletions, 'a project, and its first member', {
    'create-together': without(/FOR KEY SHARE SKIP LOCKED(?=\s+\) project)/),
  }),
  'a change that does not lock its object': bug(writes, 'two changes of one version', {
    'lock-by-key': without('FOR NO KEY UPDATE OF object'),
  }),
  'reports that are stored together without locks': bug(
    reconciles,
    'reports that arrive together and have applied nothing, and the next reconcile of one',
    { 'lock-reported-free': without('FOR NO KEY UPDATE SKIP LOCKED') },
  ),
  'a wait that does not lock the awaited object': bug(
    reconciles,
    'a report that waits, and the awaited, unreferenced object becoming ready',
    reportsWithoutLocks,
  ),
  'a report that does not lock its object': bug(
    reconciles,
    'two reports of one reconcile',
    reportsWithoutLocks,
  ),
  'a lost id that two objects may request': bug(reconciles, 'two objects that re-adopt lost resources', {
    'insert-former-id': (text) => text.replace('LEFT JOIN taken ON true', 'JOIN taken ON true'),
  }),
  'housekeeping that deletes from a restored log': bug(
    restores,
    'a restore, and housekeeping of the former log',
    { 'delete-changes': (text) => text.replace(/AND seq <= \(SELECT.*\)/, 'AND $3::text IS NOT NULL') },
  ),
  'a key that is not written before the work': bug(keys, 'one request that is sent twice', {
    'take-key': (text) => text.replace(/WHERE known[^\n]*/, ''),
  }),
}

describe('races of transactions', () => {
  it.each(Object.entries(bugs))('find %s', { timeout: 180_000 }, async (_, run) => {
    const { problems } = await run()
    expect(problems).not.toEqual([])
    // Detected by the outcome, and not because Postgres refused the statement.
    expect(problems.join('\n')).not.toMatch(/syntax error|could not determine|does not exist/)
  })
})
