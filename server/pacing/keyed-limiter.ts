import { type PlatformError, rateLimited } from '../../schema/errors.ts'

/** Limits concurrent work. Each key has its own queue, and keys take turns. */
export interface KeyedLimiter {
  /** Runs the work when it is the turn of `key`. Throws RATE_LIMITED when the queue of that key is full. */
  run<Result>(key: string, work: () => Promise<Result>): Promise<Result>
  /**
   * Waits for the turn of `key` and returns a function that releases the slot, for work whose end the limiter cannot
   * await.
   */
  acquire(key: string): Promise<() => void>
}

export interface KeyedLimiterOptions {
  /** The maximum number of items that run at once. */
  atOnce: number
  /** The maximum number of items of one key that run at once. @default atOnce */
  each?: number
  /** The maximum number of items of one key that wait. */
  waiting: number
  /** What the items are called in the error message, in the plural. */
  of: string
  /** Where they come from, in the error message. @default of this token */
  from?: string
}

interface Key {
  running: number
  waiting: (() => void)[]
}

/**
 * Creates a limiter that serves keys round-robin, so a client with a thousand requests delays a client with one by one
 * request only.
 */
export function createKeyedLimiter({
  atOnce,
  each = atOnce,
  waiting,
  of,
  from = 'of this token',
}: KeyedLimiterOptions): KeyedLimiter {
  /** Keys with running or waiting work, in the order of their turns. */
  const keys = new Map<string, Key>()
  let running = 0

  const start = (key: Key): void => {
    running += 1
    key.running += 1
  }

  const end = (name: string, key: Key): void => {
    running -= 1
    key.running -= 1
    // Deleting and setting moves the key to the end of the turns.
    keys.delete(name)
    if (key.running > 0 || key.waiting.length > 0) keys.set(name, key)
    startNext()
  }

  const startNext = (): void => {
    for (const key of keys.values()) {
      if (running >= atOnce) return
      if (key.running >= each) continue
      const next = key.waiting.shift()
      if (next === undefined) continue
      start(key)
      // A macrotask, so that pending I/O is served first; the continuation of a promise would run before it.
      setImmediate(next)
    }
  }

  const acquire = async (name: string): Promise<() => void> => {
    let key = keys.get(name)
    if (key === undefined) keys.set(name, (key = { running: 0, waiting: [] }))
    const own = key
    if (running < atOnce && own.running < each) start(own)
    else {
      if (own.waiting.length >= waiting) throw tooMany(waiting, `${of} ${from}`)
      await new Promise<void>((resolve) => own.waiting.push(resolve))
    }
    let isReleased = false
    return () => {
      if (isReleased) return
      isReleased = true
      end(name, own)
    }
  }

  return {
    acquire,
    run: async (name, work) => {
      const release = await acquire(name)
      try {
        return await work()
      } finally {
        release()
      }
    },
  }
}

function tooMany(waiting: number, of: string): PlatformError {
  const message = `more than ${waiting} ${of} are waiting; send fewer at once, and retry in a second`
  return rateLimited(message)
}
