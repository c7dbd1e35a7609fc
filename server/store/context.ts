import type { ClusterPolicy } from '../../schema/clusters/policy.ts'
import type { PrismaClient } from '../../prisma/client.ts'
import type { Digester } from '../manifests/digests.ts'
import type { Encryption } from './encryption.ts'
import type { Sql } from './sql.ts'

/** What every operation of the store needs. */
export interface StoreContext {
  /** The pool; inside of `once` the connection of its transaction. */
  sql: Sql
  prisma: PrismaClient
  encryption: Encryption
  digester: Digester
  /** Where clusters of users may be. */
  clusters: ClusterPolicy
  /** Kinds that have a reconciler. */
  reconciledKinds: readonly string[]
  /** Requests with a key, by it, whose first one is being answered by this server: the others wait without a connection. */
  answering: Map<string, Promise<unknown>>
}
