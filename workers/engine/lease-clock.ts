import { reconcileLease } from '../../schema/reconcile-lease.ts'

/**
 * Milliseconds, from the request of the lease, for which a reconcile may act. It is shorter than the lease, so that
 * requests in flight have arrived before another worker can acquire it.
 */
export const leaseTerm = reconcileLease - 2000

/**
 * The lease and the heartbeat of a reconcile, shared between the main thread, which renews the lease, and the pool
 * thread, which reconciles. It is shared memory, so that a thread that was paused sees at once that its lease has
 * expired, and the main thread can tell a spinning thread from a waiting one without its cooperation.
 */
export interface LeaseClock {
  readonly memory: SharedArrayBuffer
  /** Records that a reconcile has acquired the lease, for the given milliseconds from now. */
  grant(epoch: number, milliseconds: number): void
  /** Extends the lease to the given milliseconds from now. Does nothing when a later epoch has started. */
  extend(epoch: number, milliseconds: number): void
  /** Expires the lease. Does nothing when a later epoch has started. */
  lose(epoch: number): void
  /** Expires the lease for good: later calls of `grant` and `extend` have no effect. */
  revoke(): void
  /** The epoch of the last started reconcile; undefined before the first. */
  readonly epoch: number | undefined
  /** Returns the milliseconds until the lease expires; 0 once it has. */
  remaining(): number
  /** The id of the pool thread that runs the reconcile; 0 before it is assigned. */
  readonly thread: number
  /** Assigns the reconcile to a pool thread with its first heartbeat, and starts its run time. */
  assign(thread: number, cpu: number): void
  /** Resets the assignment. */
  unassign(): void
  /** Records that the event loop of the assigned thread still turns, and the CPU time in milliseconds that the thread has used. */
  heartbeat(cpu: number): void
  /** Returns the milliseconds since a thread was assigned; 0 before that. */
  elapsed(): number
  /** Returns the milliseconds since the last heartbeat; 0 before a thread is assigned. */
  sinceHeartbeat(): number
  /** The CPU time in milliseconds that the assigned thread had used at its last heartbeat. */
  readonly cpuAtHeartbeat: number
}

/** Returns milliseconds on a monotonic clock that all threads share. */
function monotonic(): bigint {
  return process.hrtime.bigint() / 1_000_000n
}

const cell = { until: 0, thread: 1, started: 2, beat: 3, epoch: 4, cpu: 5 } as const

/** The value of `cell.until` after {@link LeaseClock.revoke}. */
const revoked = -1n

export function createLeaseClock(memory = new SharedArrayBuffer(8 * Object.keys(cell).length)): LeaseClock {
  const cells = new BigInt64Array(memory)
  const thread = (): number => Number(Atomics.load(cells, cell.thread))
  const epoch = (): number => Number(Atomics.load(cells, cell.epoch))
  const since = (at: number): number =>
    thread() === 0 ? 0 : Math.max(0, Number(monotonic() - Atomics.load(cells, at)))
  const stamp = (at: number): bigint => Atomics.store(cells, at, monotonic())
  const beat = (cpu: number): void => {
    Atomics.store(cells, cell.cpu, BigInt(Math.round(cpu)))
    stamp(cell.beat)
  }
  const setUntil = (until: bigint): void => {
    // Compared and exchanged, so that a concurrent revocation by the other thread wins.
    const before = Atomics.load(cells, cell.until)
    if (before !== revoked) Atomics.compareExchange(cells, cell.until, before, until)
  }
  const expireIn = (milliseconds: number): void =>
    setUntil(monotonic() + BigInt(Math.round(Math.max(0, milliseconds))))
  return {
    memory,
    grant: (started, milliseconds) => {
      Atomics.store(cells, cell.epoch, BigInt(started))
      expireIn(milliseconds)
    },
    extend: (renewed, milliseconds) => {
      if (epoch() === renewed) expireIn(milliseconds)
    },
    lose: (lost) => {
      if (epoch() === lost) setUntil(0n)
    },
    revoke: () => {
      Atomics.store(cells, cell.until, revoked)
    },
    get epoch() {
      return epoch() === 0 ? undefined : epoch()
    },
    remaining: () => Math.max(0, Number(Atomics.load(cells, cell.until) - monotonic())),
    get thread() {
      return thread()
    },
    assign: (id, cpu) => {
      stamp(cell.started)
      beat(cpu)
      Atomics.store(cells, cell.thread, BigInt(id))
    },
    unassign: () => void Atomics.store(cells, cell.thread, 0n),
    heartbeat: beat,
    elapsed: () => since(cell.started),
    sinceHeartbeat: () => since(cell.beat),
    get cpuAtHeartbeat() {
      return Number(Atomics.load(cells, cell.cpu))
    },
  }
}
