import { shownValue } from '../../schema/errors.ts'
import type { StoredObject } from '../../prisma/client.ts'
import { findOwners, type NamedOwnership } from './ownership.ts'
import type { Problem } from './problems.ts'
import type { Sql } from './sql.ts'

/**
 * Returns the errors of writes to owned objects by actors other than their owners, by object id; each names the field
 * to change instead, of an object that users can change.
 */
export async function ownerRefusals(
  sql: Sql,
  objects: readonly StoredObject[],
): Promise<Map<bigint, Problem>> {
  const owned = objects.filter((object) => object.owned)
  if (owned.length === 0) return new Map()
  const owners = await ownersById(
    sql,
    owned.map(({ id }) => id),
  )
  const deciding = await decidingOwners(sql, owners)
  return new Map(
    owned.map((object) => [
      object.id,
      refusal(object, { owners: owners.get(object.id) ?? [], deciding: deciding.get(object.id) }),
    ]),
  )
}

/** The most levels of owners that are followed. Real ones have a few. */
const maxLevels = 5

/** Returns the ownership by which users decide about each object: that of the first owner of its owners which has none itself. */
async function decidingOwners(
  sql: Sql,
  owners: ReadonlyMap<bigint, readonly NamedOwnership[]>,
): Promise<Map<bigint, NamedOwnership>> {
  const deciding = new Map<bigint, NamedOwnership>()
  for (const [id, [first]] of owners) if (first !== undefined) deciding.set(id, first)
  for (let level = 0; level < maxLevels; level += 1) {
    const above = await ownersById(sql, [...new Set([...deciding.values()].map(({ ownerId }) => ownerId))])
    if (above.size === 0) break
    for (const [id, { ownerId }] of deciding) {
      const [next] = above.get(ownerId) ?? []
      if (next !== undefined) deciding.set(id, next)
    }
  }
  return deciding
}

async function ownersById(sql: Sql, ids: readonly bigint[]): Promise<Map<bigint, NamedOwnership[]>> {
  return Map.groupBy(await findOwners(sql, ids), ({ ownedId }) => ownedId)
}

function refusal(
  object: StoredObject,
  { owners, deciding }: { owners: readonly NamedOwnership[]; deciding: NamedOwnership | undefined },
): Problem {
  const what = `${object.kind} ${shownValue(object.name)}`
  const [first, ...others] = owners
  if (first === undefined || deciding === undefined) {
    const until = object.expiresAt === null ? '' : ` and will be deleted at ${object.expiresAt.toISOString()}`
    const message = `${what} has no owner any more${until}`
    return {
      code: 'OWNED',
      field: { path: 'spec', code: 'FORBIDDEN', message, remedy: 'Delete it, or wait until it is gone.' },
    }
  }
  const more = others.length === 0 ? '' : ` and ${others.length} more`
  const owner = `${first.ownerKind} ${shownValue(first.ownerName)}`
  const decider = `${deciding.ownerKind} ${shownValue(deciding.ownerName)}`
  const remedy = deciding.field === null ? `Change ${decider}.` : `Change ${deciding.field} of ${decider}.`
  const by = owners.slice(0, 100).map(({ ownerKind: kind, ownerName: name }) => ({ kind, name }))
  return {
    code: 'OWNED',
    field: { path: 'spec', code: 'FORBIDDEN', message: `${what} is owned by ${owner}${more}`, remedy },
    details: { by },
  }
}
