import type { FieldDifference } from '../../schema/differences.ts'
import type { ResourceChange } from '../../schema/resource-changes.ts'

/** The most differences of a resource, and the longest text of a value: a batch of resources has to fit into a message of 1 MiB. */
const maxDifferences = 20
const maxText = 400

/** Returns a change whose differences have limited sizes, as they are part of a message and are read by people. */
export function shortened(change: ResourceChange): ResourceChange {
  const { differences, immutable } = change
  const shown = differences.slice(0, maxDifferences).map(shortenedDifference)
  const more = differences.length - shown.length
  return {
    ...change,
    immutable: immutable.slice(0, maxDifferences),
    differences: more === 0 ? shown : [...shown, { path: '…', after: `${more} further differences` }],
  }
}

function shortenedDifference({ path, ...values }: FieldDifference): FieldDifference {
  const entries = Object.entries(values).map(([side, value]) => [side, shortenedValue(value)])
  return { path, ...(Object.fromEntries(entries) as Omit<FieldDifference, 'path'>) }
}

function shortenedValue(value: unknown): unknown {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
  return text.length <= maxText ? value : `${text.slice(0, maxText)}…`
}

/** Returns a change without values that the chart has generated for the plan: a reconcile generates others. */
export function withoutGenerated(change: ResourceChange, generated: ReadonlySet<unknown>): ResourceChange {
  const text = { before: '(generated)', after: '(generated again)' }
  const differences = change.differences.map(({ path, ...values }) => {
    const entries = Object.entries(values).map(([side, value]) => [
      side,
      generated.has(value) ? text[side === 'before' ? 'before' : 'after'] : value,
    ])
    return { path, ...(Object.fromEntries(entries) as Omit<FieldDifference, 'path'>) }
  })
  return { ...change, differences }
}
