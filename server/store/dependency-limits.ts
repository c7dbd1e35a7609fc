import type { Dependency } from '../../schema/dependencies/declaration.ts'
import { resolveDependencies, type DependencyDocument } from '../../schema/dependencies/documents.ts'
import { join } from '../../schema/issue-errors.ts'
import { type Draft } from '../../schema/inputs.ts'
import { kindNamed } from '../../schema/kinds/index.ts'
import { parseQualifiedName } from '../../schema/names.ts'
import type { StoredObject } from '../../prisma/client.ts'
import type { Planned } from './checks.ts'
import { declaredDependencies, dependentDefinitionOf } from './declared-dependencies.ts'
import { deepEqual } from './deep-equal.ts'
import { projectOf, referencesOf } from './drafts.ts'
import { instancesOf } from './instances.ts'
import { findByIds, findObjects, keyText } from './lookups.ts'
import type { Problem } from './problems.ts'
import { fillProfiles } from './profiles.ts'
import { referencedSpecs, type FindReferencedSpec } from './referenced-specs.ts'
import { noTexts } from './sealed-texts.ts'
import { run, specOf, type Sql } from './sql.ts'
import { tierProblems } from './tiers.ts'

/*
 * The dependencies that applications declare, held against the limits and quotas of tiers and profiles when the applications are
 * written: otherwise their reconciles would fail.
 */

/** The most stored instances that the changed dependencies of a definition are checked for. */
const maxInstances = 20

/** The fields of an instance that decide about its dependencies, but for the runtime, which only a placement sets later. */
const decidingFields = ['definition', 'tier'] as const

/** An application whose dependencies are about to be made. */
interface Application {
  /** The kind of the instance. */
  kind: string
  name: string
  project: string
  spec: Readonly<Record<string, unknown>>
  dependencies: readonly Dependency[]
  /** The path of the dependencies in the request. */
  path: string
}

interface Batch {
  planned: readonly Planned[]
  projects: ReadonlyMap<string, StoredObject>
  findReferenced: FindReferencedSpec
}

/** Returns the problems of dependencies that applications of this batch declare and limits exclude. */
export async function dependencyLimitProblems(sql: Sql, batch: Batch): Promise<Problem[]> {
  const problems: Problem[] = []
  for (const plan of batch.planned) {
    const found = kindNamed(plan.draft.kind.kind).dependencies
      ? await definitionProblems(sql, plan, batch)
      : await instanceProblems(sql, plan, batch)
    problems.push(...found)
  }
  return problems
}

async function instanceProblems(sql: Sql, plan: Planned, batch: Batch): Promise<Problem[]> {
  const { draft, existing, item } = plan
  const definitionKind = dependentDefinitionOf(draft.kind.kind)
  if (definitionKind === undefined) return []
  if (existing !== undefined && !isChanged(decidingFields, draft.spec, specOf(existing))) return []
  const definition = await batch.findReferenced(draft, 'definition')
  const dependencies = declaredDependencies(definitionKind, definition?.spec)
  if (dependencies.length === 0) return []
  const target = referencesOf(draft).find(({ field }) => field === 'definition')
  const submitted =
    target && batch.planned.find((each) => keyText(each.item.key) === keyText(target))?.item.path
  const { name, project, spec } = draft
  const application = { kind: draft.kind.kind, name, project, spec, dependencies }
  if (submitted !== undefined)
    return applicationProblems(sql, { ...application, path: join(submitted, 'spec.dependencies') }, batch)
  const path = join(item.path, 'spec.definition')
  const found = await applicationProblems(sql, { ...application, path }, batch)
  return found.map((problem) => ofStoredDefinition(problem, path, dependencies))
}

/** Returns the problems of changed dependencies for the instances that their definition has. */
async function definitionProblems(sql: Sql, plan: Planned, batch: Batch): Promise<Problem[]> {
  const { draft, existing, item } = plan
  const { kind, dependencies: field = '' } = draft.kind
  if (existing === undefined || !isChanged([field], draft.spec, specOf(existing))) return []
  const dependencies = declaredDependencies(kind, draft.spec)
  if (dependencies.length === 0) return []
  const ids = (await run<{ id: bigint }>(sql, instancesOf, [[existing.id]])).map(({ id }) => id)
  const instances = await run<StoredObject>(sql, findByIds, [ids.slice(0, maxInstances)])
  const homes = await run<StoredObject>(sql, findByIds, [
    instances.flatMap(({ projectId }) => projectId ?? []),
  ])
  const path = join(item.path, 'spec.dependencies')
  for (const instance of instances) {
    const { kind: instanceKind, name, projectId, deletionRequestedAt } = instance
    if (deletionRequestedAt !== null) continue
    const project = homes.find(({ id }) => id === projectId)?.name ?? draft.project
    const application = { kind: instanceKind, name, project, spec: specOf(instance), dependencies, path }
    const problems = await applicationProblems(sql, application, batch)
    if (problems.length > 0) return problems
  }
  return []
}

/** Returns the problems of the dependencies of one application, and of those that its dependencies have themselves. */
async function applicationProblems(sql: Sql, application: Application, batch: Batch): Promise<Problem[]> {
  const { kind, name, project, spec, dependencies, path } = application
  const runtime = typeof spec['runtime'] === 'string' ? spec['runtime'] : undefined
  const place = parseQualifiedName(runtime ?? 'unknown', project)
  const resolved = resolveDependencies(
    {
      kind,
      name,
      project,
      runtime: `${place.project}/${place.name}`,
      tier: typeof spec['tier'] === 'string' ? spec['tier'] : undefined,
    },
    dependencies,
  )
  const documents = resolved.flatMap((each, index) =>
    each.documents.map((document) => ({ document, path: `${path}[${index}]` })),
  )
  const stored = await findObjects(
    sql,
    documents.map(({ document }) => document),
  )
  const subjects = documents.map(({ document, path: at }) =>
    subjectOf(document, { path: at, existing: stored.get(keyText(document)) }),
  )
  const problems = await subjectProblems(sql, subjects, { batch, isPlaced: runtime !== undefined })
  for (const { draft, item } of subjects) {
    const definitionKind = dependentDefinitionOf(draft.kind.kind)
    if (definitionKind === undefined) continue
    const own = subjects.find(
      (each) => each.draft.kind.kind === definitionKind && each.item.path === item.path,
    )
    const nested = {
      kind: draft.kind.kind,
      name: draft.name,
      project: draft.project,
      spec: draft.spec,
      dependencies: declaredDependencies(definitionKind, own?.draft.spec),
      path: `${item.path}.spec.dependencies`,
    }
    if (nested.dependencies.length > 0) problems.push(...(await applicationProblems(sql, nested, batch)))
  }
  return problems
}

async function subjectProblems(
  sql: Sql,
  subjects: readonly Planned[],
  { batch: { planned, projects }, isPlaced }: { batch: Batch; isPlaced: boolean },
): Promise<Problem[]> {
  const deciding = planned.filter(({ draft }) => decidingKinds.has(draft.kind.kind))
  const all = [...subjects, ...deciding]
  const limited = await tierProblems(sql, all, projects)
  // Conditions of profiles may be about the runtime, so an application without one is checked when it is placed.
  const decided = isPlaced
    ? await fillProfiles(sql, all, referencedSpecs(sql, [...subjects, ...planned]))
    : []
  return [...limited, ...decided]
}

/** The kinds whose objects decide about others in the same batch. */
const decidingKinds: ReadonlySet<string> = new Set([
  'Project',
  'Tier',
  'Profile',
  'KubernetesRuntimeDefinition',
])

function subjectOf(
  document: DependencyDocument,
  { path, existing }: { path: string; existing: StoredObject | undefined },
): Planned {
  const { name, project, labels } = document
  const kind = kindNamed(document.kind)
  const parsed = kind.spec.safeParse(document.spec)
  const spec = parsed.success ? { ...parsed.data } : { ...document.spec }
  const draft: Draft = { kind, name, project, labels, annotations: {}, spec, outputs: {} }
  const key = { kind: kind.kind, project: projectOf(draft), name }
  return {
    draft,
    existing,
    // It is only checked.
    texts: noTexts,
    item: { path, key, mode: 'apply', owned: true, build: () => ({ draft, problems: [] }) },
  }
}

/** Moves the problem of a dependency to the field that refers to the stored definition which declares it. */
function ofStoredDefinition(
  { field, ...problem }: Problem,
  path: string,
  dependencies: readonly Dependency[],
): Problem {
  const [, index = '', rest = ''] = /^\[(\d+)\]\.?(.*)$/.exec(field.path.slice(path.length)) ?? []
  const at = `${dependencies[Number(index)]?.name ?? ''}.${rest}`
  return {
    ...problem,
    field: { ...field, path, message: `has a dependency that is refused: ${at} ${field.message}` },
  }
}

function isChanged(
  fields: readonly string[],
  one: Readonly<Record<string, unknown>>,
  other: Readonly<Record<string, unknown>>,
): boolean {
  const given = (spec: typeof one): Record<string, unknown> =>
    Object.fromEntries(fields.flatMap((field) => (spec[field] === undefined ? [] : [[field, spec[field]]])))
  return !deepEqual(given(one), given(other))
}
