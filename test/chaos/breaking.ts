import { setTimeout as sleep } from 'node:timers/promises'
import { faults as allFaults } from './faults.ts'
import type { History } from './history.ts'
import { createRandom } from '../support/random.ts'
import type { ChaosStack } from './stack.ts'

export interface Breaking {
  seed: number
  /** The names of the faults to inject. */
  faults: readonly string[]
  /** Seconds for which NATS and clusters stay unavailable, and clocks are wrong. */
  outage: number
  history: History
  log: (text: string) => void
  /** Reports whether the run is over. Each fault is injected at least once, and none after the end. */
  isOver(): boolean
}

/** Breaks each component repeatedly, all of them concurrently; resolves with the number of injections of each fault. */
export async function breakAtRandom(
  stack: ChaosStack,
  { seed, faults, outage, history, log, isOver }: Breaking,
): Promise<Map<string, number>> {
  const injected = new Map<string, number>()
  const chosen = allFaults.filter(({ name }) => faults.includes(name))
  const components = [...Map.groupBy(chosen, ({ component }) => component).values()]
  const breaking = components.map(async (ofComponent, index) => {
    const random = createRandom(seed * 1000 + 500 + index)
    for (let round = 0; round === 0 || !isOver(); round++) {
      for (const { name, inject } of random.shuffled(ofComponent)) {
        if (round > 0 && isOver()) return
        // In proportion, so that a component is healthy for about a third of the time however long outages are.
        await sleep(outage * (100 + random.next() * 900))
        log(`  ${name}`)
        const onWrong = (what: string) => history.unexpected.push(`${name}: ${what}`)
        await inject({ stack, random, outage: outage * 1000, onViolation: onWrong })
        injected.set(name, (injected.get(name) ?? 0) + 1)
      }
    }
  })
  await Promise.all(breaking)
  return injected
}
