import { execFileSync } from 'node:child_process'
import { timed } from './creates.ts'
import { cpuOf } from './process-cpu.ts'
import type { Part, Stack } from './stack.ts'

/** The processes of a control plane, by what they are. */
export type Pids = Record<Part, number>

/** A figure of each process, and of all together. */
export type Costs = Record<Part | 'total', number>

export const parts = ['server', 'worker', 'postgres', 'nats', 'simulator'] as const satisfies readonly Part[]

/** Returns the processes of a control plane that run now. */
export async function pidsOf(stack: Stack): Promise<Pids> {
  const pids = await Promise.all(parts.map(async (part) => [part, await stack.pidOf(part)] as const))
  return Object.fromEntries(pids) as Pids
}

/** Returns the seconds that the work takes, and the CPU seconds that each process uses meanwhile. */
export async function spentBy(
  pids: Pids,
  work: () => Promise<unknown>,
): Promise<{ seconds: number; cpu: Costs }> {
  const before = costs((part) => cpuOf(pids[part]))
  const seconds = await timed(work)
  const after = costs((part) => cpuOf(pids[part]))
  return { seconds, cpu: costs((part) => after[part] - before[part]) }
}

/** Returns the bytes of memory of each process that are resident. Those of Postgres are shared, and only of its first process. */
export function memoryOf(pids: Pids): Costs {
  return costs(
    (part) =>
      Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pids[part])], { encoding: 'utf8' })) * 1024,
  )
}

/** Returns costs divided by a number of units. */
export function each(of: Costs, units: number): Costs {
  return costs((part) => of[part] / units)
}

/** Returns what each process has of costs, as one text. */
export function partsOf(of: Costs, format: (cost: number) => string): string {
  return parts.map((part) => `${part} ${format(of[part])}`).join(', ')
}

function costs(costOf: (part: Part) => number): Costs {
  const known = parts.map((part) => [part, costOf(part)] as const)
  return {
    ...(Object.fromEntries(known) as Record<Part, number>),
    total: known.reduce((total, [, cost]) => total + cost, 0),
  }
}
