import type { Pool } from 'pg'
import { logChanges } from '../store/change-row.ts'
import { run, type Statement } from '../store/sql.ts'

/** A write that a client sends to a module. */
export interface ModuleWrite {
  routeId: bigint
  actor: string
  method: string
  /** The path without its query, which may have secrets. */
  path: string
  traceparent: string | undefined
}

/** The longest path in an entry of the change log. */
const maxPath = 500

/**
 * Adds a write through a module to the change log, as a use of its route. Called before the write is sent, so that no write is
 * missing when the server dies.
 */
export async function recordModuleWrite(sql: Pool, write: ModuleWrite): Promise<void> {
  const reason = `${write.method} ${write.path.slice(0, maxPath)}`
  await run(sql, recordUse, [write.routeId, write.actor, reason, write.traceparent ?? null])
}

const recordUse: Statement = {
  name: 'record-module-write',
  text: `
  WITH route AS (SELECT * FROM "Object" WHERE id = $1)
  ${logChanges('route', { operation: 'TRIGGER', actor: '$2', reason: '$3', traceparent: '$4' })}`,
}
