import { PlatformError, invalidInput, shownValue, type ErrorDetails } from '../../schema/errors.ts'
import { differences } from '../../schema/differences.ts'
import type { ObjectScope } from '../../schema/graphql/store-queries.ts'
import type {
  Applied,
  ObjectEdit,
  ObjectTarget,
  Write,
  WrittenObject,
} from '../../schema/graphql/store-writes.ts'
import type { Draft, ObjectInput } from '../../schema/inputs.ts'
import { Delivery } from '../../schema/kinds/delivery.ts'
import { findKind } from '../../schema/kinds/index.ts'
import { isRecord } from '../../schema/manifests.ts'
import { defaultProject } from '../../schema/names.ts'
import { childKinds } from '../../schema/parents.ts'
import { builtInKinds } from '../../schema/own-labels.ts'
import type { StoredObject } from '../../prisma/client.ts'
import { needsThread } from '../manifests/digests.ts'
import { createSlices } from '../pacing/slices.ts'
import { creationText, insertObjects, type Created } from './creations.ts'
import { writeItems } from './write-items.ts'
import { assertObjectSize, uncheckedObjects } from './response-size.ts'
import { checkInput } from './check-input.ts'
import { fillDefaults, type Item, type Planned } from './checks.ts'
import { togetherIn, type StoreContext } from './context.ts'
import { customResourceErrors } from './custom-resources.ts'
import { secretErrors, mayHaveManifestPlaceholders, projectOf, sealDraft } from './drafts.ts'
import { addressErrors } from './address-errors.ts'
import { findByIds, findObjects, inOrder, type ObjectKey } from './lookups.ts'
import { mayConcern } from './policies.ts'
import { invalid } from './problems.ts'
import { referencedSpecs } from './referenced-specs.ts'
import { noTexts, sealTexts } from './sealed-texts.ts'
import { annotationsOf, labelsOf, run, specOf, type Statement } from './sql.ts'

/**
 * Creates one object: in a single statement when possible, otherwise through the checks of `writeItems`, which report
 * detailed errors.
 */
export async function createOne(
  context: StoreContext,
  input: ObjectInput,
  write: Write,
): Promise<WrittenObject> {
  const { draft, errors } = await checkInput(context.digester, { input, path: '' }, write.actor)
  if (draft === undefined) throw invalidInput(errors)
  const isChecked = draft.kind.checkWithOthers !== undefined || draft.kind.kind === Delivery.kind
  const errorsOfFields = [
    ...secretErrors(draft, undefined, ''),
    ...addressErrors(draft, '', context.clusters),
  ]
  const item = itemOf(draft, { path: '', mode: 'create' })
  const isUnconditional = errorsOfFields.length === 0 && !mayHaveManifestPlaceholders(draft)
  if (
    write.dryRun !== true &&
    isUnconditional &&
    !isChecked &&
    draft.kind.ownedOnly !== true &&
    !isDecidedByOthers(draft) &&
    draft.spec['parameters'] === undefined &&
    draft.spec['overrides'] === undefined &&
    draft.spec['placement'] === undefined
  ) {
    const complete = { ...draft, spec: { ...draft.spec } }
    const planned: Planned = { draft: complete, item, existing: undefined, texts: noTexts }
    // What it is checked against depends on its references.
    const omitted = await fillDefaults(context.sql, [planned], referencedSpecs(context.sql, [planned]))
    const created = omitted.length === 0 ? await createChecked(context, planned, write) : undefined
    if (created !== undefined) {
      const { object, references } = created
      return { ...object, references, differences: differences(undefined, object) }
    }
  }
  const [applied] = await writeItems(context, [item], write)
  return resultOf(applied)
}

/**
 * Creates a complete object in a single statement. Resolves with undefined if that is not possible; throws INVALID_INPUT for custom
 * resources that the schemas of their cluster refuse.
 */
async function createChecked(
  context: StoreContext,
  planned: Planned,
  write: Write,
): Promise<Created | undefined> {
  const { draft } = planned
  const refused = await customResourceErrors(context, context.sql, {
    planned: [planned],
    actor: write.actor,
  })
  if (refused.length > 0) throw invalidInput(refused)
  const known = await context.policies.load(context.sql)
  if (mayConcern(known, { draft, actor: write.actor })) return undefined
  const texts = await sealTexts(context, { draft, path: '', actor: write.actor })
  const sealed = sealDraft({ draft, texts }, context.encryption)
  const creation = creationText(sealed, { ...write, policies: known.version })
  // What is triggered for it may be locked, and others would wait as well.
  const together = childKinds.includes(draft.kind.kind) ? undefined : togetherIn(context)
  if (together !== undefined) return together.create(creation)
  const [created] = await insertObjects(context.sql, [creation])
  return created
}

/** Reports whether fields of a draft are filled in from profiles, a tier or the request before it can be stored. */
function isDecidedByOthers({ kind, spec }: Draft): boolean {
  return (
    kind.profiled !== undefined ||
    kind.actorField !== undefined ||
    builtInKinds.has(kind.kind) ||
    spec['tier'] !== undefined
  )
}

/** Edits one object. */
export async function updateOne(
  context: StoreContext,
  edit: ObjectEdit,
  write: Write,
): Promise<WrittenObject> {
  const key = await keyOf(context, edit)
  const item: Item = {
    path: '',
    key,
    mode: 'edit',
    expectedVersion: edit.expectedVersion,
    build: editOf(context, { edit, key }, write),
  }
  const [applied] = await writeItems(context, [item], write)
  return resultOf(applied)
}

/** Returns a function that builds the edited object from the stored one. */
export function editOf(
  context: StoreContext,
  { edit, key }: { edit: ObjectEdit; key: ObjectKey },
  { actor }: Write,
): Item['build'] {
  return async (existing) => {
    if (existing === undefined) return { problems: [] }
    const input = mergeEdit(existing, edit, key)
    const { draft, errors } = await checkInput(context.digester, { input, path: '' }, actor)
    return { ...(draft === undefined ? {} : { draft }), problems: invalid(errors) }
  }
}

/** Merges an edit into the stored object: omitted fields stay, `null` resets a field to its default. */
function mergeEdit(existing: StoredObject, edit: ObjectEdit, { kind, project }: ObjectKey): ObjectInput {
  const { spec = {} } = edit
  const changes = isRecord(spec) ? spec : {}
  const merged = Object.entries({ ...specOf(existing), ...changes }).filter(([, value]) => value !== null)
  return {
    kind,
    name: existing.name,
    project,
    labels: withChanges(edit.labels ?? labelsOf(existing), edit.labelChanges),
    annotations: withChanges(edit.annotations ?? annotationsOf(existing), edit.annotationChanges),
    spec: isRecord(spec) ? Object.fromEntries(merged) : spec,
  }
}

/** Returns a map with changed entries; `null` removes an entry. Returns changes that are no map, for validation. */
function withChanges(map: unknown, changes: unknown = {}): unknown {
  if (!isRecord(changes)) return changes
  if (!isRecord(map)) return map
  return Object.fromEntries(Object.entries({ ...map, ...changes }).filter(([, value]) => value !== null))
}

/** Creates or updates all objects or none, and reports all errors at once. */
export async function applyAll(
  context: StoreContext,
  inputs: readonly ObjectInput[],
  write: Write,
): Promise<Applied[]> {
  return writeItems(context, await checkAll(context, inputs, write), write)
}

/** Validates the inputs of an apply; resolves with the items to write. Throws an error with all problems. */
export async function checkAll(
  context: StoreContext,
  inputs: readonly ObjectInput[],
  write: Write,
): Promise<Item[]> {
  const slices = createSlices()
  const checked = []
  for (const [index, input] of inputs.entries()) {
    await slices.spend(costOf(input))
    const path = `documents[${index}]`
    checked.push({ path, input, ...(await checkInput(context.digester, { input, path }, write.actor)) })
  }
  const errors = checked.flatMap((each) => each.errors)
  const items = checked.flatMap(({ draft, path, input }) =>
    draft === undefined
      ? []
      : [itemOf(draft, { path, mode: 'apply', expectedVersion: input.expectedVersion })],
  )
  if (errors.length === 0) return items
  // A dry run of the valid inputs finds their remaining errors, so that all errors are reported at once.
  const { fields: rest = [], furtherFields } = await writeItems(context, items, {
    ...write,
    dryRun: true,
  }).then(
    (): ErrorDetails => ({}),
    (error: unknown) => (error instanceof PlatformError ? error.details : {}),
  )
  const reported = new Set(errors.map(({ path }) => path))
  throw invalidInput([...errors, ...rest.filter(({ path }) => !reported.has(path))], furtherFields)
}

/** Returns the cost of checking an object, which is dominated by texts that are parsed in this thread. */
function costOf({ spec }: ObjectInput): number {
  return 5 + costOfTexts(spec)
}

function costOfTexts(value: unknown): number {
  if (typeof value === 'string') return needsThread(value) ? 1 : value.length / 10
  if (typeof value !== 'object' || value === null) return 0
  return Object.values(value).reduce<number>((cost, each) => cost + 1 + costOfTexts(each), 0)
}

/** Returns the item that writes a draft. */
export function itemOf(draft: Draft, options: Pick<Item, 'path' | 'mode' | 'expectedVersion'>): Item {
  const key = { kind: draft.kind.kind, project: projectOf(draft), name: draft.name }
  return { ...options, key, build: () => ({ draft: { ...draft, spec: { ...draft.spec } }, problems: [] }) }
}

function resultOf(applied: Applied | undefined): WrittenObject {
  if (applied === undefined) throw new Error('a write of one object returned none')
  const { object, differences: made, warnings = [] } = applied
  return { ...object, differences: made, warnings }
}

/** Returns the key of a target, which may be given by its id. Throws NOT_FOUND. */
export async function keyOf(context: StoreContext, target: ObjectTarget): Promise<ObjectKey> {
  const [key] = await keysOf(context, [target])
  if (key === undefined) throw notFound(target)
  return key
}

/** Returns the keys of targets, in order, with one query for those given by ids. Throws NOT_FOUND. */
export async function keysOf(context: StoreContext, targets: readonly ObjectTarget[]): Promise<ObjectKey[]> {
  const named = targets.map(namedKey)
  const ids = targets.flatMap(({ id }, index) => (named[index] === undefined && id !== undefined ? [id] : []))
  const rows = ids.length === 0 ? [] : await run<KeyRow>(context.sql, findKeys, [ids])
  const found = new Map(rows.map((row) => [row.id, row]))
  return targets.map((target, index) => {
    const key = named[index]
    if (key !== undefined) return key
    const row = found.get(target.id ?? 0n)
    if (row === undefined || (target.kind !== undefined && row.kind !== target.kind)) throw notFound(target)
    return { kind: row.kind, project: row.project ?? undefined, name: row.name, id: row.id }
  })
}

/** Returns kinds and projects of objects, in the order of the ids; a project belongs to itself. */
export async function findScopes(
  { sql }: StoreContext,
  ids: readonly bigint[],
): Promise<(ObjectScope | undefined)[]> {
  const rows = ids.length === 0 ? [] : await run<KeyRow>(sql, findKeys, [ids])
  const scopes = new Map(
    rows.map(({ id, kind, project, name }) => [
      id,
      { kind, project: kind === 'Project' ? name : (project ?? undefined) },
    ]),
  )
  return ids.map((id) => scopes.get(id))
}

interface KeyRow extends Record<string, unknown> {
  id: bigint
  kind: string
  project: string | null
  name: string
}

/** Returns the key of a target that is given by its name; undefined when it is given by its id. */
function namedKey(target: ObjectTarget): ObjectKey | undefined {
  if (target.kind !== undefined && target.name !== undefined && target.id === undefined) {
    const kind = findKind(target.kind)
    if (kind === undefined) throw notFound(target)
    const project = kind.scope === 'global' ? undefined : (target.project ?? defaultProject)
    return { kind: target.kind, project, name: target.name }
  }
  if (target.id === undefined) {
    throw invalidInput([
      { path: 'id', code: 'REQUIRED', message: 'is missing', remedy: 'Set an id, or a kind and a name.' },
    ])
  }
  return undefined
}

const findKeys: Statement = {
  name: 'find-keys',
  text: `
  SELECT object.id, object.kind, project.name AS project, object.name
  FROM "Object" object LEFT JOIN "Object" project ON project.id = object."projectId" WHERE object.id = ANY($1)`,
}

/** Returns the object of a target; undefined when it does not exist. */
export async function findOne(
  context: StoreContext,
  target: ObjectTarget,
): Promise<StoredObject | undefined> {
  if (target.id !== undefined) {
    const [row] = await run<StoredObject>(context.sql, findById, [target.id])
    return row !== undefined && (target.kind === undefined || row.kind === target.kind) ? row : undefined
  }
  const key = await keyOf(context, target)
  const together = togetherIn(context)
  if (together !== undefined) return together.named(key)
  const [object] = (await findObjects(context.sql, [key])).values()
  return object
}

/** Returns objects in the order of their ids. */
export async function findMany(
  context: StoreContext,
  ids: readonly bigint[],
): Promise<(StoredObject | undefined)[]> {
  const together = togetherIn(context)
  if (together !== undefined && ids.length <= uncheckedObjects)
    return Promise.all(ids.map((id) => together.object(id)))
  await assertObjectSize(context.sql, ids)
  return inOrder(ids, await run<StoredObject>(context.sql, findByIds, [ids]))
}

const findById: Statement = { name: 'find-by-id', text: 'SELECT * FROM "Object" WHERE id = $1' }

/** Returns the NOT_FOUND error of a target. */
export function notFound({ kind, name, id, project }: ObjectTarget): PlatformError {
  const what = kind ?? 'object'
  const which = name === undefined ? `with id ${id}` : shownValue(name)
  const where = project === undefined ? '' : ` in project ${shownValue(project)}`
  return new PlatformError('NOT_FOUND', `there is no ${what} ${which}${where}`)
}
