import { LRUCache } from 'lru-cache'
import type { StoreContext } from './context.ts'
import { findMany } from './objects.ts'

/** Undefined for a project that is gone. */
export type ProjectNames = (id: bigint) => Promise<string | undefined>

/**
 * Names of projects by id. Every answer about an object tells its project, and neither a name nor an id is ever given
 * to another project, so what was found once is true for good.
 */
export function createProjectNames(context: StoreContext): ProjectNames {
  const names = new LRUCache<bigint, string>({ max: 10_000 })
  return async (id) => {
    const known = names.get(id)
    if (known !== undefined) return known
    const [project] = await findMany(context, [id])
    if (project !== undefined) names.set(id, project.name)
    return project?.name
  }
}
