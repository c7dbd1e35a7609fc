import type { ObjectFilter } from '../../../client-sdk/index.ts'
import { ListCostsDocument, type ListCostsQuery } from '../../../client-sdk/generated/documents.ts'
import { mapWithLimit } from '../../../schema/map-with-limit.ts'
import { allKinds } from './kinds.ts'
import { namedOf, topmostOwner } from './owners.ts'
import type { Named } from './paths.ts'
import { client } from './session.ts'

/* What objects cost in clouds. */

type Node = NonNullable<ListCostsQuery['result']>['nodes'][number]

/** An object that costs something, or may. */
export interface Cost extends Named {
  id: string
  /** Undefined if it is unknown. */
  monthly: NonNullable<NonNullable<Node['cost']>['monthly']> | undefined
  prices: readonly string[]
}

/** A cost with what it is for. */
export interface OwnedCost extends Cost {
  /** The topmost of its owners. Undefined if it has none. */
  owner: Named | undefined
}

/** The kinds whose objects may cost something. */
export const pricedKinds: readonly string[] = allKinds
  .filter(({ isPriced }) => isPriced)
  .map(({ kind }) => kind)

const pageSize = 200

/** The number of requests for owners at the same time. */
const atOnce = 8

/** Reads the costs of all objects that a filter matches. */
export async function readCosts(filter: ObjectFilter, signal: AbortSignal): Promise<Cost[]> {
  const costs: Cost[] = []
  let after: string | null = null
  do {
    signal.throwIfAborted()
    const { result }: ListCostsQuery = await client
      .with({ signal })
      .execute(ListCostsDocument, { filter, first: pageSize, after })
    costs.push(...(result?.nodes ?? []).filter(({ cost }) => cost !== null).map(costOf))
    after = result?.pageInfo.hasNextPage === true ? (result.pageInfo.endCursor ?? null) : null
  } while (after !== null)
  return costs
}

function costOf({ id, cost, ...object }: Node): Cost {
  return { id, ...namedOf(object), monthly: cost?.monthly ?? undefined, prices: cost?.prices ?? [] }
}

/** Reads what the objects that cost something are for. */
export function withOwners(costs: readonly Cost[], signal: AbortSignal): Promise<OwnedCost[]> {
  return mapWithLimit(costs, atOnce, async (cost) => ({
    ...cost,
    owner: await topmostOwner(cost.id, signal),
  }))
}
