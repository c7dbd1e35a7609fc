import { LRUCache } from 'lru-cache'
import type { StoreContext } from './context.ts'
import { findMany } from './objects.ts'

/** Resolves with the name of a project; undefined when the project does not exist. */
export type ProjectNames = (id: bigint) => Promise<string | undefined>

/**
 * Creates a cached lookup of project names by id. Every response about an object contains its project, and neither the name
 * of a project changes nor is its id reused, so entries never become stale.
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
