import type { AnyObject, ObjectFilter } from '../../../client-sdk/index.ts'
import { ListCostsDocument, type ListCostsQuery } from '../../../client-sdk/generated/documents.ts'
import { isRecord } from '../../../schema/manifests.ts'
import { allKinds, kindOf } from './kinds.ts'
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
  /** What it is for: the topmost of its owners. Undefined if it has none. */
  owner: Named | undefined
}

/** The kinds whose objects may cost something. */
export const pricedKinds: readonly string[] = allKinds
  .filter(({ isPriced }) => isPriced)
  .map(({ kind }) => kind)

const pageSize = 200

/** Reads the costs of all objects that a filter matches. */
export async function readCosts(filter: ObjectFilter, signal: AbortSignal): Promise<Cost[]> {
  const costs: Cost[] = []
  let after: string | null = null
  do {
    signal.throwIfAborted()
    const { result }: ListCostsQuery = await client
      .with({ signal })
      .execute(ListCostsDocument, { filter, first: pageSize, after })
    costs.push(...(result?.nodes ?? []).flatMap(costOf))
    after = result?.pageInfo.hasNextPage === true ? (result.pageInfo.endCursor ?? null) : null
  } while (after !== null)
  return costs
}

function costOf({ id, cost, owners, ...object }: Node): Cost[] {
  if (cost === null) return []
  const owner = owners?.nodes[0]
  const topmost = owner?.owners?.nodes[0] ?? owner
  return [
    {
      id,
      ...namedOf(object),
      monthly: cost.monthly ?? undefined,
      prices: cost.prices,
      owner: topmost === undefined ? undefined : namedOf(topmost),
    },
  ]
}

function namedOf({
  kind,
  name,
  project,
}: {
  kind: string
  name: string
  project: { name: string } | null
}): Named {
  return { kind, name, projectName: project?.name ?? null }
}

/** Returns the account that the spec of an object, or of its definition, refers to. */
export function accountOf(object: AnyObject, definition: AnyObject | undefined): string | undefined {
  for (const each of [object, definition]) {
    if (each === undefined) continue
    const field = kindOf(each.kind).references.find(({ to }) => to.endsWith('Account'))?.field
    const name = field === undefined || !isRecord(each.manifestSpec) ? undefined : each.manifestSpec[field]
    if (typeof name === 'string') return name
  }
  return undefined
}
