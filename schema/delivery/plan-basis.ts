import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { Application } from '../kinds/application.ts'
import type { Environment } from '../kinds/environment.ts'
import { isRecord } from '../records.ts'

/*
 * What decides what the rollout of a revision does: a revision never changes, so that it is what runs before, and what the application and
 * the environment set. An approval of a plan remembers it, and holds only as long as it is the same.
 */

/** Rules about when and whether a revision is rolled out, which do not change what that does. */
const rulesOfTime = new Set([
  'description',
  'policy',
  'approvals',
  'approvalPlan',
  'soak',
  'windows',
  'freezes',
])

/** Values by field: the number of the revision that runs, and digests of the others. */
export const PlanBasis = z.record(z.string(), z.string()).meta({
  description:
    'What the plan was based on: the number of the revision that ran (`runs`), and digests of the fields of the application and of the ' +
    'environment that decide what a rollout does.',
})
export type PlanBasis = z.infer<typeof PlanBasis>

interface Decisive {
  /** The number of the revision that has been chosen for the environment; undefined if there is none. */
  runs: number | undefined
  /** What the application sets for the environment. */
  entry: z.infer<(typeof Application)['spec']>['environments'][number] | undefined
  rules: z.infer<(typeof Environment)['spec']>
}

export function planBasis({ runs, entry = { environment: '' }, rules }: Decisive): PlanBasis {
  const { environment: _, ...settings } = entry
  const fields = [
    ...Object.entries(settings).map(([field, value]) => [`application.${field}`, value] as const),
    ...Object.entries(rules)
      .filter(([field]) => !rulesOfTime.has(field))
      .map(([field, value]) => [`environment.${field}`, value] as const),
  ]
  return {
    runs: runs === undefined ? 'nothing' : String(runs),
    ...Object.fromEntries(
      fields.filter(([, value]) => value !== undefined).map(([field, value]) => [field, digestOf(value)]),
    ),
  }
}

/** Returns what has changed since a plan was made, in words; empty if nothing has. */
export function movedSince(then: PlanBasis, now: PlanBasis): string[] {
  const { runs: ran = '', ...before } = then
  const { runs = '', ...after } = now
  const fields = [...new Set([...Object.keys(before), ...Object.keys(after)])].toSorted()
  return [
    ...(ran === runs ? [] : [`it would replace revision ${ran}, and ${runs} runs now`]),
    ...fields.filter((field) => before[field] !== after[field]).map((field) => `${field} has changed`),
  ]
}

function digestOf(value: unknown): string {
  return createHash('sha256')
    .update(JSON.stringify(sorted(value)) ?? '')
    .digest('hex')
    .slice(0, 16)
}

/** Returns a value whose fields have the order of their names, whoever has stored it. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (!isRecord(value)) return value
  const entries = Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1))
  return Object.fromEntries(entries.map(([field, each]) => [field, sorted(each)]))
}
