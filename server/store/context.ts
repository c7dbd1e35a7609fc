import type { Pool } from 'pg'
import type { ClusterPolicy } from '../../schema/clusters/policy.ts'
import type { ObjectView, ReferenceKey } from '../../schema/graphql/store-queries.ts'
import type { PrismaClient, StoredObject } from '../../prisma/client.ts'
import type { AppliedResource } from '../../prisma/generated/client/client.ts'
import type { Digester } from '../manifests/digests.ts'
import type { Create } from './creations.ts'
import type { Encryption } from './encryption.ts'
import type { ObjectKey } from './lookups.ts'
import type { PolicyCache } from './policy-cache.ts'
import type { AppliedRecords, Confirmation, Start, StartedReport, StartedRow } from './reconcile-steps.ts'
import type { Sql } from './sql.ts'
import type { StartedObjects } from './started-objects.ts'

/** What several requests read or write at the same time, in one statement for all of them. */
export interface Together {
  confirm(confirmation: Confirmation): Promise<void>
  create: Create
  named(key: ObjectKey): Promise<StoredObject | undefined>
  object(id: bigint): Promise<StoredObject | undefined>
  referenced(key: ReferenceKey): Promise<StoredObject | undefined>
  record(records: AppliedRecords): Promise<AppliedResource[]>
  report(report: StartedReport): Promise<boolean>
  start(start: Start): Promise<StartedRow | undefined>
  view(id: bigint): Promise<ObjectView | undefined>
  /** Reports whether the schema of any cluster is known. */
  hasSchemas(): Promise<boolean>
}

/** The dependencies of the operations of the store. */
export interface StoreContext {
  /** The pool; within `once`, the connection of its transaction. */
  sql: Sql
  /** What requests do together, outside of transactions. */
  together: Together
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
  /** The objects of the reconciles that this server has started. */
  started: StartedObjects
}

/** Returns what requests do together; undefined within a transaction, which has a connection of its own. */
export function togetherIn({ sql, together }: Pick<StoreContext, 'sql' | 'together'>): Together | undefined {
  return 'release' in sql ? undefined : together
}
