import { DatabaseError, type Pool } from 'pg'
import type { Write } from '../../schema/graphql/store-writes.ts'
import type { StoredObject } from '../../prisma/client.ts'
import { createBatches } from '../pacing/batches.ts'
import type { Sealed } from './drafts.ts'
import { referencesIn } from './lookups.ts'
import { acceptedStatus, run, type Sql } from './sql.ts'
import { createObjects, createObjectsTogether } from './write-object.ts'
import { writtenColumns } from './written-columns.ts'

/** The number of objects that a statement creates or edits; more cost as much for each. */
export const maxObjects = 32

/** The length of a creation from which a statement for it alone costs hardly more. */
const longText = 64 * 1024

/** An object that was just created, with the IDs of the objects that its spec refers to, by field. */
export interface Created {
  object: StoredObject
  references: Readonly<Record<string, bigint>>
}

/** Creates an object from its text. Resolves with undefined when a precondition does not hold, as described for the statement. */
export type Create = (text: string) => Promise<Created | undefined>

export interface CreationOptions extends Write {
  /** Whether the parameters and dependencies of the definition, and the tier of the project, have been checked. @default false */
  isChecked?: boolean
  /** The version of the policies that the object was checked against; null if it was not. */
  policies: string | null
}

/** Returns the creation of an object, as the statements that create objects expect it. */
export function creationText(
  sealed: Sealed,
  { isChecked = false, policies, ...write }: CreationOptions,
): string {
  const { kind, name, project } = sealed
  return JSON.stringify({
    ...writtenColumns(sealed),
    project,
    kind: kind.kind,
    name,
    status: acceptedStatus(sealed, 1),
    actor: write.actor,
    reason: write.reason,
    traceparent: write.traceparent,
    checked: isChecked,
    policies,
  })
}

/** Creates objects in one statement. Returns undefined where a precondition does not hold. */
export async function insertObjects(
  sql: Sql,
  creations: readonly string[],
  statement = createObjects,
): Promise<(Created | undefined)[]> {
  const rows = await run<CreatedRow | { id: null }>(sql, statement, [`[${creations.join()}]`])
  return rows.map((row) => (row.id === null ? undefined : createdOf(row)))
}

type CreatedRow = StoredObject & { referenced: Record<string, string> | null }

function createdOf({ referenced, ...object }: CreatedRow): Created {
  return { object, references: referencesIn(referenced) }
}

/**
 * Returns a function that creates what arrives together in one statement. Each object has its own outcome: one with which Postgres refuses
 * the statement does not fail the others, and one that refers to something that is locked is not created, so that they do not wait.
 */
export function creationsTogether(sql: Pool): Create {
  const create = async (texts: readonly string[]): Promise<(Created | undefined)[]> =>
    insertObjects(sql, texts, createObjectsTogether)
  const alone = async (text: string): Promise<Created | undefined> => (await create([text]))[0]
  const together = createBatches<string, Created | undefined>(
    async (texts) => {
      try {
        return await create(texts)
      } catch (error) {
        if (texts.length === 1 || !(error instanceof DatabaseError)) throw error
        return Promise.all(texts.map((text) => alone(text).catch(asError)))
      }
    },
    { most: maxObjects },
  )
  return (text) => (text.length < longText ? together(text) : alone(text))
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error), { cause: error })
}
