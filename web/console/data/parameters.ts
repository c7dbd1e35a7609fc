import { useSearchParams } from 'wouter'

/** The parameters of the address, in which a page keeps what it shows. */
export interface Parameters {
  search: URLSearchParams
  /** Sets a parameter. An empty value removes it. */
  set: (name: string, value: string) => void
  clear: () => void
}

/** Returns the parameters of the address. A change replaces the entry of the browser's history. */
export function useParameters(): Parameters {
  const [search, setSearch] = useSearchParams()
  return {
    search,
    set: (name, value) =>
      setSearch(
        (before) => {
          const next = new URLSearchParams(before)
          if (value === '') next.delete(name)
          else next.set(name, value)
          return next
        },
        { replace: true },
      ),
    clear: () => setSearch(new URLSearchParams(), { replace: true }),
  }
}
