import type { NamedObject, PlannedOperation } from '../../../schema/graphql/store-plans.ts'
import { allKinds, kindNamed } from '../../../schema/kinds/index.ts'
import { parseQualifiedName } from '../../../schema/names.ts'
import type { StoredObject } from '../../../prisma/client.ts'
import { instancesOfKinds } from '../instances.ts'
import { findByIds, findObjects, keyNamed, keyText, type ObjectKey } from '../lookups.ts'
import { run, specOf, type Sql } from '../sql.ts'

/* What a change makes reconcilers do outside of manifests, such as in a cloud. */

/** An object whose spec a change writes or deletes. */
export interface ChangedSpec {
  kind: string
  /** Empty or undefined for a global object. */
  project: string | null | undefined
  name: string
  /** Undefined for a new object. */
  before: Record<string, unknown> | undefined
  /** Undefined for an object that is deleted. */
  after: Record<string, unknown> | undefined
}

/** The most operations that a plan lists. */
const maxOperations = 500

/** The kinds whose changes are operations, and those of their definitions. */
const operated = allKinds.filter(({ operations }) => operations !== undefined)
const definitions = new Set(operated.map(({ pair }) => pair?.definition))

/** Returns the operations of objects, and of those whose definitions change. */
export async function plannedOperations(
  sql: Sql,
  changed: readonly ChangedSpec[],
): Promise<PlannedOperation[]> {
  const changes = new Map(changed.map((each) => [keyText(each), each]))
  const operations = await operationsOf(sql, [...changes.values()], changes)
  const ids = await instancesOfChanged(sql, changed)
  // The first ones are usually all, or have as many operations as are listed.
  for (let at = 0; at < ids.length && operations.length < maxOperations; at += maxOperations) {
    const instances = await instancesWith(sql, ids.slice(at, at + maxOperations))
    const others = instances.filter((each) => !changes.has(keyText(each)))
    operations.push(...(await operationsOf(sql, others, changes)))
  }
  return operations.slice(0, maxOperations)
}

/** Returns the operations of objects, at least as many as are listed. */
async function operationsOf(
  sql: Sql,
  objects: readonly ChangedSpec[],
  changes: ReadonlyMap<string, ChangedSpec>,
): Promise<PlannedOperation[]> {
  const operatedOn = objects.filter(({ kind }) => kindNamed(kind).operations !== undefined)
  const definitionOf = await definitionsOf(sql, operatedOn, changes)
  const operations: PlannedOperation[] = []
  for (const each of operatedOn) {
    if (operations.length >= maxOperations) break
    const { kind, project, name } = each
    const object: NamedObject = { kind, project: project === '' ? null : (project ?? null), name }
    const stateOf = (side: 'before' | 'after') => {
      const spec = each[side]
      return spec && { spec, definition: definitionOf(each, side) }
    }
    const found = kindNamed(kind).operations?.({ before: stateOf('before'), after: stateOf('after') }) ?? []
    operations.push(...found.map((operation) => ({ object, ...operation })))
  }
  return operations
}

/** Returns the ids of the instances of changed definitions. */
async function instancesOfChanged(sql: Sql, changed: readonly ChangedSpec[]): Promise<bigint[]> {
  const keys = changed.filter(({ kind }) => definitions.has(kind)).map(keyNamed)
  if (keys.length === 0) return []
  const stored = [...(await findObjects(sql, keys)).values()].map(({ id }) => id)
  const found = await run<{ id: bigint }>(sql, instancesOfKinds, [stored, operated.map(({ kind }) => kind)])
  return found.map(({ id }) => id)
}

/** Returns objects whose own specs stay. */
async function instancesWith(sql: Sql, ids: readonly bigint[]): Promise<ChangedSpec[]> {
  const instances = await run<StoredObject>(sql, findByIds, [ids])
  const projectIds = new Set(instances.flatMap(({ projectId }) => projectId ?? []))
  const projects = await run<StoredObject>(sql, findByIds, [[...projectIds]])
  const names = new Map(projects.map(({ id, name }) => [id, name]))
  return instances.map((instance) => ({
    kind: instance.kind,
    project: names.get(instance.projectId ?? 0n),
    name: instance.name,
    before: specOf(instance),
    after: specOf(instance),
  }))
}

/** Returns a function for the spec of the definition of an instance before or after the change. */
async function definitionsOf(
  sql: Sql,
  instances: readonly ChangedSpec[],
  changes: ReadonlyMap<string, ChangedSpec>,
): Promise<(instance: ChangedSpec, side: 'before' | 'after') => Record<string, unknown>> {
  const keys = instances.flatMap((each) =>
    (['before', 'after'] as const).flatMap((side) => definitionKey(each, side) ?? []),
  )
  const unchanged = new Map(keys.map((key) => [keyText(key), key]))
  for (const key of changes.keys()) unchanged.delete(key)
  const stored = await findObjects(sql, [...unchanged.values()])
  return (instance, side) => {
    const key = definitionKey(instance, side)
    if (key === undefined) return {}
    const changed = changes.get(keyText(key))
    if (changed !== undefined) return changed[side] ?? changed.before ?? changed.after ?? {}
    const found = stored.get(keyText(key))
    return found === undefined ? {} : specOf(found)
  }
}

/** Returns the key of the definition to which the spec of an instance refers. */
function definitionKey(instance: ChangedSpec, side: 'before' | 'after'): ObjectKey | undefined {
  const { pair } = kindNamed(instance.kind)
  const name = instance[side]?.['definition']
  if (pair === undefined || typeof name !== 'string') return undefined
  return { kind: pair.definition, ...parseQualifiedName(name, instance.project ?? '') }
}
