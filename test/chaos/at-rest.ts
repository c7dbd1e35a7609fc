import { poll } from '../support/eventually.ts'
import type { Remains } from './history.ts'
import { restless } from './judge.ts'
import { readLog, readState } from './remains.ts'
import type { ChaosStack } from './stack.ts'

/** Everything as desired, or what there is when that takes more than so many seconds. */
export async function atRest(
  stack: ChaosStack,
  desired: Map<string, string | undefined>,
  seconds: number,
): Promise<Remains> {
  const settled = await poll(
    async () => {
      const state = await readState(stack, desired)
      return restless(state).length === 0 ? state : undefined
    },
    { within: seconds * 1000, every: 250 },
  )
  const state = settled ?? (await readState(stack, desired))
  return { ...state, log: await readLog(stack), effects: stack.effects }
}
