import { setTimeout as sleep } from 'node:timers/promises'

/** What a reconcile may do that it must not. */
export const poisons: Readonly<Record<string, () => Promise<void>>> = {
  throws: async () => {
    throw new TypeError('poison is not a function')
  },
  hangs: () => new Promise(() => undefined),
  spins: async () => {
    // Begins in the middle, as an endless loop over what was read does.
    await sleep(20)
    for (;;);
  },
  // As one that reads a document of several megabytes.
  blocks: async () => {
    await sleep(20)
    const until = performance.now() + 2000
    while (performance.now() < until);
  },
  eats: async () => {
    const eaten: string[][] = []
    for (;;) eaten.push(Array.from({ length: 10_000 }, (_, at) => `${at}-${eaten.length}`))
  },
  exits: async () => process.exit(1),
  waits: () => sleep(300),
  // For longer than a silent thread is waited for.
  sleeps: () => sleep(1500),
}
