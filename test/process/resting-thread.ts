import { parentPort } from 'node:worker_threads'
import { returnIdleMemory } from '../../process/idle-memory.ts'

/* A thread that leaves a hundred megabytes of garbage, rests, and sends a message once it has returned half of them. */

const mebibyte = 1024 * 1024

/** Returns the size of the heap with the garbage. */
function work(): number {
  const made = Array.from({ length: 500_000 }, (_, index) => ({ index, text: `text ${index}`, of: {} }))
  return made.length === 0 ? 0 : process.memoryUsage().heapTotal
}

returnIdleMemory({ every: 200, after: 50 })
const busiest = work()
setInterval(() => {
  if (process.memoryUsage().heapTotal >= busiest - 50 * mebibyte) return
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- A thread has no origin, only windows do.
  parentPort?.postMessage('returned')
}, 50)
