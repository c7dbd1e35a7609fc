/** A semaphore: limits concurrent operations, and admits waiting ones in order. */
export interface Budget {
  /** Waits for a slot. Resolves with a function that releases it; rejects with the reason of the signal. */
  take(signal: AbortSignal): Promise<() => void>
}

export function createBudget(size: number): Budget {
  let free = size
  const waiters = new Set<() => void>()

  const release = (): void => {
    const [next] = waiters
    if (next === undefined) free += 1
    else {
      waiters.delete(next)
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
          waiters.delete(admit)
          reject(signal.reason)
        }
        waiters.add(admit)
        signal.addEventListener('abort', abandon, { once: true })
      })
    },
  }
}
