import type { Process, World } from '../world/world.ts'

/** What may go wrong between two processes. All are probabilities per call. */
export interface NetworkFaults {
  /** Nobody listens. */
  refused: number
  /** It does not arrive, without an error. */
  lost: number
  /** It is done, and the answer does not arrive. */
  answerLost: number
  /** It takes up to {@link slowest} instead of a few milliseconds, so that others overtake it. */
  slow: number
  /** It is done at once, and the answer takes up to {@link latest}: what it tells is of a time that is over. */
  stale: number
}

export const noFaults: NetworkFaults = { refused: 0, lost: 0, answerLost: 0, slow: 0, stale: 0 }

/**
 * Longest time in milliseconds between sending something and its effect. A lock is given up two seconds before it ends,
 * for exactly this: what was sent while it was held has arrived by the time that another may hold it.
 */
export const slowest = 1500

/** Longest time in milliseconds between an effect and its answer: longer than most callers wait, and than a lock lives. */
const latest = 20_000

export interface Call<Answer> {
  to: Process
  label: string
  /** What happens there. Runs as the process that is called. */
  effect: () => Promise<Answer> | Answer
  signal?: AbortSignal | undefined
}

/** Carries calls: each is two events, its effect and the arrival of its answer, with others in between. */
export interface Network {
  faults: NetworkFaults
  call<Answer>(call: Call<Answer>): Promise<Answer>
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
  // In the same room, in the same country, on the other side of the world.
  const usual = random.pick([3, 30, 300])

  const delay = (slow: number): number =>
    random.chance(slow) ? random.next() * slowest : (0.1 + random.next()) * usual

  const network: Network = {
    faults: noFaults,
    call: async ({ to, label, effect, signal }) => {
      const from = world.current()
      const { stopsBefore } = from
      if (stopsBefore?.label.test(label) === true) {
        from.stopsBefore = undefined
        stopsBefore.spring()
        await world.wait(0, '')
      }
      return new Promise((resolve, reject) => {
        const { refused, lost, answerLost, slow, stale } = network.faults
        const fate = random.next()
        if (signal?.aborted === true) return reject(signal.reason as Error)
        signal?.addEventListener('abort', () => reject(signal.reason as Error), { once: true })
        const answer = (what: string, deliver: () => void): void => {
          world.after(random.chance(stale) ? random.next() * latest : delay(slow), what, deliver, from)
        }
        if (!to.alive || fate < refused) {
          answer(`${label} is refused`, () => reject(new ConnectionError('ECONNREFUSED')))
          return
        }
        if (fate < refused + lost) return world.trace.add(from.name, `${label} is lost on its way`)
        const isAnswerLost = fate < refused + lost + answerLost
        const arrive = (): void => {
          const deliver = (what: string, settle: () => void): void => {
            if (isAnswerLost) world.trace.add(to.name, `${label}: the answer is lost`)
            else answer(what, settle)
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
