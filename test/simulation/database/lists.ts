import type { StoredObject } from '../../../prisma/generated/client/client.ts'
import type { Listed, ListFilter, ObjectListQuery } from '../../../schema/graphql/store-queries.ts'
import { isRecord } from '../../../schema/manifests.ts'
import type { LabelRequirement, ObjectConditions, ObjectFilter } from '../../../schema/object-filter.ts'
import type { OrderField, OrderKey } from '../../../schema/object-order.ts'
import { wordsOf } from '../../../schema/search-words.ts'
import type { ObjectStatus } from '../../../schema/status.ts'
import { assertFilter } from '../../../server/store/check-filter.ts'
import type { Tables } from './tables.ts'

/* The lists of server/store/{list,list-order,filter}.ts, without their SQL. */

/** Returns a page of a list. */
export function listObjects(tables: Tables, query: ObjectListQuery): Listed {
  const { orderBy, limit, after, before, fromEnd = false, offset = 0, ...filter } = query
  assertFilter(filter)
  const end = orderBy.findIndex(({ field }) => field === 'id')
  const keys = end < 0 ? orderBy : orderBy.slice(0, end)
  const direction = (end < 0 ? keys.at(-1) : orderBy[end])?.direction ?? 'asc'
  const positionOf = (object: StoredObject): Position => ({
    id: object.id,
    values: keys.map(({ field }) => valueOf(tables, object, field)),
  })
  const compare = (one: Position, other: Position): number =>
    comparePositions(one, other, { keys, direction })
  const found = [...tables.objects.values()]
    .filter(matches(tables, filter))
    .map((object) => ({ object, position: positionOf(object) }))
    .filter(({ position }) => after === undefined || compare(position, after) > 0)
    .filter(({ position }) => before === undefined || compare(position, before) < 0)
    .sort((one, other) => compare(one.position, other.position))
  const from = fromEnd ? Math.max(0, found.length - offset - limit) : offset
  const page = found.slice(from, fromEnd ? Math.max(0, found.length - offset) : offset + limit)
  return {
    objects: page.map(({ object }) => object),
    cursors: page.map(({ position }) => position),
    isCut: false,
  }
}

interface Position {
  id: bigint
  values: readonly string[]
}

function comparePositions(
  one: Position,
  other: Position,
  { keys, direction }: { keys: readonly OrderKey[]; direction: 'asc' | 'desc' },
): number {
  for (const [index, key] of keys.entries()) {
    const [a, b] = [one.values[index] ?? '', other.values[index] ?? '']
    if (a !== b) return (a < b ? -1 : 1) * (key.direction === 'asc' ? 1 : -1)
  }
  const ids = one.id < other.id ? -1 : Number(one.id > other.id)
  return direction === 'asc' ? ids : -ids
}

function valueOf({ objects }: Tables, object: StoredObject, field: OrderField): string {
  if (field === 'project') return object.projectId === null ? '' : (objects.get(object.projectId)?.name ?? '')
  if (field === 'phase') return phaseOf(object)
  const value = object[field]
  return value instanceof Date ? value.toISOString() : String(value)
}

/** Counts the objects that a filter matches. */
export function countObjects(tables: Tables, filter: ListFilter): number {
  assertFilter(filter)
  return [...tables.objects.values()].filter(matches(tables, filter)).length
}

type Test = (object: StoredObject) => boolean

function matches(tables: Tables, { within, ...filter }: ListFilter): Test {
  const node = nodeTest(tables, filter)
  return (object) =>
    node(object) &&
    (within === undefined ||
      within.some(
        ({ kinds, projects }) =>
          (kinds === '*' || kinds.includes(object.kind)) &&
          (projects === '*' || projects.includes(projectOf(tables, object) ?? '')),
      ))
}

/** A project belongs to itself. */
function projectOf({ objects }: Tables, { kind, name, projectId }: StoredObject): string | undefined {
  if (projectId === null) return kind === 'Project' ? name : undefined
  return objects.get(projectId)?.name
}

function nodeTest(tables: Tables, { and = [], or, not, ...conditions }: ObjectFilter): Test {
  const inner = and.map((node) => nodeTest(tables, node))
  const alternatives = or?.map((node) => nodeTest(tables, node))
  const excluded = not && nodeTest(tables, not)
  return (object) =>
    meets(tables, object, conditions) &&
    inner.every((test) => test(object)) &&
    alternatives?.some((test) => test(object)) !== false &&
    excluded?.(object) !== true
}

function meets(tables: Tables, object: StoredObject, conditions: ObjectConditions): boolean {
  return (
    meetsNames(tables, object, conditions) &&
    meetsStatus(object, conditions) &&
    meetsTimes(object, conditions) &&
    meetsRelations(tables, object, conditions) &&
    meetsMaps(object, conditions)
  )
}

function meetsNames(
  { objects, documents }: Tables,
  object: StoredObject,
  { ids, kind, kinds, project, projects, names, search, text }: ObjectConditions,
): boolean {
  const parent = object.projectId === null ? undefined : objects.get(object.projectId)?.name
  return (
    ids?.includes(object.id) !== false &&
    (kind === undefined || object.kind === kind) &&
    kinds?.includes(object.kind) !== false &&
    (project === undefined || parent === project) &&
    projects?.includes(parent ?? '') !== false &&
    names?.includes(object.name) !== false &&
    (search === undefined || object.name.toLowerCase().includes(search.toLowerCase())) &&
    (text === undefined || matchesWords(documents.get(object.id)?.words ?? [], text))
  )
}

/** Each word of the text begins one of the words of the object. A text without any matches all objects if it is blank. */
function matchesWords(words: readonly string[], text: string): boolean {
  const wanted = wordsOf(text)
  if (wanted.length === 0) return text.trim() === ''
  return wanted.every((each) => words.some((word) => word.startsWith(each)))
}

function meetsStatus(object: StoredObject, { phases, ready, stalled, deleting }: ObjectConditions): boolean {
  return (
    phases?.includes(phaseOf(object)) !== false &&
    (ready === undefined || ready === isReady(object)) &&
    (stalled === undefined || stalled === object.stalled) &&
    (deleting === undefined || deleting === (object.deletionRequestedAt !== null))
  )
}

function phaseOf({ status }: StoredObject): string {
  return (status as unknown as ObjectStatus).phase
}

/** Ready as it is desired now, and not about to go. */
function isReady({ ready, observedGeneration, generation, deletionRequestedAt }: StoredObject): boolean {
  return ready && observedGeneration >= generation && deletionRequestedAt === null
}

function meetsTimes(
  { createdAt, updatedAt }: StoredObject,
  { createdAfter, createdBefore, updatedAfter, updatedBefore }: ObjectConditions,
): boolean {
  return (
    (createdAfter === undefined || createdAt >= createdAfter) &&
    (createdBefore === undefined || createdAt < createdBefore) &&
    (updatedAfter === undefined || updatedAt >= updatedAfter) &&
    (updatedBefore === undefined || updatedAt < updatedBefore)
  )
}

function meetsRelations(
  { references, ownerships }: Tables,
  { id }: StoredObject,
  { references: target, owners, ownedBy }: ObjectConditions,
): boolean {
  const owns = (owner: bigint, owned: bigint): boolean =>
    [...ownerships.values()].some(({ ownerId, ownedId }) => ownerId === owner && ownedId === owned)
  const named = typeof target === 'bigint' ? { id: target, field: undefined } : target
  return (
    (named === undefined ||
      [...references.values()].some(
        ({ fromId, toId, field }) => fromId === id && toId === named.id && (named.field ?? field) === field,
      )) &&
    (owners === undefined || owns(id, owners)) &&
    (ownedBy === undefined || owns(ownedBy, id))
  )
}

function meetsMaps(
  object: StoredObject,
  { labels = {}, labelExpressions = [], specFields = {} }: ObjectConditions,
): boolean {
  const [own, spec] = [object.labels, object.spec].map((value) => (isRecord(value) ? value : {}))
  return (
    Object.entries(labels).every(([key, value]) => own?.[key] === value) &&
    labelExpressions.every((requirement) => meetsLabel(own ?? {}, requirement)) &&
    Object.entries(specFields).every(([field, value]) =>
      [value].flat().some((each) => spec?.[field] === each),
    )
  )
}

function meetsLabel(
  labels: Readonly<Record<string, unknown>>,
  { key, operator, values = [] }: LabelRequirement,
): boolean {
  const has = Object.hasOwn(labels, key)
  const isIn = values.some((value) => labels[key] === value)
  return { In: isIn, NotIn: !isIn, Exists: has, DoesNotExist: !has }[operator]
}
