import { useEffect, useState, type ComponentType, type FC, type ReactNode } from 'react'

interface Module<Props> {
  default: ComponentType<Props>
}

export interface Deferred<Props> extends FC<Props> {
  /** Loads the script before the component is shown. A failure is reported when it is. */
  preload: () => void
}

/**
 * Returns a component whose script loads when it is first shown, with a fallback until then. React shows what follows the fallback of
 * a `Suspense` only 300 milliseconds after it; this shows it at once, also when an earlier `preload` has loaded it.
 */
export function deferred<Props extends object>(
  load: () => Promise<Module<Props>>,
  fallback: ReactNode = null,
): Deferred<Props> {
  let loaded: Module<Props> | undefined
  let loading: Promise<Module<Props>> | undefined
  const start = (): Promise<Module<Props>> => {
    loading ??= load().then(
      (module) => (loaded = module),
      (error: unknown) => {
        // Shown again, it tries again.
        loading = undefined
        throw error
      },
    )
    return loading
  }
  function Part(props: Props): ReactNode {
    const [module, setModule] = useState(loaded)
    const [failure, setFailure] = useState<{ error: unknown }>()
    useEffect(() => {
      let isShown = true
      start().then(
        (found) => isShown && setModule(found),
        (error: unknown) => isShown && setFailure({ error }),
      )
      return () => {
        isShown = false
      }
    }, [])
    if (failure !== undefined) throw failure.error
    return module === undefined ? fallback : <module.default {...props} />
  }
  return Object.assign(Part, { preload: () => void start().catch(() => undefined) })
}
