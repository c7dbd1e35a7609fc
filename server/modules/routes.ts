import type { Pool } from 'pg'
import type { ModuleAddress } from '../../process/modules/connection.ts'
import { routeName } from '../../schema/modules/paths.ts'
import { run, type Statement } from '../store/sql.ts'

/** A path of the API, with the module that gets its requests. */
export interface ModuleRoute {
  id: bigint
  /** The name of the route, which is also the kind of what is below its path, for permissions. */
  name: string
  module: StoredModule
}

/** A module, as far as requests to it need it. */
export interface StoredModule {
  id: bigint
  /** With its project, unless that is the default one. */
  name: string
  address: ModuleAddress
  /** Whether the last check of a worker has succeeded, and when the status last changed. */
  isReady: boolean
  checkedAt: Date
}

/** The longest paths of routes have this number of segments. */
const maxSegments = 8

/**
 * Returns the longest route above a path of a request; undefined if there is none. Reads the store, so that each server follows a
 * change at once.
 */
export async function findRoute(sql: Pool, path: string): Promise<ModuleRoute | undefined> {
  const segments = path.slice(1).split('/', maxSegments)
  const names = segments.map((_, index) => routeName(`/${segments.slice(0, index + 1).join('/')}`))
  const [row] = await run<RouteRow>(sql, findLongest, [names])
  if (row === undefined) return undefined
  const { id, name, moduleId, moduleName, spec, isReady, checkedAt } = row
  return { id, name, module: { id: moduleId, name: moduleName, address: spec, isReady, checkedAt } }
}

interface RouteRow {
  id: bigint
  name: string
  moduleId: bigint
  moduleName: string
  spec: ModuleAddress
  isReady: boolean
  checkedAt: Date
}

const findLongest: Statement = {
  name: 'find-module-route',
  text: `
  SELECT route.id, route.name, module.id AS "moduleId", route.spec ->> 'moduleApi' AS "moduleName", module.spec, module.ready AS "isReady",
    module."updatedAt" AS "checkedAt"
  FROM "Object" route
    JOIN "Reference" reference ON reference."fromId" = route.id AND reference.field = 'moduleApi'
    JOIN "Object" module ON module.id = reference."toId"
  WHERE route.kind = 'ModuleApiRoute' AND route."projectId" IS NULL AND route.name = ANY($1)
  ORDER BY length(route.name) DESC LIMIT 1`,
}
