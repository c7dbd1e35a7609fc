import { poll } from '../support/eventually.ts'
import type { Remains } from './history.ts'
import { deviations } from './consistency.ts'
import { readLog, readState, type Wishes } from './remains.ts'
import type { ChaosStack } from './stack.ts'

export interface AtRestOptions {
  /** Seconds after which the current state is returned. */
  within: number
  /** Gets what is still left, every ten seconds. */
  log?: (text: string) => void
}

/** Returns the state once everything is as desired, or the current state if that takes too long. */
export async function atRest(
  stack: ChaosStack,
  wishes: Wishes,
  { within, log = () => undefined }: AtRestOptions,
): Promise<Remains> {
  const started = performance.now()
  let reported = 0
  const settled = await poll(
    async () => {
      const state = await readState(stack, wishes)
      const left = deviations(state)
      const seconds = Math.floor((performance.now() - started) / 1000)
      if (seconds - reported >= 10) {
        reported = seconds
        log([`  ${seconds} s: ${left.length} deviations`, ...left.slice(0, 10)].join('\n    '))
      }
      return left.length === 0 ? state : undefined
    },
    { within: within * 1000, every: 250 },
  )
  const state = settled ?? (await readState(stack, wishes))
  return { ...state, log: await readLog(stack), effects: stack.effects }
}
