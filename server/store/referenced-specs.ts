import { dependencyChangeErrors } from '../../schema/dependencies/changes.ts'
import type { Dependency } from '../../schema/dependencies/declaration.ts'
import { join } from '../../schema/issue-errors.ts'
import { problemError, type Draft } from '../../schema/inputs.ts'
import type { ReferencedSpec } from '../../schema/kinds/kind.ts'
import { parseQualifiedName } from '../../schema/names.ts'
import type { StoredObject } from '../../prisma/client.ts'
import { projectOf, referencesOf } from './drafts.ts'
import { findObjects, keyText } from './lookups.ts'
import { invalid, type Problem } from './problems.ts'
import { specOf, type Sql } from './sql.ts'

/** A draft with its stored object, and the path of its errors. */
interface Checked {
  draft: Draft
  existing: StoredObject | undefined
  item: { path: string }
}

/** Returns the spec of the object that a field of a draft references; undefined if there is none. */
export type FindReferencedSpec = (draft: Draft, field: string) => Promise<ReferencedSpec | undefined>

/** Returns a lookup of referenced specs: in the batch, or else in the database, where each lookup runs once. */
export function referencedSpecs(sql: Sql, planned: readonly Pick<Checked, 'draft'>[]): FindReferencedSpec {
  const inBatch = new Map(
    planned.map(({ draft }) => [
      keyText({ kind: draft.kind.kind, project: projectOf(draft), name: draft.name }),
      draft,
    ]),
  )
  const stored = new Map<string, ReturnType<typeof findObjects>>()
  return async (draft, field) => {
    const target = referencesOf(draft).find((each) => each.field === field)
    if (target === undefined) return undefined
    const key = keyText(target)
    const declared = inBatch.get(key)
    if (declared !== undefined) return { project: target.project, spec: declared.spec }
    const lookup = stored.get(key) ?? findObjects(sql, [target])
    stored.set(key, lookup)
    const object = (await lookup).get(key)
    return object === undefined ? undefined : { project: target.project, spec: specOf(object) }
  }
}

/**
 * Returns the default of a reference that is that of another referenced object, as a reference from the project of the
 * draft: null while that object waits for its placement, and undefined if no such object is referenced.
 */
export async function inheritedReference(
  draft: Draft,
  { field, defaultsToThatOf = [] }: { field: string; defaultsToThatOf?: readonly string[] },
  find: FindReferencedSpec,
): Promise<string | null | undefined> {
  for (const through of defaultsToThatOf) {
    const other = await find(draft, through)
    const value = other?.spec[field]
    if (other === undefined) continue
    if (typeof value !== 'string') return null
    const { project, name } = parseQualifiedName(value, other.project)
    return project === draft.project ? name : `${project}/${name}`
  }
  return undefined
}

function declaredIn(spec: Readonly<Record<string, unknown>>, field: string): readonly Dependency[] {
  // The field was validated with the schema of dependencies when it was written.
  return (spec[field] ?? []) as readonly Dependency[]
}

/** Returns a problem for each contradiction between a draft and the stored spec, or those of referenced objects. */
export async function contradictionProblems(
  planned: readonly Checked[],
  find: FindReferencedSpec,
): Promise<Problem[]> {
  const problems: Problem[] = []
  for (const { draft, existing, item } of planned) {
    const { checkWithOthers, references, dependencies } = draft.kind
    if (dependencies !== undefined && existing !== undefined) {
      const [before, after] = [specOf(existing), draft.spec].map((spec) => declaredIn(spec, dependencies))
      const place = { path: join(item.path, `spec.${dependencies}`), project: draft.project }
      problems.push(...invalid(dependencyChangeErrors(before ?? [], after ?? [], place)))
    }
    if (checkWithOthers === undefined) continue
    const referenced: Record<string, ReferencedSpec> = {}
    for (const { field } of references) {
      const found = await find(draft, field)
      if (found !== undefined) referenced[field] = found
    }
    const others = {
      referenced,
      project: draft.project,
      ...(existing === undefined ? {} : { before: specOf(existing) }),
    }
    const found = checkWithOthers(draft.spec, others)
    problems.push(...invalid(found.map((problem) => problemError(problem, join(item.path, 'spec')))))
  }
  return problems
}
