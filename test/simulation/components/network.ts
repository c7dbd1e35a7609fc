import type { Process, World } from '../world/world.ts'

/** The faults between two processes, as probabilities per call. */
export interface NetworkFaults {
  /** The connection is refused. */
  refused: number
  /** The request does not arrive, without an error. */
  lost: number
  /** The request takes effect, and the response does not arrive. */
  responseLost: number
  /** The request takes up to {@link slowest} instead of a few milliseconds, so that others overtake it. */
  slow: number
  /** The request takes effect at once, and the response takes up to {@link latest}: its content is outdated. */
  stale: number
}

export const noFaults: NetworkFaults = { refused: 0, lost: 0, responseLost: 0, slow: 0, stale: 0 }

/**
 * The longest time in milliseconds between sending a request and its effect. A lock is given up two seconds before it
 * expires, for exactly this: a request that was sent while the lock was held has arrived by the time another process
 * may hold it.
 */
export const slowest = 1500

/**
 * The longest time in milliseconds between an effect and its response: longer than most callers wait, and than a lock
 * lives.
 */
const latest = 20_000

export interface Call<Result> {
  to: Process
  label: string
  /** Executes the call; runs as the process that is called. */
  effect: () => Promise<Result> | Result
  signal?: AbortSignal | undefined
}

/**
 * Carries calls. Each call is two events, its effect and the arrival of its response; other events may run in between.
 */
export interface Network {
  faults: NetworkFaults
  /** The usual milliseconds that a request takes in one direction. */
  readonly usualLatency: number
  call<Result>(call: Call<Result>): Promise<Result>
}

export class ConnectionError extends Error {
  readonly code: string

  constructor(code: string) {
    super(code)
    this.code = code
  }
}

export function createNetwork(world: World): Network {
  const random = world.random.fork()
  // In the same room, in the same country, on another continent.
  const usual = random.pick([3, 30, 300])

  const delay = (slow: number): number =>
    random.chance(slow) ? random.next() * slowest : (0.1 + random.next()) * usual

  const network: Network = {
    faults: noFaults,
    usualLatency: usual,
    call: async ({ to, label, effect, signal }) => {
      const from = world.current()
      const { stopsBefore } = from
      if (stopsBefore?.label.test(label) === true) {
        from.stopsBefore = undefined
        stopsBefore.spring()
        await world.wait(0, '')
      }
      return new Promise((resolve, reject) => {
        const { refused, lost, responseLost, slow, stale } = network.faults
        const fate = random.next()
        if (signal?.aborted === true) return reject(signal.reason as Error)
        signal?.addEventListener('abort', () => reject(signal.reason as Error), { once: true })
        const respond = (what: string, settle: () => void): void => {
          world.after(random.chance(stale) ? random.next() * latest : delay(slow), what, settle, from)
        }
        if (!to.alive || fate < refused) {
          respond(`${label} is refused`, () => reject(new ConnectionError('ECONNREFUSED')))
          return
        }
        if (fate < refused + lost) return world.trace.add(from.name, `${label} is lost in transit`)
        const isResponseLost = fate < refused + lost + responseLost
        const arrive = (): void => {
          const deliver = (what: string, settle: () => void): void => {
            if (isResponseLost) world.trace.add(to.name, `${label}: the response is lost`)
            else respond(what, settle)
          }
          Promise.resolve()
            .then(effect)
            .then(
              (value) => deliver('', () => resolve(value)),
              (error: unknown) => deliver('', () => reject(error)),
            )
        }
        world.after(delay(slow), `${from.name} > ${label}`, arrive, to)
      })
    },
  }
  return network
}
