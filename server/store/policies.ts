import { invalidInput, shownValue, type FieldError } from '../../schema/errors.ts'
import type { Write } from '../../schema/graphql/store-writes.ts'
import { join } from '../../schema/issue-errors.ts'
import { type Draft } from '../../schema/inputs.ts'
import { failuresOf, type OverrideResult } from '../../schema/overriding/override-all.ts'
import { policyErrors } from '../../schema/policies/cel/policy-errors.ts'
import {
  createManifestReader,
  overridesOf,
  readsDefinition,
  readsManifests,
  textsOf,
  type CheckedObject,
  type Subject,
} from '../../schema/policies/cel/subject.ts'
import {
  applicableRules,
  RuleRunner,
  uncheckedKinds,
  violationError,
  type NamedException,
  type NamedPolicy,
  type PolicySet,
  type Violation,
} from '../../schema/policies/cel/violations.ts'
import { builtInActor } from '../../schema/profiles/built-in.ts'
import type { StoredObject } from '../../prisma/client.ts'
import { needsThread, needsThreadToOverride, wholeOverrides } from '../manifests/digests.ts'
import { createSlices } from '../pacing/slices.ts'
import { checkedObject } from './checked-object.ts'
import type { Planned } from './checks.ts'
import type { StoreContext } from './context.ts'
import { deepEqual } from './deep-equal.ts'
import { projectOf, sealDraft } from './drafts.ts'
import {
  describesInstances,
  hasDefinition,
  instanceViolations,
  policiesOfInstances,
} from './policy-instances.ts'
import { appliedTiers, createFindSpec, distinguishesTiers, type AppliedTier } from './policy-tiers.ts'
import { invalid, type Problem } from './problems.ts'
import type { FindReferencedSpec } from './referenced-specs.ts'
import { annotationsOf, type Sql } from './sql.ts'
import { tierLookup } from './tiers.ts'

/*
 * What policies decide about the objects that users write. Objects that reconcilers write for their owners are not checked: what
 * they consist of was checked when their owner was written, and nobody would read a refusal.
 */

/** The result of the check of a write by policies. */
export interface PolicyCheck {
  problems: Problem[]
  /** The warnings about objects, by their plan. */
  warnings: ReadonlyMap<Planned, readonly string[]>
  /** The version of the policies, which the statement that writes compares; null if they do not concern the write. */
  version: string | null
}

interface CheckedWrite {
  planned: readonly Planned[]
  projects: ReadonlyMap<string, StoredObject>
  findReferenced: FindReferencedSpec
  write: Write
}

/** Checks the objects of a write. Costs no statement unless a rule concerns an object of it. */
export async function checkPolicies(
  context: StoreContext,
  sql: Sql,
  checked: CheckedWrite,
): Promise<PolicyCheck> {
  const { planned, write } = checked
  const own = planned.flatMap(policyProblems)
  const subjects = planned.filter((plan) => isChecked(plan, write))
  if (subjects.length === 0 || own.length > 0) return { problems: own, warnings: new Map(), version: null }
  // A write of policies is checked by what it writes, which changes their version.
  const isOwn = planned.some(({ draft }) => uncheckedKinds.has(draft.kind.kind))
  const known = await (isOwn ? context.policies.reload(sql) : context.policies.load(sql))
  const check = (set: PolicySet) => violationsOf(context, sql, { ...checked, planned: subjects, set })
  const found = await check(withDrafts(known, planned))
  if (found.problems.length === 0 || isOwn) return { ...found, version: isOwn ? null : known.version }
  // A refusal is final only with the current policies.
  const current = await context.policies.reload(sql)
  const again = current.version === known.version ? found : await check(current)
  return { ...again, version: current.version }
}

/** Reports whether a policy may concern the creation of an object, so that its rules have to be evaluated. */
export function mayConcern(
  { policies }: PolicySet,
  { draft, actor }: { draft: Draft; actor: string },
): boolean {
  if (actor === builtInActor) return false
  return policies.some(
    ({ spec: { enabled = true, kinds, projects } }) =>
      enabled &&
      (kinds?.includes(draft.kind.kind) ?? true) &&
      (projects?.includes(projectNameOf(draft)) ?? true),
  )
}

function isChecked({ item, draft, existing }: Planned, { actor }: Write): boolean {
  const byOwner = item.owned === true && item.rolls !== true
  return (
    !byOwner && existing?.owned !== true && !uncheckedKinds.has(draft.kind.kind) && actor !== builtInActor
  )
}

/** Returns the policies with those of a batch in place of the stored ones. */
function withDrafts(set: PolicySet, planned: readonly Planned[]): PolicySet {
  const written = <Named>(kind: string): Named[] =>
    planned.flatMap(({ draft }) =>
      draft.kind.kind === kind ? [{ name: draft.name, spec: draft.spec as unknown } as Named] : [],
    )
  const replace = <Named extends { name: string }>(stored: readonly Named[], drafts: Named[]): Named[] => [
    ...stored.filter(({ name }) => drafts.every((each) => each.name !== name)),
    ...drafts,
  ]
  return {
    policies: replace(set.policies, written<NamedPolicy>('Policy')),
    exceptions: replace(set.exceptions, written<NamedException>('PolicyException')),
  }
}

async function violationsOf(
  { encryption, digester }: Pick<StoreContext, 'encryption' | 'digester'>,
  sql: Sql,
  { planned, projects, findReferenced, write, set }: CheckedWrite & { set: PolicySet },
): Promise<Omit<PolicyCheck, 'version'>> {
  const problems: Problem[] = []
  const warnings = new Map<Planned, string[]>()
  if (set.policies.length === 0) return { problems, warnings }
  const tierOf = tierLookup(planned, projects)
  const reader = createManifestReader()
  const runner = new RuleRunner(reader)
  const slices = createSlices()
  const prepare = async (subject: Subject): Promise<void> => {
    for (const text of textsOf(subject)) {
      if (reader.knows(text) || !needsThread(text)) continue
      const { manifests, errors } = await digester.parse(text, write.actor)
      if (manifests.length === 0 && errors.length > 0) throw invalidInput(errors)
      reader.provide(text, manifests)
    }
    const task = overridesOf(subject)
    if (task === undefined || !needsThreadToOverride(task)) return
    const results = await digester.override(task, write.actor)
    assertWithinLimits(subject, results)
    reader.provideResults(subject, results)
  }
  const find = createFindSpec(sql, planned)
  const tiersOf = async ({ object, tier }: Subject): Promise<AppliedTier[]> =>
    distinguishesTiers(set) ? appliedTiers({ ...object, kind: object.kind.kind }, tier, find) : [{ tier }]
  const now = new Date()
  for (const plan of planned) {
    const { draft, existing, item } = plan
    const subject: Subject = {
      object: checkedDraft(draft, existing),
      old: existing && checkedObject(existing, projectNameOf(draft)),
      operation: existing === undefined ? 'create' : 'update',
      tier: tierOf(draft),
      actor: write.actor,
      now,
    }
    const report = (violation: Violation, isRefused: boolean, of?: string): void => {
      const error = violationError(violation, item.path, of)
      if (violation.rule.severity !== 'warn' && isRefused) problems.push(...invalid([error]))
      else warnings.set(plan, [...(warnings.get(plan) ?? []), warningText(subject, error)])
    }
    const broken: Violation[] = []
    for (const applied of await tiersOf(subject)) {
      const inTier = { ...subject, ...applied }
      const rules = applicableRules(set, inTier)
      if (rules.length === 0) continue
      await slices.spend(costOfRules)
      const needsDefinition = rules.some(({ rule }) => readsDefinition(rule.expression))
      const definition = needsDefinition ? await findDefinition(draft, findReferenced) : undefined
      if (rules.some(({ rule }) => readsManifests(rule.expression))) await prepare({ ...inTier, definition })
      const found = runner.violations(set, { ...inTier, definition })
      broken.push(...found.filter((each) => !broken.some((other) => isSameRule(each, other))))
    }
    // An object that stays as it is was allowed before, so it is not refused.
    const stays = broken.length > 0 && isUnchanged(plan, encryption)
    for (const violation of broken) report(violation, !stays)
    if (!describesInstances(draft.kind) || existing === undefined || deepEqual(draft.spec, existing.spec))
      continue
    const checks = {
      set: policiesOfInstances(set, draft.kind),
      runner,
      prepare,
      tiersOf,
      planned,
      actor: write.actor,
      now,
    }
    for (const { instance, violation } of await instanceViolations(sql, plan, checks))
      if (!broken.some((each) => isSameRule(each, violation))) report(violation, true, instance)
  }
  return { problems, warnings }
}

/** Throws INVALID_INPUT for an instance whose resources cannot be computed within the limits, since no rule could be checked. */
function assertWithinLimits({ object }: Subject, results: readonly OverrideResult[]): void {
  const [failure] = failuresOf(results).filter((each) => each?.field === wholeOverrides)
  if (failure === undefined) return
  const message = `the overrides of ${object.kind.kind} ${shownValue(object.name)}: ${failure.problem}`
  const remedy = 'Override fewer resources, or change the definition.'
  throw invalidInput([{ path: '', code: 'INVALID', message, remedy }])
}

/** The cost of the rules of one object: half a millisecond, most of it to limit their time. */
const costOfRules = 50

function isSameRule(one: Violation, other: Violation): boolean {
  return one.policy === other.policy && one.rule.name === other.rule.name
}

function warningText({ object }: Subject, { message, remedy }: FieldError): string {
  return `${object.kind.kind} ${shownValue(object.name)}: ${message}. ${remedy ?? ''}`.trim()
}

function isUnchanged(plan: Planned, encryption: StoreContext['encryption']): boolean {
  const { existing } = plan
  if (existing === undefined) return false
  const sealed = sealDraft(plan, encryption)
  return (
    deepEqual(sealed.spec, existing.spec) &&
    deepEqual(sealed.labels, existing.labels) &&
    deepEqual(sealed.annotations, existing.annotations)
  )
}

/** Returns the spec of the definition of an instance, or of an application. */
async function findDefinition(
  draft: Draft,
  findReferenced: FindReferencedSpec,
): Promise<Readonly<Record<string, unknown>> | undefined> {
  if (!hasDefinition(draft.kind)) return undefined
  return (await findReferenced(draft, 'definition'))?.spec
}

/** Returns the project of a draft as rules see it: a project belongs to itself, and other global objects to none. */
function projectNameOf(draft: Draft): string {
  return draft.kind.kind === 'Project' ? draft.name : (projectOf(draft) ?? '')
}

function checkedDraft(draft: Draft, existing: StoredObject | undefined): CheckedObject {
  const { kind, name, labels, spec } = draft
  const annotations = draft.annotations ?? (existing === undefined ? {} : annotationsOf(existing))
  return { kind, name, project: projectNameOf(draft), labels, annotations, spec }
}

/** Returns the problems of a policy whose kinds do not exist, or whose expressions are wrong. */
function policyProblems({ draft: { kind, spec }, item }: Planned): Problem[] {
  return invalid(policyErrors({ kind: kind.kind, spec }, join(item.path, 'spec')))
}
