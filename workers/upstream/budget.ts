/** A semaphore: limits concurrent operations, and admits waiting ones in order. */
export interface Budget {
  /** Waits for a slot. Resolves with a function that releases it; rejects with the reason of the signal. */
  take(signal: AbortSignal): Promise<() => void>
}

export function createBudget(size: number): Budget {
  let free = size
  const waiting = new Set<() => void>()

  const release = (): void => {
    const [next] = waiting
    if (next === undefined) free += 1
    else {
      waiting.delete(next)
      next()
    }
  }
  const releaseOnce = (): (() => void) => {
    let isReleased = false
    return () => {
      if (!isReleased) release()
      isReleased = true
    }
  }

  return {
    take: (signal) => {
      signal.throwIfAborted()
      if (free > 0) {
        free -= 1
        return Promise.resolve(releaseOnce())
      }
      return new Promise((resolve, reject) => {
        const admit = (): void => {
          signal.removeEventListener('abort', abandon)
          resolve(releaseOnce())
        }
        const abandon = (): void => {
          waiting.delete(admit)
          reject(signal.reason)
        }
        waiting.add(admit)
        signal.addEventListener('abort', abandon, { once: true })
      })
    },
  }
}
