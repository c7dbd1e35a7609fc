/** One line of the report. */
export interface Figure {
  what: string
  value: string
  /** The figure that it is compared with, measured in the same run. */
  peer?: string
  /** The ratio to the peer's figure; above 1 is more. */
  ratio?: number
  /** The goal, if there is one. */
  budget?: string
  /** The goal was missed, so that the run ends with 1. It is marked in the table. @default false */
  failed?: boolean
}

/** Returns the value below which that share of all values lies; `share` is between 0 and 1. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  const value = sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]
  if (value === undefined) throw new RangeError('no values were measured')
  return value
}

export function milliseconds(value: number): string {
  if (value < 1) return `${value.toFixed(2)} ms`
  return value < 10 ? `${value.toFixed(1)} ms` : `${Math.round(value)} ms`
}

export function perSecond(value: number): string {
  return `${Math.round(value).toLocaleString('en')} /s`
}

export function mebibytes(bytes: number): string {
  return `${Math.round(bytes / 1024 / 1024)} MiB`
}

/** Formats the figures as a table of plain text. */
export function tableOf(figures: readonly Figure[]): string {
  const header = ['WHAT', 'VALUE', 'PEER', 'RATIO', 'GOAL']
  const rows = figures.map(({ what, value, peer = '', ratio, budget = '', failed = false }) => [
    what,
    value,
    peer,
    ratio === undefined ? '' : ratio.toFixed(2),
    failed ? `${budget} MISSED`.trimStart() : budget,
  ])
  const widths = header.map((_, column) =>
    Math.max(...[header, ...rows].map((row) => row[column]?.length ?? 0)),
  )
  return [header, ...rows]
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('   ')
        .trimEnd(),
    )
    .join('\n')
}
