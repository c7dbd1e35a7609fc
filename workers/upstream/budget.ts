/** A number of things that may go on at once; the others wait in order. */
export interface Budget {
  /** Resolves when there is room, to what gives the room back. Rejects with the reason of the signal. */
  take(signal: AbortSignal): Promise<() => void>
}

export function createBudget(size: number): Budget {
  let free = size
  const waiting = new Set<() => void>()

  const giveBack = (): void => {
    const [next] = waiting
    if (next === undefined) free += 1
    else {
      waiting.delete(next)
      next()
    }
  }
  const once = (): (() => void) => {
    let given = false
    return () => {
      if (!given) giveBack()
      given = true
    }
  }

  return {
    take: (signal) => {
      signal.throwIfAborted()
      if (free > 0) {
        free -= 1
        return Promise.resolve(once())
      }
      return new Promise((resolve, reject) => {
        const next = (): void => {
          signal.removeEventListener('abort', leave)
          resolve(once())
        }
        const leave = (): void => {
          waiting.delete(next)
          reject(signal.reason)
        }
        waiting.add(next)
        signal.addEventListener('abort', leave, { once: true })
      })
    },
  }
}
