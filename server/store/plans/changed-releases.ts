import { isDeepStrictEqual } from 'node:util'
import type { NamedObject } from '../../../schema/graphql/store-plans.ts'
import { parseQualifiedName } from '../../../schema/names.ts'
import type { StoredObject } from '../../../prisma/client.ts'
import { findObjects, keyText, type ObjectKey } from '../lookups.ts'
import { specOf, type Sql } from '../sql.ts'

/* The Helm workloads whose resources a change may touch. */

/** A Helm workload before or after a change. */
export interface ReleaseRows {
  instance: StoredObject
  definition: StoredObject
  /** The project of the definition. */
  definitionProject: string
}

export interface ChangedRelease {
  object: NamedObject & { project: string }
  /** The name of its runtime; empty if none is chosen yet. */
  runtime: string
  /** Undefined if it is new. */
  before: ReleaseRows | undefined
  after: ReleaseRows
}

/**
 * Returns a Helm workload if a change touches it or its definition.
 *
 * @param rowBefore Returns an object as it was before the change; undefined if that has created it
 */
export async function changedRelease(
  sql: Sql,
  { key, runtime }: { key: ObjectKey & { project: string }; runtime: string },
  rowBefore: (object: StoredObject) => StoredObject | undefined,
): Promise<ChangedRelease | undefined> {
  const instance = (await findObjects(sql, [key])).get(keyText(key))
  const after = instance && (await rowsOf(sql, key, instance))
  if (instance === undefined || after === undefined) return undefined
  const was = rowBefore(instance)
  const found = was && (await rowsOf(sql, key, was))
  const definition = found && rowBefore(found.definition)
  const before = found && definition && { ...found, definition }
  const isChanged =
    before === undefined ||
    !isDeepStrictEqual(specOf(before.instance), specOf(after.instance)) ||
    before.definition.id !== after.definition.id ||
    !isDeepStrictEqual(specOf(before.definition), specOf(after.definition))
  const { kind, project, name } = key
  return isChanged ? { object: { kind, project, name }, runtime, before, after } : undefined
}

async function rowsOf(
  sql: Sql,
  { project }: { project: string },
  instance: StoredObject,
): Promise<ReleaseRows | undefined> {
  const reference = parseQualifiedName(String(specOf(instance)['definition']), project)
  const key = { kind: 'HelmWorkloadDefinition', ...reference }
  const definition = (await findObjects(sql, [key])).get(keyText(key))
  return definition && { instance, definition, definitionProject: reference.project }
}
