import type { Violations } from './judge.ts'

/** What came of a run. */
export interface ChaosResult {
  injected: Map<string, number>
  asked: number
  /** Writes with idempotency keys that were acknowledged. */
  operations: number
  acknowledged: number
  /** Acknowledged writes after which something was to arrive in a cluster. */
  deployed: number
  /** Entries of the change log. */
  changes: number
  /** Writes that arrived in clusters. */
  effects: number
  /** Those of them that arrived before the last fault was over. */
  effectsMeanwhile: number
  /** Milliseconds from the last change and the last fault to everything as desired. */
  converged: number
  violations: Violations
  /** Why the run says little, whatever was found. */
  tooLittle: string[]
}

/** Of so many deployments one must have reached its cluster while things broke; it is about every one where nothing does. */
const deploymentsPerEffect = 20

/** What a run must have had for its silence to mean something. */
export function whatIsTooLittle(
  { injected, deployed, effectsMeanwhile }: Omit<ChaosResult, 'tooLittle'>,
  chosen: readonly string[],
): string[] {
  const floor = Math.ceil(deployed / deploymentsPerEffect)
  const missing = chosen.filter((name) => !injected.has(name))
  return [
    ...(effectsMeanwhile < floor
      ? [
          `${effectsMeanwhile} writes arrived in clusters for ${deployed} acknowledged deployments, and ${floor} should have: take a shorter --outage, or fewer --faults at once`,
        ]
      : []),
    ...(deployed === 0 ? ['nothing was deployed: take more --minutes'] : []),
    ...(missing.length > 0 ? [`not injected: ${missing.join(', ')}; take more --minutes`] : []),
  ]
}

/** The figures as lines, with what is wrong under them. */
export function describeResult({
  violations,
  injected,
  converged,
  tooLittle,
  ...counts
}: ChaosResult): string {
  const lines: Line[] = [
    ['faults injected', [...injected.values()].reduce((sum, count) => sum + count, 0)],
    ...[...injected].map(([name, count]): Line => [`  ${name}`, count]),
    ['writes asked for', counts.asked],
    ['writes with keys acknowledged', counts.operations],
    ['objects in acknowledged writes', counts.acknowledged],
    ['entries of the change log', counts.changes],
    ['deployments acknowledged', counts.deployed],
    ['writes that arrived in clusters', `${counts.effects}, ${counts.effectsMeanwhile} amid faults`],
    ['until everything was as desired', `${(converged / 1000).toFixed(1)} s`],
  ]
  return [
    describeFigures(lines, violations),
    ...describeLines([['says too little', tooLittle.length]]),
    ...tooLittle,
  ].join('\n')
}

type Line = [what: string, value: string | number]

/** Figures and violations as lines, with the first of each kind under them. */
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
