import { threadId } from 'node:worker_threads'
import { serveLimited } from '../../../server/manifests/serve-limited.ts'

/* A limited thread whose work is to misbehave. It returns its id. */

const behaviours = {
  works: () => undefined,
  sleeps: () => sleep(1500),
  blocks: () => sleep(Infinity),
  spins: () => {
    for (;;);
  },
  eats: () => {
    const eaten: object[] = []
    for (;;) eaten.push({ at: eaten.length })
  },
  failsLater: () => {
    setTimeout(() => {
      throw new Error('a thread without a task failed')
    }, 50)
  },
} satisfies Record<string, () => void>

export type Behaviour = keyof typeof behaviours

/** Blocks the thread without CPU time. */
function sleep(milliseconds: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds)
}

export default serveLimited((behaviour: Behaviour): number => {
  behaviours[behaviour]()
  return threadId
})
