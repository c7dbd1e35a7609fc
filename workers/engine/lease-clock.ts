/**
 * How long a reconcile may still act, shared between the main thread that renews the lock and the pool thread that
 * reconciles. Shared memory, so that a thread that was paused sees at once that its time is over, without asking.
 */
export interface LeaseClock {
  readonly memory: SharedArrayBuffer
  /** The lock is held for so many milliseconds from now on. */
  extend(milliseconds: number): void
  /** The lock is lost, or the work is given up. */
  revoke(): void
  /** Milliseconds left; 0 when over. */
  left(): number
  /** The pool thread that does the work, once it has begun. */
  thread: number
}

/** Milliseconds on a clock that all threads share and nobody can set. */
function monotonic(): bigint {
  return process.hrtime.bigint() / 1_000_000n
}

const untilIndex = 0
const threadIndex = 1

export function createLeaseClock(memory = new SharedArrayBuffer(16)): LeaseClock {
  const cells = new BigInt64Array(memory)
  return {
    memory,
    extend: (milliseconds) => {
      Atomics.store(cells, untilIndex, monotonic() + BigInt(Math.round(milliseconds)))
    },
    revoke: () => {
      Atomics.store(cells, untilIndex, 0n)
    },
    left: () => Math.max(0, Number(Atomics.load(cells, untilIndex) - monotonic())),
    get thread() {
      return Number(Atomics.load(cells, threadIndex))
    },
    set thread(id) {
      Atomics.store(cells, threadIndex, BigInt(id))
    },
  }
}
