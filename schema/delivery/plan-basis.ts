import { z } from 'zod'

/*
 * What decides what the rollout of a revision does: a revision never changes, so that it is what runs before, and what the application and
 * the environment set. An approval of a plan remembers it, and holds only as long as it is the same.
 */

/** Values by field: the number of the revision that runs, and digests of the others. */
export const PlanBasis = z.record(z.string(), z.string()).meta({
  description:
    'What the plan was based on: the number of the revision that ran (`runs`), and digests of the fields of the application and of the ' +
    'environment that decide what a rollout does.',
})
export type PlanBasis = z.infer<typeof PlanBasis>

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
