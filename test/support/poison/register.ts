import { registerHooks } from 'node:module'

/* Loaded ahead of a worker (`--import`): its threads get reconcilers that are poisoned where a label of an object says so. */

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
