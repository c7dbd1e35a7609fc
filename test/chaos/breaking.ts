import { setTimeout as sleep } from 'node:timers/promises'
import { faults as allFaults } from './faults.ts'
import type { History } from './history.ts'
import { createRandom } from '../support/random.ts'
import type { ChaosStack } from './stack.ts'

export interface Breaking {
  seed: number
  /** Names of faults. */
  faults: readonly string[]
  /** Seconds for which NATS and clusters stay away, and clocks are wrong. */
  outage: number
  history: History
  say: (text: string) => void
  /** Each fault is injected once at least, and no other one when it is over. */
  isOver(): boolean
}

/** Breaks each part again and again, all parts at the same time; resolves with how often each fault was injected. */
export async function breakAtRandom(
  stack: ChaosStack,
  { seed, faults, outage, history, say, isOver }: Breaking,
): Promise<Map<string, number>> {
  const injected = new Map<string, number>()
  const chosen = allFaults.filter(({ name }) => faults.includes(name))
  const parts = [...Map.groupBy(chosen, ({ part }) => part).values()]
  const breaking = parts.map(async (ofPart, index) => {
    const random = createRandom(seed * 1000 + 500 + index)
    for (let round = 0; round === 0 || !isOver(); round++) {
      for (const { name, inject } of random.shuffled(ofPart)) {
        if (round > 0 && isOver()) return
        // In proportion, so that a part is whole for about a third of the time however long outages are.
        await sleep(outage * (100 + random.next() * 900))
        say(`  ${name}`)
        const onWrong = (what: string) => history.unexpected.push(`${name}: ${what}`)
        await inject({ stack, random, outage: outage * 1000, onWrong })
        injected.set(name, (injected.get(name) ?? 0) + 1)
      }
    }
  })
  await Promise.all(breaking)
  return injected
}
