import { dependencyTargets } from '../../schema/dependencies/types.ts'
import { shownValue } from '../../schema/errors.ts'
import { kindNamed } from '../../schema/kinds/index.ts'
import type { Planned } from './checks.ts'
import { formerField, versionField } from './definition-rollouts/fields.ts'
import { projectOf, referencesOf } from './drafts.ts'
import { findObjects, keyText } from './lookups.ts'
import type { Problem } from './problems.ts'
import { run, specOf, type Sql, type Statement } from './sql.ts'

/* Objects that would depend on themselves. They would wait for each other, and could not be deleted one after the other. */

/**
 * Returns the problems of edits that close a cycle of references, through stored objects or others of the request. Only a new reference
 * of a stored object can do that. Transactions with one take turns, since two of them could close a cycle together.
 */
export async function cycleProblems(sql: Sql, planned: readonly Planned[]): Promise<Problem[]> {
  const concerned = planned.filter(({ draft }) => canReachItself(draft.kind.kind))
  if (!concerned.some(addsReference)) return []
  await run(sql, takeTurn, [])
  // Objects that are created have no id yet.
  const nodes = concerned.map((plan, index) => ({ plan, id: plan.existing?.id ?? BigInt(-index - 1) }))
  const created = new Map(
    nodes.flatMap(({ plan: { existing, draft }, id }) =>
      existing === undefined ? [[draftKey(draft), id]] : [],
    ),
  )
  const stored = await findObjects(
    sql,
    concerned.flatMap(({ draft }) => referencesOf(draft)),
  )
  const edges = nodes.flatMap(({ plan, id }) =>
    referencesOf(plan.draft).flatMap((name) => {
      const to = created.get(keyText(name)) ?? stored.get(keyText(name))?.id
      return to === undefined ? [] : [{ from: id, to }]
    }),
  )
  const rows = await run<{ start: bigint }>(sql, findCycles, [
    edges.map(({ from }) => from),
    edges.map(({ to }) => to),
    nodes.flatMap(({ plan, id }) => (addsReference(plan) ? [id] : [])),
    concerned.flatMap(({ existing }) => existing?.id ?? []),
  ])
  const cyclic = new Set(rows.map(({ start }) => start))
  return nodes.flatMap(({ plan, id }) => (cyclic.has(id) ? [cycleProblem(plan)] : []))
}

/** Reports whether a stored object gets a reference that it did not have. */
function addsReference({ draft, existing }: Planned): boolean {
  if (existing === undefined) return false
  const before = referencesOf({ ...draft, spec: specOf(existing) })
  const known = new Set(before.map(keyText))
  return referencesOf(draft).some((name) => !known.has(keyText(name)))
}

function draftKey(draft: Planned['draft']): string {
  return keyText({ kind: draft.kind.kind, project: projectOf(draft), name: draft.name })
}

function canReachItself(kind: string): boolean {
  const seen = new Set<string>()
  const open = targetsOf(kind)
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (next === kind) return true
    if (seen.has(next)) continue
    seen.add(next)
    open.push(...targetsOf(next))
  }
  return false
}

/** Returns the kinds to which objects of a kind may refer. */
function targetsOf(kind: string): string[] {
  const { references, dependencies } = kindNamed(kind)
  return [...references.map(({ to }) => to), ...(dependencies === undefined ? [] : dependencyTargets)]
}

export function cycleProblem({ item, draft }: Planned): Problem {
  const names = referencesOf(draft).map(({ path }) => path)
  const message = `${draft.kind.kind} ${shownValue(draft.name)} would depend on itself`
  const remedy = `Change one of ${names.join(', ')} to break the cycle.`
  return {
    code: 'INVALID_INPUT',
    field: { path: item.path === '' ? 'spec' : item.path, code: 'CONFLICT', message, remedy },
  }
}

/** Until the end of the transaction. */
const takeTurn: Statement = {
  name: 'take-turn-with-references',
  text: `SELECT pg_advisory_xact_lock(hashtextextended('references', 0))`,
}

/**
 * Returns those of the objects $3 from which references lead back to them. The references of objects of the request are those from $1 to
 * $2, and not what is stored of the objects $4.
 */
const findCycles: Statement = {
  name: 'find-cycles',
  text: `
  WITH RECURSIVE edge AS MATERIALIZED (
    SELECT * FROM unnest($1::bigint[], $2::bigint[]) AS edge ("from", "to")
  ), reached (start, id) AS (
    SELECT "from", "to" FROM edge WHERE "from" = ANY($3::bigint[])
    UNION
    SELECT start, next.id FROM reached CROSS JOIN LATERAL (
      SELECT "to" AS id FROM edge WHERE "from" = reached.id
      UNION ALL
      SELECT "toId" FROM "Reference" WHERE "fromId" = reached.id
        AND (reached.id <> ALL($4::bigint[]) OR field IN ('${versionField}', '${formerField}'))
    ) next
  )
  SELECT DISTINCT start FROM reached WHERE id = start`,
}
