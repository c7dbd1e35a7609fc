import { type PlatformError, rateLimited } from '../../../schema/errors.ts'

/** The share of the budget that one request holds. */
export interface BodyShare {
  /** Reserves bytes. Throws RATE_LIMITED when the budget is exhausted. */
  reserve(bytes: number): void
  release(): void
}

/** Bounds the total size of request bodies in memory: of one token, and of all. */
export class BodyBudget {
  readonly #ofToken = new Map<string, number>()
  readonly #limits: { bodiesOfToken: number; bodies: number }
  #all = 0

  constructor(limits: { bodiesOfToken: number; bodies: number }) {
    this.#limits = limits
  }

  share(token: string): BodyShare {
    let taken = 0
    return {
      reserve: (bytes) => {
        const { bodies, bodiesOfToken } = this.#limits
        const ofToken = this.#ofToken.get(token) ?? 0
        if (ofToken + bytes > bodiesOfToken) throw full('of this token', bodiesOfToken)
        if (this.#all + bytes > bodies) throw full('of all clients', bodies)
        this.#ofToken.set(token, ofToken + bytes)
        this.#all += bytes
        taken += bytes
      },
      release: () => {
        const rest = (this.#ofToken.get(token) ?? 0) - taken
        if (rest > 0) this.#ofToken.set(token, rest)
        else this.#ofToken.delete(token)
        this.#all -= taken
        taken = 0
      },
    }
  }
}

function full(whose: string, max: number): PlatformError {
  const message = `the bodies of the requests ${whose} in progress exceed ${max} bytes; send this one again when some have finished`
  return rateLimited(message)
}
