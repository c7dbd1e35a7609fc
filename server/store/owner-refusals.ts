import { shownValue } from '../../schema/errors.ts'
import type { StoredObject } from '../../prisma/client.ts'
import { findOwners, type NamedOwnership } from './ownership.ts'
import type { Problem } from './problems.ts'
import type { Sql } from './sql.ts'

/**
 * Returns the errors of writes to owned objects by actors other than their owners, by object id; each names the field
 * to change instead.
 */
export async function ownerRefusals(
  sql: Sql,
  objects: readonly StoredObject[],
): Promise<Map<bigint, Problem>> {
  const owned = objects.filter((object) => object.owned)
  if (owned.length === 0) return new Map()
  const owners = Map.groupBy(
    await findOwners(
      sql,
      owned.map(({ id }) => id),
    ),
    ({ ownedId }) => ownedId,
  )
  return new Map(owned.map((object) => [object.id, refusal(object, owners.get(object.id) ?? [])]))
}

function refusal(object: StoredObject, owners: readonly NamedOwnership[]): Problem {
  const what = `${object.kind} ${shownValue(object.name)}`
  const [first, ...others] = owners
  if (first === undefined) {
    const until = object.expiresAt === null ? '' : ` and will be deleted at ${object.expiresAt.toISOString()}`
    const message = `${what} has no owner any more${until}`
    return {
      code: 'OWNED',
      field: { path: 'spec', code: 'FORBIDDEN', message, remedy: 'Delete it, or wait until it is gone.' },
    }
  }
  const more = others.length === 0 ? '' : ` and ${others.length} more`
  const owner = `${first.ownerKind} ${shownValue(first.ownerName)}`
  const remedy = first.field === null ? `Change ${owner}.` : `Change ${first.field} of ${owner}.`
  const by = owners.slice(0, 100).map(({ ownerKind: kind, ownerName: name }) => ({ kind, name }))
  return {
    code: 'OWNED',
    field: { path: 'spec', code: 'FORBIDDEN', message: `${what} is owned by ${owner}${more}`, remedy },
    details: { by },
  }
}
