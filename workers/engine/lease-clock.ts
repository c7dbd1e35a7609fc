/**
 * How long a reconcile may still act, and how its thread is, shared between the main thread that renews the lock and the
 * pool thread that reconciles. Shared memory, so that a thread that was paused sees at once that its time is over, and
 * one that spins can be told from one that waits, without asking.
 */
export interface LeaseClock {
  readonly memory: SharedArrayBuffer
  /** The lock is held for so many milliseconds from now on. */
  extend(milliseconds: number): void
  /** The lock is lost, or the work is given up. */
  revoke(): void
  /** Milliseconds left; 0 when over. */
  left(): number
  /** The pool thread that does the work; 0 until it has begun. */
  readonly thread: number
  /** A pool thread begins the work, or with 0: nobody has begun it yet. */
  begin(thread: number): void
  /** The thread that does the work still does other things as well. */
  beat(): void
  /** Milliseconds since the work has begun; 0 until then. */
  ran(): number
  /** Milliseconds since the thread has said that it lives; 0 until the work has begun. */
  silent(): number
}

/** Milliseconds on a clock that all threads share and nobody can set. */
function monotonic(): bigint {
  return process.hrtime.bigint() / 1_000_000n
}

const cell = { until: 0, thread: 1, begun: 2, beat: 3 } as const

export function createLeaseClock(memory = new SharedArrayBuffer(32)): LeaseClock {
  const cells = new BigInt64Array(memory)
  const thread = (): number => Number(Atomics.load(cells, cell.thread))
  const since = (at: number): number =>
    thread() === 0 ? 0 : Math.max(0, Number(monotonic() - Atomics.load(cells, at)))
  const stamp = (at: number): bigint => Atomics.store(cells, at, monotonic())
  return {
    memory,
    extend: (milliseconds) => {
      Atomics.store(cells, cell.until, monotonic() + BigInt(Math.round(milliseconds)))
    },
    revoke: () => {
      Atomics.store(cells, cell.until, 0n)
    },
    left: () => Math.max(0, Number(Atomics.load(cells, cell.until) - monotonic())),
    get thread() {
      return thread()
    },
    begin: (id) => {
      stamp(cell.begun)
      stamp(cell.beat)
      Atomics.store(cells, cell.thread, BigInt(id))
    },
    beat: () => void stamp(cell.beat),
    ran: () => since(cell.begun),
    silent: () => since(cell.beat),
  }
}
