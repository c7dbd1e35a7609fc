import type { NamedObject, PlannedOperation } from '../../../schema/graphql/store-plans.ts'
import { allKinds, kindNamed } from '../../../schema/kinds/index.ts'
import { parseQualifiedName } from '../../../schema/names.ts'
import type { StoredObject } from '../../../prisma/client.ts'
import { instancesOfKinds } from '../instances.ts'
import { findByIds, findObjects, keyText, type ObjectKey } from '../lookups.ts'
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
  const changes = new Map(changed.map((each) => [keyText(keyOf(each)), each]))
  const instances = [...changed, ...(await instancesOfChanged(sql, changed))]
    .filter(({ kind }) => kindNamed(kind).operations !== undefined)
    .map((each) => changes.get(keyText(keyOf(each))) ?? each)
  const unique = new Map(instances.map((each) => [keyText(keyOf(each)), each]))
  const operations: PlannedOperation[] = []
  for (const { kind, project = null, name, before, after } of unique.values()) {
    const object: NamedObject = { kind, project: project === '' ? null : project, name }
    const stateOf = async (spec: Record<string, unknown> | undefined, side: 'before' | 'after') =>
      spec && { spec, definition: await definitionOf(sql, { kind, project, spec }, { changes, side }) }
    const change = { before: await stateOf(before, 'before'), after: await stateOf(after, 'after') }
    const found = kindNamed(kind).operations?.(change) ?? []
    operations.push(...found.map((operation) => ({ object, ...operation })))
  }
  return operations.slice(0, maxOperations)
}

function keyOf({ kind, project, name }: Pick<ChangedSpec, 'kind' | 'project' | 'name'>): ObjectKey {
  return { kind, project: project === null || project === '' ? undefined : project, name }
}

/** Returns the instances of changed definitions, whose own specs stay. */
async function instancesOfChanged(sql: Sql, changed: readonly ChangedSpec[]): Promise<ChangedSpec[]> {
  const keys = changed.filter(({ kind }) => definitions.has(kind)).map(keyOf)
  if (keys.length === 0) return []
  const stored = [...(await findObjects(sql, keys)).values()].map(({ id }) => id)
  const found = await run<{ id: bigint }>(sql, instancesOfKinds, [stored, operated.map(({ kind }) => kind)])
  const instances = await run<StoredObject>(sql, findByIds, [found.map(({ id }) => id)])
  const projects = await run<StoredObject>(sql, findByIds, [
    instances.flatMap(({ projectId }) => projectId ?? []),
  ])
  return instances.map((instance) => ({
    kind: instance.kind,
    project: projects.find(({ id }) => id === instance.projectId)?.name,
    name: instance.name,
    before: specOf(instance),
    after: specOf(instance),
  }))
}

/** Returns the spec of the definition of an instance, before or after the change. */
async function definitionOf(
  sql: Sql,
  { kind, project, spec }: Pick<ChangedSpec, 'kind' | 'project'> & { spec: Record<string, unknown> },
  { changes, side }: { changes: ReadonlyMap<string, ChangedSpec>; side: 'before' | 'after' },
): Promise<Record<string, unknown>> {
  const { pair } = kindNamed(kind)
  const name = spec['definition']
  if (pair === undefined || typeof name !== 'string') return {}
  const key = { kind: pair.definition, ...parseQualifiedName(name, project ?? '') }
  const changed = changes.get(keyText(key))
  if (changed !== undefined) return changed[side] ?? changed.before ?? changed.after ?? {}
  const stored = (await findObjects(sql, [key])).get(keyText(key))
  return stored === undefined ? {} : specOf(stored)
}
