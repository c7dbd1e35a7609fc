import { createHash } from 'node:crypto'
import type { z } from 'zod'
import { canonicalJson } from '../canonical-json.ts'
import type { Application } from '../kinds/application.ts'
import type { Environment } from '../kinds/environment.ts'
import type { PlanBasis } from './plan-basis.ts'

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

interface Decisive {
  /** The number of the revision that has been chosen for the environment; undefined if there is none. */
  runs: number | undefined
  /** What the application sets for the environment. */
  entry: z.infer<(typeof Application)['spec']>['environments'][number] | undefined
  rules: z.infer<(typeof Environment)['spec']>
}

/** Returns what decides what the rollout of a revision does. */
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

function digestOf(value: unknown): string {
  return createHash('sha256').update(canonicalJson(value)).digest('hex').slice(0, 16)
}
