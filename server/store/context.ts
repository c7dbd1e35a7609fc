import type { Pool } from 'pg'
import type { ClusterPolicy } from '../../schema/clusters/policy.ts'
import type { PrismaClient } from '../../prisma/client.ts'
import type { Create } from './creations.ts'
import type { Digester } from '../manifests/digests.ts'
import type { Encryption } from './encryption.ts'
import type { PolicyCache } from './policy-cache.ts'
import type { Sql } from './sql.ts'

/** The dependencies of the operations of the store. */
export interface StoreContext {
  /** The pool; within `once`, the connection of its transaction. */
  sql: Sql
  /** Creates an object outside of a transaction, together with those of other requests. */
  createTogether: Create
  /** The pool for reads of any cost, which have a time limit. */
  reads: Pool
  prisma: PrismaClient
  encryption: Encryption
  digester: Digester
  /** The policy for the addresses of clusters. */
  clusters: ClusterPolicy
  /** The policies for what users write. */
  policies: PolicyCache
  /** Kinds that have a reconciler. */
  reconciledKinds: readonly string[]
  /**
   * Requests with an idempotency key that are in progress on this server, by key; repeated ones wait without a
   * connection.
   */
  inProgress: Map<string, Promise<unknown>>
}
