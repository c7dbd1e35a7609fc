import type { ClusterPolicy } from '../../schema/clusters/policy.ts'
import { shownValue } from '../../schema/errors.ts'
import { join, type Draft } from '../../schema/inputs.ts'
import { allKinds, kindNamed } from '../../schema/kinds/index.ts'
import type { StoredObject } from '../../prisma/client.ts'
import { kubeconfigErrors } from './kubeconfig-errors.ts'
import { changeErrors, markErrors, projectOf, referencesOf } from './drafts.ts'
import { deepEqual } from './deep-equal.ts'
import { findExclusive, findObjects, keyText, refersTo, type ObjectKey } from './lookups.ts'
import { ownerRefusals } from './owner-refusals.ts'
import { invalid, type Problem } from './problems.ts'
import { labelsOf, specOf, type Sql } from './sql.ts'

/** One object of a write. */
export interface Item {
  /** Where it stands in the request, for errors; empty for the only one. */
  path: string
  key: ObjectKey
  /** `create` refuses a name that is taken, `edit` one that is not. */
  mode: 'create' | 'apply' | 'edit'
  expectedVersion?: number | undefined
  /** Whether the owner of the object writes. @default false */
  owned?: boolean
  /** The object as it is desired, given what is stored. */
  build: (
    existing: StoredObject | undefined,
  ) => { draft?: Draft; problems: Problem[] } | Promise<{ draft?: Draft; problems: Problem[] }>
}

/** An item whose object has been looked up and whose draft is valid in itself. */
export interface Planned {
  item: Item
  draft: Draft
  existing: StoredObject | undefined
}

export function duplicateProblems(items: readonly Item[]): Problem[] {
  const first = new Map<string, Item>()
  return items.flatMap((item) => {
    const key = keyText(item.key)
    const before = first.get(key)
    if (before === undefined) {
      first.set(key, item)
      return []
    }
    const message = `${item.key.kind} ${shownValue(item.key.name)} is already declared by ${before.path}`
    return invalid([{ path: item.path, message, remedy: 'Keep one of them.' }])
  })
}

export function presenceProblems(
  { mode, path, key, expectedVersion }: Item,
  existing: StoredObject | undefined,
): Problem[] {
  const what = `${key.kind} ${shownValue(key.name)}`
  const at = join(path, 'name')
  if ((mode === 'create' || expectedVersion === 0) && existing !== undefined) {
    const remedy = 'Choose another name, or update the object that has it.'
    return [{ code: 'NAME_TAKEN', field: { path: at, message: `${what} exists already`, remedy } }]
  }
  if (mode === 'edit' && existing === undefined) {
    return [{ code: 'NOT_FOUND', field: { path: at, message: `there is no ${what}` } }]
  }
  if (existing === undefined && expectedVersion !== undefined && expectedVersion > 0) {
    const message = `there is no ${what}, so it is not at version ${expectedVersion}`
    return [{ code: 'VERSION_CONFLICT', field: { path: at, message }, details: { expectedVersion } }]
  }
  if (existing?.deletionRequestedAt != null) {
    const remedy = 'Wait until it is gone, then create it again.'
    return [{ code: 'CONFLICT', field: { path: at, message: `${what} is being deleted`, remedy } }]
  }
  return []
}

export function versionProblems(
  { expectedVersion, path, key }: Item,
  existing: StoredObject | undefined,
): Problem[] {
  if (expectedVersion === undefined || expectedVersion === 0 || existing === undefined) return []
  if (expectedVersion >= existing.editedVersion && expectedVersion <= existing.version) return []
  const details = { expectedVersion, currentVersion: existing.version }
  const message = `${key.kind} ${shownValue(key.name)} is at version ${existing.version}, not ${expectedVersion}`
  const remedy = 'Read it again and repeat the change.'
  return [
    { code: 'VERSION_CONFLICT', field: { path: join(path, 'expectedVersion'), message, remedy }, details },
  ]
}

export function changeProblems(
  { draft, existing, item: { path, mode } }: Planned,
  clusters: ClusterPolicy,
): Problem[] {
  return invalid([
    ...kubeconfigErrors(draft, path, clusters),
    // Whoever creates is told that the name is taken, not how the two differ.
    ...(existing === undefined || mode === 'create' ? [] : changeErrors(draft, existing, path)),
    ...markErrors(draft, existing, path),
  ])
}

/** Fills references that may be left out: from the stored object, else from this batch, else from the project. */
export async function fillDefaults(sql: Sql, planned: readonly Planned[]): Promise<Problem[]> {
  const problems: Problem[] = []
  const { inBatch, holderOf } = exclusives(sql, planned)
  for (const { draft, existing, item } of planned) {
    for (const { field, to, defaultsToWhere } of draft.kind.references) {
      if (defaultsToWhere === undefined || draft.spec[field] !== undefined) continue
      const place = { kind: to, project: draft.project, field: defaultsToWhere }
      const kept = existing === undefined ? undefined : specOf(existing)[field]
      const [declared] = inBatch(place)
      const found = kept ?? declared?.name ?? (await holderOf(place))?.name
      if (found === undefined) {
        const message = `is missing, and project ${shownValue(draft.project)} has no ${to} with ${defaultsToWhere}: true`
        problems.push(
          ...invalid([{ path: join(join(item.path, 'spec'), field), message, remedy: `Name a ${to}.` }]),
        )
      } else draft.spec[field] = found
    }
  }
  return problems
}

/** A field that only one object of a kind in a project may have set. */
interface ExclusivePlace {
  kind: string
  project: string
  field: string
}

/** Who has an exclusive field: of the batch, and of what is stored, which is asked for once each. */
function exclusives(sql: Sql, planned: readonly Planned[]) {
  const text = ({ kind, project, field }: ExclusivePlace): string => JSON.stringify([kind, project, field])
  const declared = new Map<string, Draft[]>()
  for (const { draft } of planned) {
    const fields = new Set(
      [draft.kind.exclusive, ...fieldsOfDefaults(draft.kind.kind)].filter((field) => field !== undefined),
    )
    for (const field of fields) {
      if (draft.spec[field] !== true) continue
      const key = text({ kind: draft.kind.kind, project: draft.project, field })
      declared.set(key, [...(declared.get(key) ?? []), draft])
    }
  }
  const stored = new Map<string, ReturnType<typeof findExclusive>>()
  return {
    inBatch: (place: ExclusivePlace): readonly Draft[] => declared.get(text(place)) ?? [],
    holderOf: (place: ExclusivePlace) => {
      const key = text(place)
      const found = stored.get(key) ?? findExclusive(sql, place)
      stored.set(key, found)
      return found
    },
  }
}

/** Fields of a kind by which others find it when they name none. */
function fieldsOfDefaults(kind: string): string[] {
  return allKinds.flatMap(({ references }) =>
    references.flatMap(({ to, defaultsToWhere }) =>
      to === kind && defaultsToWhere !== undefined ? [defaultsToWhere] : [],
    ),
  )
}

/** What is named must be there, or come with the same batch, and must not be going. */
export async function referenceProblems(sql: Sql, planned: readonly Planned[]): Promise<Problem[]> {
  const inBatch = new Set(
    planned.map(({ draft }) =>
      keyText({ kind: draft.kind.kind, project: projectOf(draft), name: draft.name }),
    ),
  )
  const desired = planned.flatMap(({ draft, item }) =>
    referencesOf(draft)
      .filter((target) => !inBatch.has(keyText(target)))
      .map((target) => ({ target, path: join(join(item.path, 'spec'), target.field) })),
  )
  const projects = planned.flatMap(({ draft, item }) => {
    const name = projectOf(draft)
    const target = { kind: 'Project', project: undefined, name: name ?? '' }
    return name === undefined || inBatch.has(keyText(target))
      ? []
      : [{ target, path: join(item.path, 'project') }]
  })
  const all = [...projects, ...desired]
  const found = await findObjects(sql, [
    ...new Map(all.map(({ target }) => [keyText(target), target])).values(),
  ])
  return all.flatMap(({ target, path }): Problem[] => {
    const object = found.get(keyText(target))
    const value = shownValue(target.name)
    if (object === undefined) {
      const where = target.project === undefined ? '' : ` in project ${shownValue(target.project)}`
      const remedy = `Create it first, or name one that exists.`
      return invalid([{ path, message: `there is no ${target.kind} of this name${where}`, value, remedy }])
    }
    if (object.deletionRequestedAt === null) return []
    const message = `the ${target.kind} is being deleted`
    return [
      {
        code: 'BLOCKED',
        field: { path, message, value },
        details: { by: [{ kind: target.kind, name: target.name }] },
      },
    ]
  })
}

/** Objects with owners are made and changed by these alone. */
export async function ownedProblems(sql: Sql, planned: readonly Planned[]): Promise<Problem[]> {
  return [...planned.flatMap(creationProblems), ...(await editProblems(sql, planned))]
}

function creationProblems({ item, draft, existing }: Planned): Problem[] {
  if (draft.kind.ownedOnly !== true || item.owned === true || existing !== undefined) return []
  const { kind } = draft.kind
  const by = allKinds.filter(({ owns = [] }) => owns.includes(kind)).map((owner) => owner.kind)
  const message = `${kind} objects come with the objects that need them`
  const remedy = `Create a ${by.join(' or ')}.`
  return [
    { code: 'OWNED', field: { path: item.path === '' ? 'kind' : join(item.path, 'kind'), message, remedy } },
  ]
}

async function editProblems(sql: Sql, planned: readonly Planned[]): Promise<Problem[]> {
  const edited = planned.filter(
    ({ item, draft, existing }) =>
      item.owned !== true &&
      existing?.owned === true &&
      !(deepEqual(draft.spec, specOf(existing)) && deepEqual(draft.labels, labelsOf(existing))),
  )
  if (edited.length === 0) return []
  const objects = edited.flatMap(({ existing }) => existing ?? [])
  const refusals = await ownerRefusals(sql, objects)
  return edited.flatMap(({ existing, item }) => {
    const refusal = existing && refusals.get(existing.id)
    return refusal === undefined
      ? []
      : [{ ...refusal, field: { ...refusal.field, path: join(item.path, 'spec') } }]
  })
}

export async function exclusiveProblems(sql: Sql, planned: readonly Planned[]): Promise<Problem[]> {
  const problems: Problem[] = []
  const { inBatch, holderOf } = exclusives(sql, planned)
  for (const { draft, existing, item } of planned) {
    const field = draft.kind.exclusive
    if (field === undefined || draft.spec[field] !== true || existing?.exclusive === field) continue
    const place = { kind: draft.kind.kind, project: draft.project, field }
    const holder = await holderOf(place)
    const other = inBatch(place).find((each) => each !== draft)
    const name = holder?.name ?? other?.name
    if (name === undefined) continue
    const message = `${draft.kind.kind} ${shownValue(name)} has it already, and only one of a project may`
    const remedy = `Set ${field}: false there first.`
    problems.push({
      code: 'CONFLICT',
      field: { path: join(join(item.path, 'spec'), field), message, remedy },
      details: { by: [{ kind: draft.kind.kind, name }] },
    })
  }
  return problems
}

export function batchNeeds(planned: readonly Planned[]): (plan: Planned) => number[] {
  const index = new Map(
    planned.map(({ draft }, at) => [
      keyText({ kind: draft.kind.kind, project: projectOf(draft), name: draft.name }),
      at,
    ]),
  )
  return ({ draft }) => {
    const project = projectOf(draft)
    const keys: ObjectKey[] = referencesOf(draft)
    if (project !== undefined) keys.push({ kind: 'Project', project: undefined, name: project })
    return keys.flatMap((key) => index.get(keyText(key)) ?? [])
  }
}

/** An edit can close a circle through objects that are stored; only kinds that can reach themselves are asked. */
export async function cycleProblems(sql: Sql, planned: readonly Planned[]): Promise<Problem[]> {
  const problems: Problem[] = []
  for (const plan of planned) {
    if (plan.existing === undefined || !canReachItself(plan.draft.kind.kind)) continue
    const targets = await findObjects(sql, referencesOf(plan.draft))
    const ids = [...targets.values()].map(({ id }) => id)
    if (await refersTo(sql, ids, plan.existing.id)) problems.push(cycleProblem(plan))
  }
  return problems
}

function canReachItself(kind: string): boolean {
  const seen = new Set<string>()
  const open = kindNamed(kind).references.map(({ to }) => to)
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (next === kind) return true
    if (seen.has(next)) continue
    seen.add(next)
    open.push(...kindNamed(next).references.map(({ to }) => to))
  }
  return false
}

export function cycleProblem({ item, draft }: Planned): Problem {
  const names = referencesOf(draft).map(({ field }) => field)
  const message = `${draft.kind.kind} ${shownValue(draft.name)} would depend on itself`
  const remedy = `Change one of ${names.join(', ')} so that the circle opens.`
  return { code: 'INVALID_INPUT', field: { path: item.path === '' ? 'spec' : item.path, message, remedy } }
}
