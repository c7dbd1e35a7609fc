import type { ClusterPolicy } from '../../schema/clusters/policy.ts'
import { shownValue } from '../../schema/errors.ts'
import { join } from '../../schema/issue-errors.ts'
import { type Draft } from '../../schema/inputs.ts'
import { allKinds } from '../../schema/kinds/index.ts'
import { childKinds } from '../../schema/parents.ts'
import type { StoredObject } from '../../prisma/client.ts'
import { addressErrors } from './address-errors.ts'
import { changeErrors, projectOf, referencesOf, secretErrors } from './drafts.ts'
import { deepEqual } from './deep-equal.ts'
import { findExclusive, findObjects, keyText, type ObjectKey } from './lookups.ts'
import { ownerRefusals } from './owner-refusals.ts'
import { invalid, type Problem } from './problems.ts'
import { inheritedReference, type FindReferencedSpec } from './referenced-specs.ts'
import { labelsOf, specOf, type Sql } from './sql.ts'
import type { SealedTexts } from './sealed-texts.ts'
import { suggestionsFor, type SuggestOptions } from './similar-names.ts'
import { withArticle } from '../../schema/with-article.ts'

/** One object of a write. */
export interface Item {
  /** The path of the object in the request, for errors; empty when it is the only one. */
  path: string
  key: ObjectKey
  /** The mode of the write: `create` requires that the name is free, `edit` that the object exists. */
  mode: 'create' | 'apply' | 'edit'
  expectedVersion?: number | undefined
  /** Reports whether an owner of the object writes it. @default false */
  owned?: boolean
  /** Checks and compares the object, and keeps the stored one if it exists. @default false */
  keeps?: boolean
  /** Moves the object to the current version of its profile. @default false */
  rolls?: boolean
  /** What a former version of its profile had decided, to which the object returns. */
  decided?: Readonly<Record<string, unknown>>
  /** Builds the desired object from the stored one. */
  build: (
    existing: StoredObject | undefined,
  ) => { draft?: Draft; problems: Problem[] } | Promise<{ draft?: Draft; problems: Problem[] }>
}

/** An item with its stored object and a draft that is valid by itself. */
export interface Planned {
  item: Item
  draft: Draft
  existing: StoredObject | undefined
  texts: SealedTexts
}

/** Returns a problem for each item that repeats the key of an earlier one. */
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
    return invalid([{ path: item.path, code: 'DUPLICATE', message, remedy: 'Keep one of them.' }])
  })
}

/**
 * Returns the problems of an item whose mode does not match whether the object exists, or whose object is being
 * deleted.
 */
export function presenceProblems(
  { mode, path, key, expectedVersion }: Item,
  existing: StoredObject | undefined,
): Problem[] {
  const what = `${key.kind} ${shownValue(key.name)}`
  const namePath = join(path, 'name')
  if ((mode === 'create' || (mode === 'apply' && expectedVersion === 0)) && existing !== undefined) {
    const remedy = 'Choose another name, or update the object that has it.'
    return [
      {
        code: 'NAME_TAKEN',
        field: { path: namePath, code: 'DUPLICATE', message: `${what} already exists`, remedy },
      },
    ]
  }
  if (mode === 'edit' && existing === undefined) {
    return [
      { code: 'NOT_FOUND', field: { path: namePath, code: 'NOT_FOUND', message: `there is no ${what}` } },
    ]
  }
  if (existing === undefined && expectedVersion !== undefined && expectedVersion > 0) {
    const message = `there is no ${what}, so it is not at version ${expectedVersion}`
    return [
      {
        code: 'VERSION_CONFLICT',
        field: { path: namePath, code: 'CONFLICT', message },
        details: { expectedVersion },
      },
    ]
  }
  if (existing !== undefined && (existing.deletionRequestedAt !== null || isRetired({ key, existing }))) {
    const remedy = 'Wait until it is gone, then create it again.'
    return [
      {
        code: 'CONFLICT',
        field: { path: namePath, code: 'CONFLICT', message: `${what} is being deleted`, remedy },
      },
    ]
  }
  return []
}

/** Reports whether the parent of an object has let it expire, so that housekeeping is about to delete it. */
function isRetired({ key, existing }: { key: ObjectKey; existing: StoredObject }): boolean {
  return existing.expiresAt !== null && !existing.owned && childKinds.includes(key.kind)
}

/** Returns a problem when the object was edited since the expected version. */
export function versionProblems(
  { expectedVersion, path, key, mode }: Item,
  existing: StoredObject | undefined,
): Problem[] {
  if (expectedVersion === undefined || existing === undefined) return []
  // Version 0 is that of an object that does not exist; `presenceProblems` reports it where objects may be created.
  if (expectedVersion === 0 && mode !== 'edit') return []
  if (expectedVersion >= existing.editedVersion && expectedVersion <= existing.version) return []
  const details = { expectedVersion, currentVersion: existing.version }
  const message = `${key.kind} ${shownValue(key.name)} is at version ${existing.version}, not ${expectedVersion}`
  const remedy = 'Read it again and repeat the change.'
  return [
    {
      code: 'VERSION_CONFLICT',
      field: { path: join(path, 'expectedVersion'), code: 'CONFLICT', message, remedy },
      details,
    },
  ]
}

/** Returns the problems of a draft with regard to the stored object. */
export function changeProblems(
  { draft, existing, item: { path, mode } }: Planned,
  clusters: ClusterPolicy,
): Problem[] {
  return invalid([
    ...addressErrors(draft, path, clusters),
    // For `create`, the taken name is the error, not the differences to the existing object.
    ...(existing === undefined || mode === 'create' ? [] : changeErrors(draft, existing, path)),
    ...secretErrors(draft, existing, path),
  ])
}

/**
 * Fills in omitted references that have a default: from the stored object, else from this batch, else from the project.
 */
export async function fillDefaults(
  sql: Sql,
  planned: readonly Planned[],
  findReferenced: FindReferencedSpec,
): Promise<Problem[]> {
  if (!planned.some(({ draft }) => omitsDefault(draft))) return []
  const problems: Problem[] = []
  const { inBatch, holderOf } = exclusiveLookups(sql, planned)
  // A reference that defaults to that of another object follows the defaults of that object.
  const inOrder = planned.toSorted((one, other) => Number(inherits(one)) - Number(inherits(other)))
  for (const { draft, existing, item } of inOrder) {
    for (const reference of draft.kind.references) {
      const { field, to, defaultsToWhere } = reference
      if (defaultsToWhere === undefined || draft.spec[field] !== undefined) continue
      if (draft.spec['placement'] !== undefined) {
        // The runtime that placement has chosen stays; until then, there is none.
        const chosen = existing && specOf(existing)[field]
        if (chosen !== undefined) draft.spec[field] = chosen
        continue
      }
      const exclusive = { kind: to, project: draft.project, field: defaultsToWhere }
      const stored = existing && specOf(existing)[field]
      const current = stored ?? (await inheritedReference(draft, reference, findReferenced))
      if (current === null) continue
      const [declared] = inBatch(exclusive)
      const found = current ?? declared?.name ?? (await holderOf(exclusive))?.name
      if (found === undefined) {
        const message = `is missing, and project ${shownValue(draft.project)} has no ${to} with ${defaultsToWhere}: true`
        problems.push(
          ...invalid([
            {
              path: join(join(item.path, 'spec'), field),
              code: 'REQUIRED',
              message,
              remedy: missingDefaultRemedy(draft, to),
            },
          ]),
        )
      } else draft.spec[field] = found
    }
  }
  return problems
}

function omitsDefault({ kind, spec }: Draft): boolean {
  return kind.references.some(
    ({ field, defaultsToWhere }) => defaultsToWhere !== undefined && spec[field] === undefined,
  )
}

function missingDefaultRemedy({ kind }: Draft, to: string): string {
  const choice = Object.hasOwn(kind.spec.shape, 'placement') ? ', or set placement to have one chosen' : ''
  return `Set it to the name of ${withArticle(to)}, which may be that of another project as "project/name"${choice}.`
}

function inherits({ draft }: Planned): boolean {
  return draft.kind.references.some(({ defaultsToThatOf }) => defaultsToThatOf !== undefined)
}

/** An exclusive field: only one object of the kind in the project may set it. */
interface ExclusiveField {
  kind: string
  project: string
  field: string
}

/**
 * Returns lookups of the objects that set an exclusive field: in the batch, and in the database, where each lookup runs
 * once.
 */
function exclusiveLookups(sql: Sql, planned: readonly Planned[]) {
  const keyOf = ({ kind, project, field }: ExclusiveField): string => JSON.stringify([kind, project, field])
  const declared = new Map<string, Draft[]>()
  for (const { draft } of planned) {
    const fields = new Set(
      [draft.kind.exclusive, ...defaultFields(draft.kind.kind)].filter((field) => field !== undefined),
    )
    for (const field of fields) {
      if (draft.spec[field] !== true) continue
      const key = keyOf({ kind: draft.kind.kind, project: draft.project, field })
      declared.set(key, [...(declared.get(key) ?? []), draft])
    }
  }
  const stored = new Map<string, ReturnType<typeof findExclusive>>()
  return {
    inBatch: (exclusive: ExclusiveField): readonly Draft[] => declared.get(keyOf(exclusive)) ?? [],
    holderOf: (exclusive: ExclusiveField) => {
      const key = keyOf(exclusive)
      const found = stored.get(key) ?? findExclusive(sql, exclusive)
      stored.set(key, found)
      return found
    },
  }
}

/** Returns the fields of a kind that make an object the default of references to its kind. */
function defaultFields(kind: string): string[] {
  return allKinds.flatMap(({ references }) =>
    references.flatMap(({ to, defaultsToWhere }) =>
      to === kind && defaultsToWhere !== undefined ? [defaultsToWhere] : [],
    ),
  )
}

export interface ReferenceCheckOptions extends Pick<SuggestOptions, 'readable'> {
  /** Objects that have been read, by {@link keyText}. */
  known: ReadonlyMap<string, StoredObject>
}

/** The problems of references, and the stored projects of the objects by name. */
export interface ReferenceChecks {
  problems: Problem[]
  projects: ReadonlyMap<string, StoredObject>
}

/** Returns the projects of items that exist, by {@link keyText}. */
export function findProjects(sql: Sql, items: readonly Item[]): Promise<Map<string, StoredObject>> {
  const names = items.flatMap(({ key }) => key.project ?? [])
  return findObjects(
    sql,
    names.map((name) => ({ kind: 'Project', project: undefined, name })),
  )
}

/** Returns a problem for each reference, or project, that does not exist, is not part of the batch, or is being deleted. */
export async function checkReferences(
  sql: Sql,
  planned: readonly Planned[],
  { known, readable }: ReferenceCheckOptions,
): Promise<ReferenceChecks> {
  const declared = planned.map(({ draft }) => ({
    kind: draft.kind.kind,
    project: projectOf(draft),
    name: draft.name,
  }))
  const inBatch = new Set(declared.map(keyText))
  const desired = planned.flatMap(({ draft, item }) =>
    referencesOf(draft)
      .filter((target) => !inBatch.has(keyText(target)))
      .map((target) => ({ target, path: join(join(item.path, 'spec'), target.path), home: draft.project })),
  )
  const projects = planned.flatMap(({ draft, item }) => {
    const name = projectOf(draft)
    const target = { kind: 'Project', project: undefined, name: name ?? '' }
    return name === undefined || inBatch.has(keyText(target))
      ? []
      : [{ target, path: join(item.path, 'project'), home: draft.project }]
  })
  const all = [...projects, ...desired]
  const unread = all.flatMap(({ target }) => (known.has(keyText(target)) ? [] : target))
  const found = new Map([...known, ...(await findObjects(sql, unread))])
  const suggestion = await suggestionsFor(
    sql,
    all.filter(({ target }) => !found.has(keyText(target))),
    { declared, readable },
  )
  const problems = all.flatMap(({ target, path, home }): Problem[] => {
    const object = found.get(keyText(target))
    const value = shownValue(target.name)
    if (object === undefined) {
      const where = target.project === undefined ? '' : ` in project ${shownValue(target.project)}`
      const remedy = suggestion({ target, home }) || 'Create it first, or use the name of an existing one.'
      return invalid([
        {
          path,
          code: 'NOT_FOUND',
          message: `there is no ${target.kind} with this name${where}`,
          value,
          remedy,
        },
      ])
    }
    if (object.deletionRequestedAt === null) return []
    const message = `the ${target.kind} is being deleted`
    return [
      {
        code: 'BLOCKED',
        field: { path, code: 'CONFLICT', message, value },
        details: { by: [{ kind: target.kind, name: target.name }] },
      },
    ]
  })
  const stored = projects.flatMap(({ target }) => found.get(keyText(target)) ?? [])
  return { problems, projects: new Map(stored.map((project) => [project.name, project])) }
}

/** Returns the problems of writes to owned objects by actors other than their owners. */
export async function ownedProblems(sql: Sql, planned: readonly Planned[]): Promise<Problem[]> {
  return [...planned.flatMap(creationProblems), ...(await editProblems(sql, planned))]
}

function creationProblems({ item, draft, existing }: Planned): Problem[] {
  if (draft.kind.ownedOnly !== true || item.owned === true || existing !== undefined) return []
  const { kind } = draft.kind
  const by = allKinds.filter(({ owns = [] }) => owns.includes(kind)).map((owner) => owner.kind)
  const message = `${kind} objects are created by the objects that need them`
  const remedy = `Create a ${by.join(' or ')}.`
  return [
    {
      code: 'OWNED',
      field: {
        path: item.path === '' ? 'kind' : join(item.path, 'kind'),
        code: 'FORBIDDEN',
        message,
        remedy,
      },
    },
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

/** Returns a problem for each draft that sets an exclusive field which another object has. */
export async function exclusiveProblems(sql: Sql, planned: readonly Planned[]): Promise<Problem[]> {
  const problems: Problem[] = []
  const { inBatch, holderOf } = exclusiveLookups(sql, planned)
  for (const { draft, existing, item } of planned) {
    const field = draft.kind.exclusive
    if (field === undefined || draft.spec[field] !== true || existing?.exclusive === field) continue
    const exclusive = { kind: draft.kind.kind, project: draft.project, field }
    const holder = await holderOf(exclusive)
    const other = inBatch(exclusive).find((each) => each !== draft)
    const name = holder?.name ?? other?.name
    if (name === undefined) continue
    const message = `${draft.kind.kind} ${shownValue(name)} already sets it, and only one per project may`
    const remedy = `Set ${field}: false there first.`
    problems.push({
      code: 'CONFLICT',
      field: { path: join(join(item.path, 'spec'), field), code: 'CONFLICT', message, remedy },
      details: { by: [{ kind: draft.kind.kind, name }] },
    })
  }
  return problems
}

/** Returns a function that maps an item to the indexes of the items that it refers to. */
export function batchNeeds(planned: readonly Planned[]): (plan: Planned) => number[] {
  const index = new Map(
    planned.map(({ draft }, index) => [
      keyText({ kind: draft.kind.kind, project: projectOf(draft), name: draft.name }),
      index,
    ]),
  )
  return ({ draft }) => {
    const project = projectOf(draft)
    const keys: ObjectKey[] = referencesOf(draft)
    if (project !== undefined) keys.push({ kind: 'Project', project: undefined, name: project })
    return keys.flatMap((key) => index.get(keyText(key)) ?? [])
  }
}
