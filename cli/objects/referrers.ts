import { ListReferrersDocument, type ListReferrersQuery } from '../../client-sdk/generated/documents.ts'
import type { Client } from '../../client-sdk/index.ts'
import { collect } from './collect.ts'

type Page = NonNullable<NonNullable<ListReferrersQuery['result']>['referrers']>

/** An object that refers to another, and the spec field with the reference. */
export type Referrer = Page['edges'][number]

/** Returns all objects that refer to an object. */
export function findReferrers(client: Client, id: string): Promise<Referrer[]> {
  return collect(async (range) => {
    const referrers = (await client.execute(ListReferrersDocument, { id, ...range })).result?.referrers
    return referrers && { nodes: referrers.edges, pageInfo: referrers.pageInfo }
  })
}
