import { reconcileLease } from '../../schema/reconcile-lease.ts'

/**
 * Milliseconds for which a reconcile acts after its lease was asked for. The rest is for what it has sent by then, so
 * that it has arrived when somebody else may begin.
 */
export const leaseTerm = reconcileLease - 2000

/**
 * How long a reconcile may still act, and how its thread is, shared between the main thread that keeps the lease and the
 * pool thread that reconciles. Shared memory, so that a thread that was paused sees at once that its time is over, and
 * one that spins can be told from one that waits, without asking.
 */
export interface LeaseClock {
  readonly memory: SharedArrayBuffer
  /** A reconcile has started, which has the lease for so many milliseconds from now on. */
  hold(epoch: number, milliseconds: number): void
  /** The reconcile of this epoch has the lease for so many milliseconds from now on; of a later one it says nothing. */
  extend(epoch: number, milliseconds: number): void
  /** The reconcile of this epoch has lost its lease; of a later one it says nothing. */
  lose(epoch: number): void
  /** The work is given up, whatever is heard of its lease. */
  revoke(): void
  /** Of the reconcile that has started last; undefined until one has. */
  readonly epoch: number | undefined
  /** Milliseconds left; 0 when over. */
  left(): number
  /** The pool thread that does the work; 0 until it has started. */
  readonly thread: number
  /** A pool thread begins the work, or with 0: nobody has started it yet. */
  begin(thread: number): void
  /** The thread that does the work still does other things as well. */
  beat(): void
  /** Milliseconds since the work has started; 0 until then. */
  ran(): number
  /** Milliseconds since the thread has said that it lives; 0 until the work has started. */
  silent(): number
}

/** Milliseconds on a clock that all threads share and nobody can set. */
function monotonic(): bigint {
  return process.hrtime.bigint() / 1_000_000n
}

const cell = { until: 0, thread: 1, started: 2, beat: 3, epoch: 4 } as const

/** In the place of the end of a lease: it has ended forever. */
const revoked = -1n

export function createLeaseClock(memory = new SharedArrayBuffer(40)): LeaseClock {
  const cells = new BigInt64Array(memory)
  const thread = (): number => Number(Atomics.load(cells, cell.thread))
  const epoch = (): number => Number(Atomics.load(cells, cell.epoch))
  const since = (at: number): number =>
    thread() === 0 ? 0 : Math.max(0, Number(monotonic() - Atomics.load(cells, at)))
  const stamp = (at: number): bigint => Atomics.store(cells, at, monotonic())
  const end = (until: bigint): void => {
    const before = Atomics.load(cells, cell.until)
    if (before !== revoked) Atomics.compareExchange(cells, cell.until, before, until)
  }
  const endIn = (milliseconds: number): void =>
    end(monotonic() + BigInt(Math.round(Math.max(0, milliseconds))))
  return {
    memory,
    hold: (started, milliseconds) => {
      Atomics.store(cells, cell.epoch, BigInt(started))
      endIn(milliseconds)
    },
    extend: (of, milliseconds) => {
      if (epoch() === of) endIn(milliseconds)
    },
    lose: (of) => {
      if (epoch() === of) end(0n)
    },
    revoke: () => {
      Atomics.store(cells, cell.until, revoked)
    },
    get epoch() {
      return epoch() === 0 ? undefined : epoch()
    },
    left: () => Math.max(0, Number(Atomics.load(cells, cell.until) - monotonic())),
    get thread() {
      return thread()
    },
    begin: (id) => {
      stamp(cell.started)
      stamp(cell.beat)
      Atomics.store(cells, cell.thread, BigInt(id))
    },
    beat: () => void stamp(cell.beat),
    ran: () => since(cell.started),
    silent: () => since(cell.beat),
  }
}
