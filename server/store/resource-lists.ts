import type { AppliedResource } from '../../prisma/generated/client/client.ts'
import type { ResourceFilter, ResourceQuery } from '../../schema/graphql/store-queries.ts'
import { Parameters, runComposed } from './dynamic-statements.ts'
import { scopesCondition } from './filter.ts'
import type { Sql } from './sql.ts'

/* The resources that objects have in clusters. */

interface ResourcesContext {
  reads: Sql
}

/** Returns a page of the resources of objects, in the order of their IDs. */
export async function listResources(
  { reads }: ResourcesContext,
  { limit, offset = 0, ...filter }: ResourceQuery,
): Promise<AppliedResource[]> {
  const parameters = new Parameters()
  const text = `
  SELECT resource.* FROM ${selection(filter, parameters)} ORDER BY resource.id
  LIMIT ${parameters.add(limit, 'bigint')} OFFSET ${parameters.add(offset, 'bigint')}`
  return runComposed<AppliedResource>(reads, 'list-resources', { text, parameters })
}

/** Counts the resources of objects. */
export async function countResources({ reads }: ResourcesContext, filter: ResourceFilter): Promise<number> {
  const parameters = new Parameters()
  const text = `SELECT count(*)::int AS count FROM ${selection(filter, parameters)}`
  const [row] = await runComposed<{ count: number }>(reads, 'count-resources', { text, parameters })
  return row?.count ?? 0
}

function selection({ kinds, objectId, ids, within }: ResourceFilter, parameters: Parameters): string {
  const conditions = [
    `object.kind = ANY(${parameters.add(kinds, 'text[]')})`,
    ...(objectId === undefined ? [] : [`resource."objectId" = ${parameters.add(objectId, 'bigint')}`]),
    ...(ids === undefined ? [] : [`resource.id = ANY(${parameters.add(ids, 'bigint[]')})`]),
    ...(within === undefined ? [] : [`(${scopesCondition(within, parameters)})`]),
  ]
  return `"AppliedResource" resource JOIN "Object" object ON object.id = resource."objectId" WHERE ${conditions.join(' AND ')}`
}
