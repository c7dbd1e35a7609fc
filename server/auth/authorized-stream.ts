import { isPlatformError } from '../../schema/errors.ts'

/**
 * Milliseconds between two checks. Together with the lifetime of the token cache, a stream outlives its token by at
 * most 8 seconds.
 */
const checkEvery = 3000

/**
 * Ends a stream once a check of its reader fails with UNAUTHENTICATED or FORBIDDEN, also while the stream is idle. A check
 * that fails otherwise, for example because the database is unavailable, does not end the stream.
 */
export function endWhenUnauthorized<Item>(
  items: AsyncIterableIterator<Item>,
  check: () => Promise<void>,
): AsyncIterableIterator<Item> {
  let failure: unknown
  let fail: (error: unknown) => void = () => undefined
  const end = async (): Promise<void> => {
    clearInterval(timer)
    await items.return?.()
  }
  const timer = setInterval(() => {
    check().catch((error: unknown) => {
      if (!isPlatformError(error) || (error.code !== 'UNAUTHENTICATED' && error.code !== 'FORBIDDEN')) return
      failure = error
      fail(error)
      end().catch(() => undefined)
    })
  }, checkEvery)
  timer.unref()
  return {
    [Symbol.asyncIterator]() {
      return this
    },
    next: async () => {
      try {
        const result = await new Promise<IteratorResult<Item>>((resolve, reject) => {
          fail = reject
          if (failure === undefined) items.next().then(resolve, reject)
          else reject(failure)
        })
        if (result.done === true) clearInterval(timer)
        return result
      } catch (error) {
        clearInterval(timer)
        throw error
      }
    },
    return: async () => {
      await end()
      return { done: true, value: undefined }
    },
  }
}
