import { type PlatformError, rateLimited } from '../../schema/errors.ts'

/** Work that is waited for in turn: each key has a share of what there is, and a queue of its own. */
export interface KeyedLimiter {
  /** Does the work when it is the turn of `key`. Throws RATE_LIMITED when too much of that key waits already. */
  run<Result>(key: string, work: () => Promise<Result>): Promise<Result>
  /** The same for work that ends elsewhere: resolves at its turn, with what is to be called at its end. */
  acquire(key: string): Promise<() => void>
}

export interface KeyedLimiterOptions {
  /** How much runs at once. */
  atOnce: number
  /** How much of one key runs at once. @default atOnce */
  each?: number
  /** How much of one key waits. */
  waiting: number
  /** What is waited for, in the plural, for the error. */
  of: string
}

interface Key {
  running: number
  waiting: (() => void)[]
}

/** Keys take turns one by one, so that who asks for a thousand things delays by one of them who asks for one. */
export function createKeyedLimiter({
  atOnce,
  each = atOnce,
  waiting,
  of,
}: KeyedLimiterOptions): KeyedLimiter {
  /** Those that run or wait; in the order of their turns. */
  const keys = new Map<string, Key>()
  let running = 0

  const begin = (key: Key): void => {
    running += 1
    key.running += 1
  }

  const end = (name: string, key: Key): void => {
    running -= 1
    key.running -= 1
    // Others first.
    keys.delete(name)
    if (key.running > 0 || key.waiting.length > 0) keys.set(name, key)
    beginNext()
  }

  const beginNext = (): void => {
    for (const key of keys.values()) {
      if (running >= atOnce) return
      if (key.running >= each) continue
      const next = key.waiting.shift()
      if (next === undefined) continue
      begin(key)
      // Whoever is asked for meanwhile is answered first: what follows a promise would go before that.
      setImmediate(next)
    }
  }

  const turn = async (name: string): Promise<() => void> => {
    let key = keys.get(name)
    if (key === undefined) keys.set(name, (key = { running: 0, waiting: [] }))
    const own = key
    if (running < atOnce && own.running < each) begin(own)
    else {
      if (own.waiting.length >= waiting) throw tooMany(waiting, of)
      await new Promise<void>((resolve) => own.waiting.push(resolve))
    }
    let isOver = false
    return () => {
      if (isOver) return
      isOver = true
      end(name, own)
    }
  }

  return {
    acquire: turn,
    run: async (name, work) => {
      const over = await turn(name)
      try {
        return await work()
      } finally {
        over()
      }
    },
  }
}

function tooMany(waiting: number, of: string): PlatformError {
  const message = `more than ${waiting} ${of} of this token wait already; send fewer at once, and try again in a second`
  return rateLimited(message)
}
