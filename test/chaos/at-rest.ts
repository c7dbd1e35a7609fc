import { poll } from '../support/eventually.ts'
import type { Remains } from './history.ts'
import { deviations } from './consistency.ts'
import { readLog, readState, type Wishes } from './remains.ts'
import type { ChaosStack } from './stack.ts'

/**
 * Returns the state once everything is as desired, or the current state if that takes longer than the given seconds.
 */
export async function atRest(stack: ChaosStack, wishes: Wishes, seconds: number): Promise<Remains> {
  const settled = await poll(
    async () => {
      const state = await readState(stack, wishes)
      return deviations(state).length === 0 ? state : undefined
    },
    { within: seconds * 1000, every: 250 },
  )
  const state = settled ?? (await readState(stack, wishes))
  return { ...state, log: await readLog(stack), effects: stack.effects }
}
