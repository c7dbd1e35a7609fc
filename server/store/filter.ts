import type { ListFilter } from '../../schema/graphql/store-queries.ts'
import type { LabelRequirement, ObjectConditions, ObjectFilter } from '../../schema/object-filter.ts'
import type { Scope } from '../../schema/permissions.ts'
import { wordsOf } from '../../schema/search-words.ts'
import type { Parameters } from './dynamic-statements.ts'

/*
 * SQL conditions of filters, on a row `object`. All values are parameters, and lists of values are one parameter, so that
 * filters of the same form have the same text.
 */

/** Returns the condition of a checked filter. */
export function filterCondition({ within, ...filter }: ListFilter, parameters: Parameters): string {
  return allOf([
    nodeCondition(filter, parameters),
    ...(within === undefined ? [] : [scopesCondition(within, parameters)]),
  ])
}

/** Returns the condition that a row `object` with a kind, a name and a project is within one of the scopes. */
export function scopesCondition(within: readonly Scope[], parameters: Parameters): string {
  return anyOf(within.map((scope) => scopeCondition(scope, parameters)))
}

function nodeCondition({ and = [], or, not, ...conditions }: ObjectFilter, parameters: Parameters): string {
  return allOf([
    ...leaves.flatMap((leaf) => leaf(conditions, parameters)),
    ...and.map((node) => nodeCondition(node, parameters)),
    ...(or === undefined ? [] : [anyOf(or.map((node) => nodeCondition(node, parameters)))]),
    // A condition on a column that is null is null, and has to be matched by its negation.
    ...(not === undefined ? [] : [`NOT coalesce(${nodeCondition(not, parameters)}, false)`]),
  ])
}

function allOf(conditions: readonly string[]): string {
  const needed = conditions.filter((condition) => condition !== always)
  return needed.length === 0 ? always : needed.map((condition) => `(${condition})`).join(' AND ')
}

function anyOf(conditions: readonly string[]): string {
  return conditions.length === 0 ? 'false' : conditions.map((condition) => `(${condition})`).join(' OR ')
}

const always = 'true'

/**
 * The condition of the partial index of objects that are not ready: not ready, not observed, or being deleted.
 */
const unready = `NOT object.ready OR object."observedGeneration" < object.generation OR object."deletionRequestedAt" IS NOT NULL`

/** Returns the conditions of some properties of a node; none when they are absent. */
type Leaf = (conditions: ObjectConditions, parameters: Parameters) => string[]

/** Returns the leaf of one property. */
function leafOf<Name extends keyof ObjectConditions>(
  name: Name,
  condition: (value: NonNullable<ObjectConditions[Name]>, parameters: Parameters) => string,
): Leaf {
  return ({ [name]: value }, parameters) => (value === undefined ? [] : [condition(value, parameters)])
}

const leaves: readonly Leaf[] = [
  leafOf('ids', (ids, parameters) => `object.id = ANY(${parameters.add(ids, 'bigint[]')})`),
  leafOf('kind', (kind, parameters) => kindCondition([kind], parameters)),
  leafOf('kinds', kindCondition),
  leafOf('project', (project, parameters) => projectCondition(project, parameters)),
  leafOf('projects', (projects, parameters) => inProjects(projects, parameters)),
  leafOf('names', (names, parameters) => `object.name = ANY(${parameters.add(names, 'text[]')})`),
  leafOf(
    'search',
    (search, parameters) => `object.name ILIKE ${parameters.add(`%${escapePattern(search)}%`, 'text')}`,
  ),
  leafOf('text', (text, parameters) => textCondition(text, parameters)),
  leafOf('labels', (labels, parameters) =>
    Object.keys(labels).length === 0
      ? always
      : `object.labels @> ${parameters.add(JSON.stringify(labels), 'jsonb')}`,
  ),
  leafOf('labelExpressions', (requirements, parameters) =>
    allOf(requirements.map((requirement) => labelCondition(requirement, parameters))),
  ),
  leafOf('phases', (phases, parameters) => phaseCondition(phases, parameters)),
  leafOf('ready', (ready) => (ready ? `NOT (${unready})` : unready)),
  // Stalled objects are not ready; the second condition lets Postgres use the partial index.
  leafOf('stalled', (stalled) => (stalled ? `object.stalled AND (${unready})` : 'NOT object.stalled')),
  leafOf('deleting', (deleting) => `object."deletionRequestedAt" IS ${deleting ? 'NOT ' : ''}NULL`),
  leafOf('createdAfter', (time, parameters) => `object."createdAt" >= ${timestamp(time, parameters)}`),
  leafOf('createdBefore', (time, parameters) => `object."createdAt" < ${timestamp(time, parameters)}`),
  leafOf('updatedAfter', (time, parameters) => `object."updatedAt" >= ${timestamp(time, parameters)}`),
  leafOf('updatedBefore', (time, parameters) => `object."updatedAt" < ${timestamp(time, parameters)}`),
  leafOf('references', (target, parameters) => {
    const { id, field } = typeof target === 'bigint' ? { id: target } : target
    const byField = field === undefined ? '' : ` AND field = ${parameters.add(field, 'text')}`
    return `object.id IN (SELECT "fromId" FROM "Reference" WHERE "toId" = ${parameters.add(id, 'bigint')}${byField})`
  }),
  leafOf(
    'owners',
    (id, parameters) =>
      `object.id IN (SELECT "ownerId" FROM "Ownership" WHERE "ownedId" = ${parameters.add(id, 'bigint')})`,
  ),
  leafOf(
    'ownedBy',
    (id, parameters) =>
      `object.id IN (SELECT "ownedId" FROM "Ownership" WHERE "ownerId" = ${parameters.add(id, 'bigint')})`,
  ),
  leafOf('specFields', (fields, parameters) =>
    allOf(
      Object.entries(fields).map(
        ([field, value]) => `object.spec @> ANY(${containing(field, [value].flat(), parameters)})`,
      ),
    ),
  ),
]

const projectIds = `SELECT id FROM "Object" WHERE kind = 'Project' AND "projectId" IS NULL AND`

/** Returns the condition that a row `object` is in a project. */
export function projectCondition(project: string, parameters: Parameters): string {
  return `object."projectId" = (${projectIds} name = ${parameters.add(project, 'text')})`
}

function inProjects(names: readonly string[], parameters: Parameters): string {
  return `object."projectId" = ANY(ARRAY(${projectIds} name = ANY(${parameters.add(names, 'text[]')})))`
}

/** Returns an array of JSON objects, each with one of the values under the key. */
function containing(key: string, values: readonly unknown[], parameters: Parameters): string {
  const documents = values.map((value) => JSON.stringify({ [key]: value }))
  return parameters.add(documents, 'jsonb[]')
}

function labelCondition({ key, operator, values = [] }: LabelRequirement, parameters: Parameters): string {
  switch (operator) {
    case 'In':
      return `object.labels @> ANY(${containing(key, values, parameters)})`
    case 'NotIn':
      return `NOT object.labels @> ANY(${containing(key, values, parameters)})`
    case 'Exists':
      return `object.labels ? ${parameters.add(key, 'text')}`
    case 'DoesNotExist':
      return `NOT object.labels ? ${parameters.add(key, 'text')}`
  }
}

/** In any phase but Ready, objects are not ready; the second condition lets Postgres use the partial index. */
function phaseCondition(phases: readonly string[], parameters: Parameters): string {
  const inPhases = `object.status->>'phase' = ANY(${parameters.add(phases, 'text[]')})`
  return phases.includes('Ready') ? inPhases : `${inPhases} AND (${unready})`
}

function timestamp(time: Date, parameters: Parameters): string {
  return parameters.add(time.toISOString(), 'timestamptz')
}

/** With one kind, its indexes return objects in the order of their IDs, which Postgres does not know of a list with one element. */
function kindCondition(kinds: readonly string[], parameters: Parameters): string {
  const [kind, ...others] = kinds
  return kind !== undefined && others.length === 0
    ? `object.kind = ${parameters.add(kind, 'text')}`
    : `object.kind = ANY(${parameters.add(kinds, 'text[]')})`
}

function scopeCondition({ kinds, projects }: Scope, parameters: Parameters): string {
  const ofKinds = kinds === '*' ? always : kindCondition(kinds, parameters)
  if (projects === '*') return ofKinds
  const itself = `object.kind = 'Project' AND object."projectId" IS NULL AND object.name = ANY(${parameters.add(projects, 'text[]')})`
  return allOf([ofKinds, anyOf([inProjects(projects, parameters), itself])])
}

/** Words consist of letters and digits, so they need no escaping within a text search query. */
function textCondition(text: string, parameters: Parameters): string {
  const words = wordsOf(text)
  if (words.length === 0) return text.trim() === '' ? always : 'false'
  const query = words.map((word) => `'${word}':*`).join(' & ')
  return `object.id IN (SELECT "objectId" FROM "SearchDocument" WHERE words @@ ${parameters.add(query, 'tsquery')})`
}

/** Escapes the wildcards of ILIKE. */
function escapePattern(text: string): string {
  return text.replaceAll(/[\\%_]/g, '\\$&')
}
