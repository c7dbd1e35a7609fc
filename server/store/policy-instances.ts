import { shownValue } from '../../schema/errors.ts'
import { allKinds, findKind, kindNamed } from '../../schema/kinds/index.ts'
import type { Kind } from '../../schema/kinds/kind.ts'
import { readsCost, readsManifests, type Subject } from '../../schema/policies/cel/subject.ts'
import {
  applicableRules,
  type PolicySet,
  type RuleRunner,
  type Violation,
} from '../../schema/policies/cel/violations.ts'
import type { StoredObject } from '../../prisma/client.ts'
import type { Planned } from './checks.ts'
import { instancesOf } from './instances.ts'
import { findByIds } from './lookups.ts'
import { checkedObject } from './checked-object.ts'
import { run, specOf, type Sql } from './sql.ts'
import type { AppliedTier } from './policy-tiers.ts'
import { tierOfSpecs } from './tiers.ts'

/*
 * The instances of a definition that changes: their resources change as well, and other rules may hold for them, such as those of
 * the tier production.
 */

/** The most instances of a definition that are checked; those with the lowest ids. */
const maxInstances = 500

/** A rule that an instance breaks because its definition changes. */
export interface InstanceViolation {
  /** The kind, name and project of the instance. */
  instance: string
  violation: Violation
}

/** The kinds of definitions from which follows what their instances cost. */
const pricedDefinitions = new Set(
  allKinds.flatMap(({ operations, pair }) => (operations === undefined ? [] : (pair?.definition ?? []))),
)

/** Reports whether rules about instances read objects of a kind: their resources, or what the instances cost. */
export function describesInstances({ kind, manifests }: Kind): boolean {
  return manifests.length > 0 || pricedDefinitions.has(kind)
}

/** Reports whether rules about objects of a kind read their definitions. */
export function hasDefinition({ references }: Kind): boolean {
  return references.some(({ field, to }) => field === 'definition' && describesInstances(kindNamed(to)))
}

/** Returns the policies as far as they check what instances have of their definitions, which are of a kind. */
export function policiesOfInstances({ policies, exceptions }: PolicySet, definition: Kind): PolicySet {
  const isPriced = pricedDefinitions.has(definition.kind)
  const isRead = (expression: string): boolean =>
    (isPriced && readsCost(expression)) || (definition.manifests.length > 0 && readsManifests(expression))
  return {
    exceptions,
    policies: policies.flatMap(({ name, spec }) => {
      const rules = spec.rules.filter(({ expression }) => isRead(expression))
      const isFor = (kind: string): boolean => {
        const known = findKind(kind)
        return known !== undefined && hasDefinition(known)
      }
      return rules.length > 0 && (spec.kinds?.some(isFor) ?? true) ? [{ name, spec: { ...spec, rules } }] : []
    }),
  }
}

interface InstanceChecks {
  set: PolicySet
  runner: RuleRunner
  /** Parses the texts of a subject before its rules are evaluated. */
  prepare: (subject: Subject) => Promise<void>
  /** Returns the tiers for which a subject is checked. */
  tiersOf: (subject: Subject) => Promise<AppliedTier[]>
  /** The objects of the same write, which are checked by themselves. */
  planned: readonly Planned[]
  actor: string
  now: Date
}

/** Returns the rules that instances break with a changed definition, and did not break before. */
export async function instanceViolations(
  sql: Sql,
  { draft, existing }: Planned,
  { set, runner, prepare, tiersOf, planned, actor, now }: InstanceChecks,
): Promise<InstanceViolation[]> {
  if (existing === undefined || set.policies.length === 0) return []
  const ids = (await run<{ id: bigint }>(sql, instancesOf, [[existing.id]])).map(({ id }) => id)
  const written = new Set(planned.map((plan) => plan.existing?.id))
  const others = ids.filter((id) => !written.has(id)).slice(0, maxInstances)
  if (others.length === 0) return []
  const found = await run<StoredObject>(sql, findByIds, [others])
  const instances = found.filter(({ owned, deletionRequestedAt }) => !owned && deletionRequestedAt === null)
  const projectIds = [...new Set(instances.flatMap(({ projectId }) => projectId ?? []))]
  const rows = await run<StoredObject>(sql, findByIds, [projectIds])
  const projects = new Map(rows.map((row) => [row.id, row]))
  const violations: InstanceViolation[] = []
  for (const instance of instances) {
    const project = projects.get(instance.projectId ?? 0n)
    const object = checkedObject(instance, project?.name ?? '')
    const tier = tierOfSpecs(specOf(instance), project && specOf(project))
    const subject: Subject = { object, old: object, operation: 'update', tier, actor, now }
    const where = object.project === '' ? '' : ` in project ${shownValue(object.project)}`
    const text = `${instance.kind} ${shownValue(instance.name)}${where}`
    for (const applied of await tiersOf(subject)) {
      const changed = { ...subject, ...applied, definition: draft.spec }
      if (applicableRules(set, changed).length === 0) continue
      await prepare(changed)
      const after = runner.violations(set, changed)
      if (after.length === 0) continue
      const unchanged = { ...changed, definition: specOf(existing) }
      await prepare(unchanged)
      const before = runner.violations(set, unchanged)
      const isNew = ({ policy, rule }: Violation): boolean =>
        before.every((each) => each.policy !== policy || each.rule.name !== rule.name)
      violations.push(...after.filter(isNew).map((violation) => ({ instance: text, violation })))
    }
  }
  return violations
}
