import type { Pool } from 'pg'
import type { PrismaClient } from '../../prisma/client.ts'
import type { Encryption } from './encryption.ts'

/** What every operation of the store needs. */
export interface StoreContext {
  pool: Pool
  prisma: PrismaClient
  encryption: Encryption
  /** Kinds that have a reconciler. */
  reconciledKinds: readonly string[]
}
