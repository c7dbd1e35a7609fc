import type { Random } from '../../../support/random.ts'
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

export interface ExploreOptions {
  /** The maximum number of preemptions. Nearly all races need one or two, and the number of orders stays small. */
  preemptions: number
  /** The number of runs after which no further order with the maximum number of preemptions is tried. @default all are */
  enough?: number | undefined
  /** Chooses which of these orders come first. @default the last that was found */
  random?: Random | undefined
  /** Called after each run; false ends the exploration. */
  check: (trace: Trace) => Promise<boolean>
}

/**
 * Repeats a run in the orders of its steps, those with fewer preemptions first.
 *
 * @param run Runs everything once, in the chosen order.
 * @returns The number of runs.
 */
export async function explore(
  run: (choose: Choose) => Promise<void>,
  { preemptions, enough = Infinity, random, check }: ExploreOptions,
): Promise<number> {
  // By the number of preemptions.
  const open = Array.from({ length: preemptions + 1 }, (): string[][] => [])
  open[0]?.push([])
  const next = (): string[] | undefined => {
    const orders = open.find(({ length }) => length > 0)
    const at = orders === undefined || random === undefined ? -1 : random.below(orders.length)
    return orders?.splice(at, 1)[0]
  }
  let runs = 0
  for (let prefix = next(); prefix !== undefined; prefix = next()) {
    const steps: Step[] = []
    await run(follow(prefix, steps))
    runs += 1
    if (!(await check({ describe: () => describe(steps) }))) return runs
    for (const { path, cost } of alternatives(steps, prefix.length, preemptions)) open[cost]?.push(path)
    if (runs >= enough && open.slice(0, preemptions).every(({ length }) => length === 0)) return runs
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

/** Returns the orders that differ from this one first at a step after `from`, each with its number of preemptions. */
function alternatives(
  steps: readonly Step[],
  from: number,
  preemptions: number,
): { path: string[]; cost: number }[] {
  let spent = 0
  return steps.flatMap(({ ready, chosen, last }, at) => {
    const before = spent
    const costOf = (name: string): number =>
      before + Number(last !== undefined && name !== last && ready.includes(last))
    spent = costOf(chosen)
    if (at < from) return []
    const path = steps.slice(0, at).map((step) => step.chosen)
    return ready
      .filter((name) => name !== chosen && costOf(name) <= preemptions)
      .map((name) => ({ path: [...path, name], cost: costOf(name) }))
  })
}

function describe(steps: readonly Step[]): string {
  return steps.map(({ chosen, label }) => `${chosen}: ${label}`).join('\n')
}
