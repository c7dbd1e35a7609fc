import { setTimeout as sleep } from 'node:timers/promises'
import { threadCpuTime } from '../../../process/cpu-time.ts'

/** Misbehaviours of a reconcile, by name. */
export const poisons: Readonly<Record<string, () => Promise<void>>> = {
  throws: async () => {
    throw new TypeError('poison is not a function')
  },
  hangs: () => new Promise(() => undefined),
  spins: async () => {
    // Starts after an await, as an endless loop over a response would.
    await sleep(20)
    for (;;);
  },
  // Blocks for as much CPU time as parsing a document of several megabytes takes.
  blocks: async () => {
    await sleep(20)
    // The time in the kernel counts too: here, it is most of it, and a watch counts it.
    const until = threadCpuTime() + 4000
    while (threadCpuTime() < until);
  },
  eats: async () => {
    const piece = Array.from({ length: 500_000 }, (_, at) => at)
    const eaten = [piece]
    for (;;) eaten.push([...piece])
  },
  exits: async () => process.exit(1),
  // Ends well, and has left a timer behind.
  leaves: async () => {
    setTimeout(() => {
      throw new Error('poison from the past')
    }, 50)
  },
  waits: () => sleep(300),
  // Sleeps longer than the heartbeat timeout of a thread.
  sleeps: () => sleep(1500),
}
