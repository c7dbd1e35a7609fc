import { type PlatformError, rateLimited } from '../../../schema/errors.ts'

/** What one request has of the budget. */
export interface BodyShare {
  /** Throws RATE_LIMITED where there is no room for so many more bytes. */
  take(bytes: number): void
  release(): void
}

/** Bounds the bytes of bodies that are worked on at once: of one token, and of all. */
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
      take: (bytes) => {
        const { bodies, bodiesOfToken } = this.#limits
        const own = this.#ofToken.get(token) ?? 0
        if (own + bytes > bodiesOfToken) throw full('of this token', bodiesOfToken)
        if (this.#all + bytes > bodies) throw full('of all clients', bodies)
        this.#ofToken.set(token, own + bytes)
        this.#all += bytes
        taken += bytes
      },
      release: () => {
        const left = (this.#ofToken.get(token) ?? 0) - taken
        if (left > 0) this.#ofToken.set(token, left)
        else this.#ofToken.delete(token)
        this.#all -= taken
        taken = 0
      },
    }
  }
}

function full(whose: string, most: number): PlatformError {
  const message = `the requests ${whose} that are worked on have more than ${most} bytes together; send this one again when some are answered`
  return rateLimited(message)
}
