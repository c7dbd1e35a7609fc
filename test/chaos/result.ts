import type { Violations } from './consistency.ts'

/** The result of a run. */
export interface ChaosResult {
  injected: Map<string, number>
  asked: number
  /** Writes with idempotency keys that were acknowledged. */
  operations: number
  acknowledged: number
  /** Acknowledged writes that were expected to reach a cluster. */
  deployed: number
  /** Kinds of the dependencies of applications, with the number of those that became ready. */
  dependencies: Map<string, number>
  /** Kinds of objects as in their examples, with the number of those that became ready. */
  examples: Map<string, number>
  /** Deliveries of builds that became healthy, or whose place a newer one took. */
  builds: number
  /** Entries of the change log. */
  changes: number
  /** Writes that arrived in clusters. */
  effects: number
  /** The effects that arrived before the last fault ended. */
  effectsDuringFaults: number
  /** Milliseconds from the last change and the last fault until everything was as desired. */
  converged: number
  violations: Violations
  /** Reasons why the run proves little, whatever it found. */
  shortfalls: string[]
}

/**
 * The number of deployments of which at least one must reach its cluster during faults; without faults nearly every one
 * does.
 */
const deploymentsPerEffect = 20

/** Lists what a run without violations lacks to be meaningful. */
export function findShortfalls(
  {
    injected,
    deployed,
    dependencies,
    examples,
    builds,
    effectsDuringFaults,
  }: Omit<ChaosResult, 'shortfalls'>,
  chosen: readonly string[],
): string[] {
  const floor = Math.ceil(deployed / deploymentsPerEffect)
  const missing = chosen.filter((name) => !injected.has(name))
  return [
    ...(effectsDuringFaults < floor
      ? [
          `${effectsDuringFaults} writes arrived in clusters for ${deployed} acknowledged deployments, and at least ${floor} are required: use a shorter --outage, or fewer --faults`,
        ]
      : []),
    ...(dependencies.size === 0 ? ['no dependency of an application became ready: use more --minutes'] : []),
    ...(examples.size === 0 ? ['no object of an example became ready: use more --minutes'] : []),
    ...(builds === 0 ? ['no build was delivered: use more --minutes'] : []),
    ...(deployed === 0 ? ['nothing was deployed: use more --minutes'] : []),
    ...(missing.length > 0 ? [`not injected: ${missing.join(', ')}; use more --minutes`] : []),
  ]
}

/** Formats the figures as lines, followed by the violations. */
export function describeResult({
  violations,
  injected,
  converged,
  shortfalls,
  dependencies,
  examples,
  ...counts
}: ChaosResult): string {
  const lines: Line[] = [
    ['faults injected', total(injected)],
    ...[...injected].map(([name, count]): Line => [`  ${name}`, count]),
    ['writes requested', counts.asked],
    ['writes with keys acknowledged', counts.operations],
    ['objects in acknowledged writes', counts.acknowledged],
    ['entries of the change log', counts.changes],
    ['deployments acknowledged', counts.deployed],
    ['dependencies that became ready', total(dependencies)],
    ...[...dependencies].map(([kind, count]): Line => [`  ${kind}`, count]),
    ['examples that became ready', total(examples)],
    ...[...examples].map(([kind, count]): Line => [`  ${kind}`, count]),
    ['builds that were delivered', counts.builds],
    ['writes that arrived in clusters', `${counts.effects}, ${counts.effectsDuringFaults} during faults`],
    ['until everything was as desired', `${(converged / 1000).toFixed(1)} s`],
  ]
  return [
    describeFigures(lines, violations),
    ...describeLines([['not meaningful', shortfalls.length]]),
    ...shortfalls,
  ].join('\n')
}

function total(counts: ReadonlyMap<string, number>): number {
  return [...counts.values()].reduce((sum, count) => sum + count, 0)
}

type Line = [what: string, value: string | number]

/** Formats figures and violations as lines, followed by the first violations of each kind. */
export function describeFigures(figures: readonly Line[], violations: Violations): string {
  const counts = Object.entries(violations).map(([promise, found]: [string, string[]]): Line => [
    `violations: ${promise}`,
    found.length,
  ])
  const wrong = Object.values(violations).flatMap((found: string[]) => found.slice(0, 10))
  return [...describeLines([...figures, ...counts]), ...wrong].join('\n')
}

function describeLines(lines: readonly Line[]): string[] {
  return lines.map(([what, value]) => `${what.padEnd(34)}${value}`)
}
