import type { Scope } from '../../schema/permissions.ts'
import { qualify, shortReference } from '../../schema/names.ts'
import { mostSimilar } from '../../schema/similar.ts'
import { includes } from '../auth/policy.ts'
import { versionField } from './definition-rollouts/fields.ts'
import { keyText, type ObjectKey } from './lookups.ts'
import { run, type Sql, type Statement } from './sql.ts'

/** A reference to an object that does not exist, and the project in which its names are short. */
export interface MissingTarget {
  target: Pick<ObjectKey, 'kind' | 'project' | 'name'>
  home: string
}

export interface SuggestOptions {
  /** The objects of the same request. */
  declared: readonly ObjectKey[]
  /** The scopes whose names may be suggested. @default none */
  readable?: 'all' | readonly Scope[] | undefined
}

/** The most references of a request for which names are looked up. */
const maxSuggestions = 20

/** The number of names on each side of a missing one that are compared with it, and of projects in which its name is looked up. */
const maxNames = 100

/**
 * Returns a function that maps the target of a missing reference to what the user probably meant: the most similar name in its project,
 * and the same name in another one. Only names of the request and of objects that the actor may read are suggested.
 */
export async function suggestionsFor(
  sql: Sql,
  missing: readonly MissingTarget[],
  { declared, readable = [] }: SuggestOptions,
): Promise<(missing: MissingTarget) => string> {
  const mayRead = (kind: string, project: string | undefined): boolean =>
    includes(readable, { kind, project })
  const targets = [...new Map(missing.map(({ target }) => [keyText(target), target])).values()]
    .filter(({ kind }) => readable === 'all' || readable.some(({ kinds }) => includesKind(kinds, kind)))
    .slice(0, maxSuggestions)
  const near = (await namesNear(sql, targets)).filter(({ kind, project, name }) =>
    mayRead(kind, kind === 'Project' ? name : (project ?? undefined)),
  )
  const elsewhere = (await namesElsewhere(sql, targets)).filter(({ kind, project }) => mayRead(kind, project))
  return ({ target, home }) => {
    const names = [...declared, ...near]
      .filter(({ kind, project }) => kind === target.kind && (project ?? undefined) === target.project)
      .map(({ name }) => name)
    const similar = mostSimilar(target.name, names)
    const projects = elsewhere
      .filter(({ kind, name }) => kind === target.kind && name === target.name)
      .map(({ project }) => project)
    const other = mostSimilar(target.project ?? '', projects) ?? projects[0]
    const found = [
      ...(similar === undefined ? [] : [{ project: target.project, name: similar }]),
      ...(other === undefined ? [] : [{ project: other, name: target.name }]),
    ].map(({ project, name }) =>
      project === undefined ? name : shortReference(qualify(name, project), home),
    )
    return found.length === 0 ? '' : `Did you mean ${found.map((name) => `"${name}"`).join(' or ')}?`
  }
}

function includesKind(kinds: Scope['kinds'], kind: string): boolean {
  return kinds === '*' || kinds.includes(kind)
}

interface NearName {
  kind: string
  project: string | null
  name: string
}

async function namesNear(sql: Sql, targets: readonly MissingTarget['target'][]): Promise<NearName[]> {
  if (targets.length === 0) return []
  return run<NearName & Record<string, unknown>>(sql, findNamesNear, [
    targets.map(({ kind }) => kind),
    targets.map(({ project }) => project ?? null),
    targets.map(({ name }) => name),
    maxNames,
  ])
}

async function namesElsewhere(
  sql: Sql,
  targets: readonly MissingTarget['target'][],
): Promise<(NearName & { project: string })[]> {
  const inProjects = targets.filter(({ project }) => project !== undefined)
  if (inProjects.length === 0) return []
  return run<NearName & { project: string } & Record<string, unknown>>(sql, findNamesElsewhere, [
    inProjects.map(({ kind }) => kind),
    inProjects.map(({ name }) => name),
    maxNames,
  ])
}

/** The condition that an object can be referred to: it is not being deleted, and is no former version of a definition. */
const isReferable = `"deletionRequestedAt" IS NULL
  AND NOT EXISTS (SELECT FROM "Reference" WHERE "fromId" = object.id AND field = '${versionField}')`

/** Returns the SQL of a query for the $4 names next to one in a scope, in one direction of their index. */
function neighbours(scope: string, [operator, direction]: ['>=', 'ASC'] | ['<', 'DESC']): string {
  return `(
    SELECT name FROM "Object" object
    WHERE ${scope} AND kind = desired.kind AND name ${operator} desired.name AND ${isReferable}
    ORDER BY name ${direction} LIMIT $4
  )`
}

const isInDesired = `"projectId" = (
      SELECT id FROM "Object" WHERE "projectId" IS NULL AND kind = 'Project' AND name = desired.project
    )`
const isGlobal = `"projectId" IS NULL AND desired.project IS NULL`

const findNamesNear: Statement = {
  name: 'find-names-near',
  text: `
  SELECT DISTINCT desired.kind, desired.project, near.name
  FROM unnest($1::text[], $2::text[], $3::text[]) AS desired (kind, project, name)
  CROSS JOIN LATERAL (
    ${[isInDesired, isGlobal]
      .flatMap((scope) => [neighbours(scope, ['>=', 'ASC']), neighbours(scope, ['<', 'DESC'])])
      .join(' UNION ALL ')}
  ) near
  ORDER BY desired.kind, desired.project, near.name`,
}

const findNamesElsewhere: Statement = {
  name: 'find-names-elsewhere',
  text: `
  SELECT desired.kind, desired.name, project.name AS project
  FROM unnest($1::text[], $2::text[]) AS desired (kind, name)
  CROSS JOIN (
    SELECT id, name FROM "Object"
    WHERE "projectId" IS NULL AND kind = 'Project' AND "deletionRequestedAt" IS NULL ORDER BY name LIMIT $3
  ) project
  JOIN "Object" object ON object."projectId" = project.id AND object.kind = desired.kind AND object.name = desired.name
  WHERE object.${isReferable}
  ORDER BY desired.kind, desired.name, project.name`,
}
