import { registerHooks } from 'node:module'

/*
 * Loaded before a worker (`--import`): replaces the reconcilers of its threads, so that labels of objects can poison
 * them.
 */

registerHooks({
  resolve: (specifier, context, next) => {
    const resolved = next(specifier, context)
    const isRegistry = resolved.url.endsWith('/workers/registry.ts')
    const isOurs = context.parentURL?.includes('/support/poison/') === true
    return isRegistry && !isOurs
      ? { ...resolved, url: new URL('./reconcilers.ts', import.meta.url).href }
      : resolved
  },
})
