/**
 * Resolves with the result of the work, or rejects with the reason of the signal once it is aborted, so that a caller
 * does not wait for an unresponsive server. The listener is always removed: a composite signal with listeners would
 * live as long as its sources.
 */
export async function unlessAborted<Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result> {
  const aborted = Promise.withResolvers<never>()
  const onAbort = (): void => aborted.reject(signal.reason)
  signal.addEventListener('abort', onAbort)
  if (signal.aborted) onAbort()
  try {
    return await Promise.race([work, aborted.promise])
  } finally {
    signal.removeEventListener('abort', onAbort)
  }
}
