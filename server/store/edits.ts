import type { StoredObject } from '../../prisma/client.ts'
import type { Write } from '../../schema/graphql/store-writes.ts'
import type { ObjectStatus } from '../../schema/status.ts'
import type { Sealed } from './drafts.ts'
import { run, type Sql } from './sql.ts'
import { updateObjects } from './write-object.ts'
import { writtenColumns } from './written-columns.ts'

export interface EditOptions extends Write {
  id: bigint
  /** Whether the spec has changed. */
  desired: boolean
  /** The status that takes the place of the present one; null to keep that. */
  status: ObjectStatus | null
  /** The version of the policies that the object was checked against; null if it was not. */
  policies: string | null
}

/** Returns the edit of an object, as the statement that edits objects expects it. */
export function editText(sealed: Sealed, { id, desired, status, policies, ...write }: EditOptions): string {
  const { actor, reason, traceparent } = write
  const columns = writtenColumns(sealed)
  return JSON.stringify({ ...columns, id: String(id), desired, status, actor, reason, traceparent, policies })
}

/** Edits objects, which the transaction has locked, in one statement. Returns undefined where a precondition does not hold. */
export async function editObjects(sql: Sql, edits: readonly string[]): Promise<(StoredObject | undefined)[]> {
  const rows = await run<StoredObject | Missing>(sql, updateObjects, [`[${edits.join()}]`])
  return rows.map((row) => (row.id === null ? undefined : row))
}

interface Missing {
  id: null
}
