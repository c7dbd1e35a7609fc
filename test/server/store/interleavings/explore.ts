import type { Choose } from './schedule.ts'

/** A decision of a run: who could go on, who did, and whether the one before had to make way. */
interface Step {
  ready: readonly string[]
  chosen: string
  last: string | undefined
  label: string
}

/** One run of several actors. */
export interface Trace {
  /** Who executed what, for people. */
  describe(): string
}

/**
 * Runs something again and again, in each order of its steps in which at most so many times one that could go on is made to
 * wait. Nearly all races need one or two such moments, and the number of orders stays small.
 *
 * @param run Runs everything once, in the order that is chosen.
 * @param judge Called after each run; false ends it all.
 * @returns How many runs there were.
 */
export async function explore(
  run: (choose: Choose) => Promise<void>,
  { preemptions, judge }: { preemptions: number; judge: (trace: Trace) => Promise<boolean> },
): Promise<number> {
  const open: string[][] = [[]]
  let runs = 0
  for (let prefix = open.pop(); prefix !== undefined; prefix = open.pop()) {
    const steps: Step[] = []
    await run(follow(prefix, steps))
    runs += 1
    if (!(await judge({ describe: () => describe(steps) }))) return runs
    open.push(...alternatives(steps, prefix.length, preemptions))
  }
  return runs
}

/** Each in its turn until it is done, the given ones first. */
export function inTurn(names: readonly string[]): Choose {
  return (ready) => {
    for (const name of names) {
      const actor = ready.find((each) => each.name === name)
      if (actor !== undefined) return actor
    }
    throw new Error('nobody of them can go on')
  }
}

function follow(prefix: readonly string[], steps: Step[]): Choose {
  return (ready, last) => {
    const names = ready.map(({ name }) => name)
    const desired =
      prefix[steps.length] ?? (last !== undefined && names.includes(last.name) ? last.name : names[0])
    const actor = ready.find(({ name }) => name === desired)
    if (actor === undefined) throw new Error(`${desired} cannot go on as it could before: ${describe(steps)}`)
    steps.push({ ready: names, chosen: actor.name, last: last?.name, label: actor.next ?? '' })
    return actor
  }
}

/** Orders that differ from this one first at a step after `from`. */
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
