import type { SavedPlan } from '../../../client-sdk/index.ts'
import { counted } from '../../../schema/counted.ts'
import { actualAction } from '../../../schema/planned-resources.ts'

/** How a part of a summary is meant: what appears, changes, goes, may interrupt, or only informs. */
export type SummaryTone = 'add' | 'change' | 'remove' | 'warn' | 'bad' | 'good' | 'plain'

export interface SummaryPart {
  tone: SummaryTone
  text: string
}

/** Returns what a plan does, in a few words each: the line that is read before Apply is pressed. */
export function summaryOf(plan: SavedPlan): SummaryPart[] {
  const { changes, dependencies, deletions, resources } = plan
  const actions = [...changes, ...dependencies].map(({ action }) => action)
  const count = (...wanted: readonly string[]): number =>
    actions.filter((each) => wanted.includes(each)).length
  const failing = count('FAIL')
  const deleted = deletions.filter(({ keptBy }) => keptBy.length === 0)
  const gone = Math.max(count('DELETE'), deleted.length)
  const data = deleted.flatMap((each) => each.data)
  const refused = resources.filter(({ checks }) => checks.some(({ result }) => result === 'REFUSED')).length
  const changed = resources.filter((each) => actualAction(each) !== 'NONE')
  const parts: SummaryPart[] = [
    ...some('bad', failing, (all) => `${counted(all, 'dependency', 'dependencies')} cannot be provided`),
    ...some('bad', refused, (all) => `${counted(all, 'resource')} refused by a cluster`),
    ...some('add', count('CREATE'), (all) => `${all} created`),
    ...some('change', count('UPDATE'), (all) => `${all} changed`),
    ...some('remove', gone, (all) => `${all} deleted`),
    ...some('bad', data.length, () => 'data is destroyed'),
    ...some('plain', changed.length, (all) => `${counted(all, 'resource')} in clusters`),
    ...interruptionOf(plan),
    ...costOf(plan),
  ]
  return parts.length === 0 ? [{ tone: 'plain', text: 'Nothing changes' }] : parts
}

function some(tone: SummaryTone, count: number, write: (count: number) => string): SummaryPart[] {
  return count === 0 ? [] : [{ tone, text: write(count) }]
}

/** Returns what restarts, and whether that interrupts. Nothing is said of what does not run yet. */
function interruptionOf({ resources, risks }: SavedPlan): SummaryPart[] {
  const restarting = resources.filter(
    (each) => actualAction(each) !== 'NONE' && each.pods === 'RESTART',
  ).length
  const restarts = some('plain', restarting, (all) => `pods of ${counted(all, 'resource')} restart`)
  const has = (risk: SavedPlan['risks'][number]['risk']): boolean => risks.some((each) => each.risk === risk)
  if (has('YES')) return [...restarts, { tone: 'bad', text: 'downtime expected' }]
  if (has('BRIEF')) return [...restarts, { tone: 'warn', text: 'brief interruptions possible' }]
  if (has('UNKNOWN')) return [...restarts, { tone: 'warn', text: 'interruption not known in advance' }]
  return [...restarts, ...(risks.length > 0 ? [{ tone: 'good', text: 'no downtime expected' } as const] : [])]
}

function costOf({ cost }: SavedPlan): SummaryPart[] {
  if (cost === null || cost.prices.length === 0) return []
  const least = Math.round(cost.after.least - cost.before.least)
  const most = Math.round(cost.after.most - cost.before.most)
  if (least === 0 && most === 0) return []
  return [{ tone: 'plain', text: `${signed(least, most)} USD a month` }]
}

function signed(least: number, most: number): string {
  const one = (amount: number): string => `${amount < 0 ? '−' : '+'}${Math.abs(amount)}`
  return least === most ? one(least) : `${one(least)} to ${one(most)}`
}

type Amount = NonNullable<SavedPlan['cost']>['before']

export function amountText(amount: Amount | null): string {
  if (amount === null) return 'unknown'
  const [least, most] = [Math.round(amount.least), Math.round(amount.most)]
  return least === most ? `${least}` : `${least} to ${most}`
}
