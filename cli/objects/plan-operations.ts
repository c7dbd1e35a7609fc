import { counted } from '../../schema/counted.ts'
import type { SavedPlan } from '../../client-sdk/index.ts'
import { nounAndName } from '../kind-names.ts'
import type { Io } from '../terminal/io.ts'
import { painter } from '../terminal/style.ts'
import { renderTable } from '../terminal/table.ts'
import { actionColours } from './action-colours.ts'

/* What a plan does outside of manifests, what that costs, and how much it may interrupt. */

type Operation = SavedPlan['operations'][number]
type Cost = NonNullable<SavedPlan['cost']>
type Amount = Cost['before']

/** Returns a table of the operations of a plan, and what they cost; empty if there are none. */
export function operationsText(
  { stdout, env }: Io,
  { operations, cost }: Pick<SavedPlan, 'operations' | 'cost'>,
): string {
  if (operations.length === 0) return ''
  const paint = painter(stdout, env)
  const rows = operations.map((operation) => [
    operation.what,
    operation.action.toLowerCase(),
    nounAndName(operation.object),
    timeText(operation.minutes),
    costText(operation.cost),
    operation.fields.length === 0 ? operation.effect : `${operation.fields.join(', ')}: ${operation.effect}`,
  ])
  const table = renderTable(['OPERATION', 'ACTION', 'OBJECT', 'TAKES', 'USD A MONTH', 'EFFECT'], rows, {
    columns: stdout.columns,
    paint: (text, { header, value }) =>
      header === 'ACTION' ? paint(actionColours[value] ?? 'yellow', text) : text,
  })
  return `${table}${cost === null ? '' : `${totalText(cost)}\n`}`
}

function timeText(minutes: number | null): string {
  if (minutes === null) return ''
  return minutes === 0 ? 'seconds' : `${minutes} min`
}

function costText(cost: Operation['cost']): string {
  return cost === null ? '' : changeText(cost)
}

function changeText({ before, after }: { before: Amount | null; after: Amount | null }): string {
  const [from, to] = [before, after].map((amount) => (amount === null ? 'unknown' : amountText(amount)))
  return from === to ? String(from) : `${from} -> ${to}`
}

function amountText({ least, most }: Amount): string {
  return least === most ? String(Math.round(least)) : `${Math.round(least)} to ${Math.round(most)}`
}

function totalText(cost: Cost): string {
  const { prices, unknown } = cost
  const others = counted(unknown, 'operation')
  if (prices.length === 0) return `Estimated cost: unknown for ${others}.`
  const more = unknown === 0 ? '' : `; unknown for ${others}`
  return `Estimated cost: ${changeText(cost)} USD a month, by list prices (${prices.join('; ')})${more}.`
}

/** Returns a table of what a plan may interrupt; a sentence if that is nothing, and empty if it changes nothing that runs. */
export function risksText({ stdout, env }: Io, risks: SavedPlan['risks']): string {
  if (risks.length === 0) return ''
  const paint = painter(stdout, env)
  const rows = risks
    .filter(({ risk }) => risk !== 'NONE')
    .flatMap(({ risk, object, reasons }) =>
      (reasons.length === 0 ? [''] : reasons).map((reason) => [
        risk.toLowerCase(),
        nounAndName(object),
        reason,
      ]),
    )
  if (rows.length === 0) return 'No downtime is expected.\n'
  return renderTable(['DOWNTIME', 'OBJECT', 'REASON'], rows, {
    columns: stdout.columns,
    paint: (text, { header, value }) =>
      header === 'DOWNTIME' ? paint(value === 'yes' ? 'red' : 'yellow', text) : text,
  })
}
