import type { Choose } from './schedule.ts'

/** A decision of a run: the ready actors, the chosen one, and the one before, which may have been preempted. */
interface Step {
  ready: readonly string[]
  chosen: string
  last: string | undefined
  label: string
}

/** One run of several actors. */
export interface Trace {
  /** Describes which actor executed which statement. */
  describe(): string
}

/**
 * Repeats a run in each order of its steps with at most the given number of preemptions. Nearly all races need one or
 * two, and the number of orders stays small.
 *
 * @param run Runs everything once, in the chosen order.
 * @param check Called after each run; false ends the exploration.
 * @returns The number of runs.
 */
export async function explore(
  run: (choose: Choose) => Promise<void>,
  { preemptions, check }: { preemptions: number; check: (trace: Trace) => Promise<boolean> },
): Promise<number> {
  const open: string[][] = [[]]
  let runs = 0
  for (let prefix = open.pop(); prefix !== undefined; prefix = open.pop()) {
    const steps: Step[] = []
    await run(follow(prefix, steps))
    runs += 1
    if (!(await check({ describe: () => describe(steps) }))) return runs
    open.push(...alternatives(steps, prefix.length, preemptions))
  }
  return runs
}

/** Runs each actor until it is done, the given ones first. */
export function sequentially(names: readonly string[]): Choose {
  return (ready) => {
    for (const name of names) {
      const actor = ready.find((each) => each.name === name)
      if (actor !== undefined) return actor
    }
    throw new Error('none of them can continue')
  }
}

function follow(prefix: readonly string[], steps: Step[]): Choose {
  return (ready, last) => {
    const names = ready.map(({ name }) => name)
    const desired =
      prefix[steps.length] ?? (last !== undefined && names.includes(last.name) ? last.name : names[0])
    const actor = ready.find(({ name }) => name === desired)
    if (actor === undefined)
      throw new Error(`${desired} cannot continue as it could before: ${describe(steps)}`)
    steps.push({ ready: names, chosen: actor.name, last: last?.name, label: actor.next ?? '' })
    return actor
  }
}

/** Returns the orders that differ from this one first at a step after `from`. */
function alternatives(steps: readonly Step[], from: number, preemptions: number): string[][] {
  let spent = 0
  return steps.flatMap(({ ready, chosen, last }, at) => {
    const cost = (name: string): number => Number(last !== undefined && name !== last && ready.includes(last))
    const before = spent
    spent += cost(chosen)
    if (at < from) return []
    return ready
      .filter((name) => name !== chosen && before + cost(name) <= preemptions)
      .map((name) => [...steps.slice(0, at).map((step) => step.chosen), name])
  })
}

function describe(steps: readonly Step[]): string {
  return steps.map(({ chosen, label }) => `${chosen}: ${label}`).join('\n')
}
