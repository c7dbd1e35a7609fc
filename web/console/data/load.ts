import { useEffect, useState } from 'react'
import { errorOf } from './error-of.ts'

/** What is read once. */
export interface Loaded<Value> {
  value?: Value
  error?: Error
  isLoading: boolean
}

/** Returns what a function reads, again whenever the key changes. The value before stays until there is another. */
export function useLoaded<Value>(key: string, read: (signal: AbortSignal) => Promise<Value>): Loaded<Value> {
  const [state, setState] = useState<Loaded<Value>>({ isLoading: true })
  useEffect(() => {
    const abort = new AbortController()
    setState((before) => ({ ...before, isLoading: true }))
    read(abort.signal).then(
      (value) => !abort.signal.aborted && setState({ value, isLoading: false }),
      (error: unknown) =>
        !abort.signal.aborted &&
        setState((before) => ({
          ...before,
          error: errorOf(error),
          isLoading: false,
        })),
    )
    return () => abort.abort()
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the key says when to read again
  }, [key])
  return state
}
