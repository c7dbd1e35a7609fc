import DataLoader from 'dataloader'
import { LRUCache } from 'lru-cache'
import type { StoreContext } from './context.ts'
import { findNames } from './lookups.ts'
import { run } from './sql.ts'

/** Resolves with the name of a project; undefined when the project does not exist. */
export type ProjectNames = (id: bigint) => Promise<string | undefined>

/**
 * Creates a cached lookup of project names by id: one statement for those that a page of objects asks for. Every response about an object
 * contains its project, and neither the name of a project changes nor is its id reused, so entries never become stale.
 */
export function createProjectNames({ sql }: Pick<StoreContext, 'sql'>): ProjectNames {
  const names = new DataLoader<bigint, string | undefined>(
    async (ids) => {
      const rows = await run<{ id: bigint; name: string }>(sql, findNames, [ids])
      const byId = new Map(rows.map(({ id, name }) => [id, name]))
      return ids.map((id) => byId.get(id))
    },
    { cacheMap: new LRUCache<bigint, Promise<string | undefined>>({ max: 10_000 }) },
  )
  return async (id) => {
    const name = await names.load(id)
    if (name === undefined) names.clear(id)
    return name
  }
}
