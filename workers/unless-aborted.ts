/**
 * The result of the work, or the reason of the signal when that is aborted: what is asked of somebody who is away is not
 * waited for. A signal of several others that is listened to lives as long as they do, so nothing goes on listening.
 */
export async function unlessAborted<Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result> {
  const ended = Promise.withResolvers<never>()
  const end = (): void => ended.reject(signal.reason)
  signal.addEventListener('abort', end)
  if (signal.aborted) end()
  try {
    return await Promise.race([work, ended.promise])
  } finally {
    signal.removeEventListener('abort', end)
  }
}
