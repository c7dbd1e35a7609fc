import type { DeleteWrite } from '../../schema/graphql/store-writes.ts'
import { createManifestReader } from '../../schema/policies/cel/subject.ts'
import {
  RuleRunner,
  uncheckedKinds,
  violationError,
  type PolicySet,
} from '../../schema/policies/cel/violations.ts'
import { builtInActor } from '../../schema/profiles/built-in.ts'
import type { StoredObject } from '../../prisma/client.ts'
import type { StoreContext } from './context.ts'
import { findByIds } from './lookups.ts'
import { checkedObject } from './checked-object.ts'
import { problemError, type Problem } from './problems.ts'
import { run, specOf, type Sql } from './sql.ts'
import { tierOfSpecs } from './tiers.ts'

/**
 * Throws the rules of policies that forbid a deletion. Returns the version of the policies, which the statement compares that requests
 * it. A mismatch reads them anew. Reads nothing unless a policy checks deletions. Rules that warn say nothing about deletions.
 */
export async function assertDeletionAllowed(
  context: StoreContext,
  sql: Sql,
  { objects, write }: { objects: readonly StoredObject[]; write: DeleteWrite },
): Promise<string | null> {
  const checked = objects.filter(
    ({ kind, deletionRequestedAt }) => deletionRequestedAt === null && !uncheckedKinds.has(kind),
  )
  // Policies that are deleted with the objects still hold for them, and the deletion changes their version.
  const isOwn = objects.some(({ kind }) => uncheckedKinds.has(kind))
  const known = await (isOwn ? context.policies.reload(sql) : context.policies.load(sql))
  if (isOwn) context.policies.forget()
  if (checked.length === 0 || write.actor === builtInActor) return null
  if ((await problemsOf(sql, known, { objects: checked, write })).length === 0)
    return isOwn ? null : known.version
  const current = await context.policies.reload(sql)
  const problems = await problemsOf(sql, current, { objects: checked, write })
  if (problems.length > 0) throw problemError(problems)
  return isOwn ? null : current.version
}

async function problemsOf(
  sql: Sql,
  { policies, exceptions }: PolicySet,
  { objects, write }: { objects: readonly StoredObject[]; write: DeleteWrite },
): Promise<Problem[]> {
  const set = {
    policies: policies.filter(({ spec }) => spec.operations?.includes('delete') === true),
    exceptions,
  }
  if (set.policies.length === 0) return []
  const ids = [...new Set(objects.flatMap(({ projectId }) => projectId ?? []))]
  const rows = await run<StoredObject>(sql, findByIds, [ids])
  const projects = new Map(rows.map((row) => [row.id, row]))
  const runner = new RuleRunner(createManifestReader())
  const now = new Date()
  return objects.flatMap((object) => {
    const project = object.kind === 'Project' ? object : projects.get(object.projectId ?? 0n)
    const state = checkedObject(object, project?.name ?? '')
    const tier = tierOfSpecs(specOf(object), project && specOf(project))
    const subject = { object: state, old: state, operation: 'delete', tier, actor: write.actor, now } as const
    return runner
      .violations(set, subject)
      .filter(({ rule }) => rule.severity !== 'warn')
      .map((violation) => ({ code: 'INVALID_INPUT', field: violationError(violation, '') }))
  })
}
