import type { z } from 'zod'
import { shownValue, type FieldError } from '../../errors.ts'
import type { ExceptedObjects, Policy, PolicyException, PolicyRule } from '../../kinds/policy.ts'
import { defaultProject, parseQualifiedName } from '../../names.ts'
import { evaluateExpression, forgetExpression, type RuleResult } from './expressions.ts'
import type { Variables } from './language.ts'
import { runLimited } from './limited-run.ts'
import { readsCost, readsManifests, variablesOf, type ManifestReader, type Subject } from './subject.ts'

export interface NamedPolicy {
  name: string
  spec: z.infer<(typeof Policy)['spec']>
}

export interface NamedException {
  name: string
  spec: z.infer<(typeof PolicyException)['spec']>
}

export interface PolicySet {
  policies: readonly NamedPolicy[]
  exceptions: readonly NamedException[]
}

/** A rule that a write breaks. */
export interface Violation {
  policy: string
  rule: PolicyRule
  /** The reason for which the expression could not be evaluated. */
  failure?: string
  /** An exception that no longer has effect. */
  expired?: NamedException
}

/** The kinds that no policy checks, so that a wrong rule can always be corrected. */
export const uncheckedKinds: ReadonlySet<string> = new Set(['Policy', 'PolicyException'])

interface Applicable {
  policy: string
  rule: PolicyRule
  expired?: NamedException
}

/** Returns the rules that apply to a write: those of its policies, without those that an exception lifts. */
export function applicableRules({ policies, exceptions }: PolicySet, subject: Subject): Applicable[] {
  if (uncheckedKinds.has(subject.object.kind.kind)) return []
  return policies
    .filter((policy) => concerns(policy, subject))
    .flatMap(({ name: policy, spec: { rules } }) =>
      rules.flatMap((rule): Applicable[] => {
        const matching = exceptions.filter((each) => isExempt(each, { policy, rule, subject }))
        const [valid] = matching.filter(({ spec }) => !isExpired(spec, subject.now))
        if (valid !== undefined) return []
        const [expired] = matching
        return [{ policy, rule, ...(expired === undefined ? {} : { expired }) }]
      }),
    )
}

function concerns({ spec }: NamedPolicy, { object, operation, tier }: Subject): boolean {
  const { enabled = true, projects, tiers, kinds, operations = ['create', 'update'] } = spec
  return (
    enabled &&
    operations.includes(operation) &&
    (projects?.includes(object.project) ?? true) &&
    (tiers?.includes(tier) ?? true) &&
    (kinds?.includes(object.kind.kind) ?? true)
  )
}

/** Reports whether an exception has no effect any more. */
export function isExpired({ expiresAt }: { expiresAt: string }, now: Date): boolean {
  return Date.parse(expiresAt) <= now.getTime()
}

function isExempt(
  { spec }: NamedException,
  { policy, rule, subject }: { policy: string; rule: PolicyRule; subject: Subject },
): boolean {
  return (
    parseQualifiedName(spec.policy, defaultProject).name === policy &&
    (spec.rules?.includes(rule.name) ?? true) &&
    spec.objects.some((objects) => matches(objects, subject))
  )
}

function matches({ kind, name, project }: ExceptedObjects, { object }: Subject): boolean {
  return (
    (kind === undefined || kind === object.kind.kind) &&
    matchesPattern(name, object.name) &&
    matchesPattern(project, object.project)
  )
}

function matchesPattern(pattern: string | undefined, text: string): boolean {
  if (pattern === undefined) return true
  const [first = '', ...rest] = pattern.split('*')
  const last = rest.pop()
  if (last === undefined) return pattern === text
  if (!text.startsWith(first) || !text.endsWith(last) || text.length < first.length + last.length)
    return false
  let at = first.length
  for (const part of rest) {
    const found = text.indexOf(part, at)
    if (found < 0 || found + part.length > text.length - last.length) return false
    at = found + part.length
  }
  return true
}

/** The milliseconds that the rules of one object may take, and those that may be lost in one request to rules that take longer. */
const budget = { object: 250, lost: 1000 }

/** Evaluates rules within the limits of time of one request. */
export class RuleRunner {
  readonly #reader: ManifestReader
  #lost = 0

  constructor(reader: ManifestReader) {
    this.#reader = reader
  }

  /** Returns the rules that a write breaks, in the order of the policies. */
  violations(set: PolicySet, subject: Subject): Violation[] {
    const rules = applicableRules(set, subject)
    if (rules.length === 0) return []
    const needsManifests = rules.some(({ rule }) => readsManifests(rule.expression))
    const needsCost = rules.some(({ rule }) => readsCost(rule.expression))
    const variables = variablesOf(subject, this.#reader, { needsManifests, needsCost })
    const results = this.#evaluate(
      rules.map(({ rule }) => rule.expression),
      variables,
    )
    return rules.flatMap((each, index): Violation[] => {
      const { holds, failure } = results[index] ?? { holds: false }
      return holds ? [] : [{ ...each, ...(failure === undefined ? {} : { failure }) }]
    })
  }

  /** Evaluates expressions one after the other. One that takes too long is ended, and the next ones are evaluated. */
  #evaluate(expressions: readonly string[], variables: Variables): RuleResult[] {
    const results: RuleResult[] = []
    const evaluateRest = (): void => {
      while (results.length < expressions.length)
        results.push(evaluateExpression(expressions[results.length] ?? '', variables))
    }
    while (results.length < expressions.length) {
      const isSpent = this.#lost >= budget.lost
      if (!isSpent && runLimited(evaluateRest, budget.object)) break
      if (!isSpent) {
        this.#lost += budget.object
        forgetExpression(expressions[results.length] ?? '')
      }
      results.push({ holds: false, failure: 'it takes too long' })
    }
    return results
  }
}

/**
 * Returns the error, or the text of a warning, of a broken rule. `path` is that of the object in the request, and `of` another object
 * that breaks the rule because of it.
 */
export function violationError(
  { policy, rule, failure, expired }: Violation,
  path: string,
  of?: string,
): FieldError & { remedy: string } {
  const { name, message, remedy, field = 'spec' } = rule
  const why = failure === undefined ? '' : `, because its expression failed: ${failure}`
  return {
    path: path === '' ? field : `${path}.${field}`,
    code: 'FORBIDDEN',
    message: `${of === undefined ? '' : `${of}: `}${message.replace(/\.$/, '')} (rule ${shownValue(name)} of policy ${shownValue(policy)}${why})`,
    remedy: [remedy, expired === undefined ? '' : expiredHint(expired)].join(' ').trim(),
  }
}

function expiredHint({ name, spec: { owner, expiresAt } }: NamedException): string {
  return `Exception ${shownValue(name)} of ${owner} expired on ${expiresAt}.`
}
