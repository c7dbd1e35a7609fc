import {
  sortSurroundings,
  type RelatedObject,
  type Surroundings,
} from '../../schema/delivery/surroundings.ts'
import type { StoredObject } from '../../prisma/client.ts'
import { relatedTo } from './related-to.ts'
import { run, specOf, statusOf, type Sql } from './sql.ts'

/** Returns the objects around an application, as its reconciler gets them. */
export async function deliverySurroundings(sql: Sql, application: bigint): Promise<Surroundings> {
  return sortSurroundings((await run<StoredObject>(sql, relatedTo, [application])).map(relatedOf))
}

function relatedOf(object: StoredObject): RelatedObject {
  const { outputs, cause } = statusOf(object)
  return {
    id: String(object.id),
    kind: object.kind,
    name: object.name,
    createdAt: object.createdAt.toISOString(),
    ready: object.ready,
    manifestSpec: specOf(object),
    status: { outputs, cause: cause ?? null },
  }
}
