import type { FastifyInstance, FastifyRequest } from 'fastify'

/** Returns the methods of the routes that match the path of a request; empty if there are none. */
export type AllowedMethods = (request: FastifyRequest) => string[]

/** Collects the methods of the routes that are added from now on. */
export function collectMethods(app: FastifyInstance): AllowedMethods {
  const routes = new Map<string, { pattern: RegExp; methods: Set<string> }>()
  app.addHook('onRoute', ({ url, method }) => {
    // The route of preflights matches every path.
    if (url === '*') return
    const route = routes.get(url) ?? { pattern: patternOf(url), methods: new Set() }
    for (const each of [method].flat()) route.methods.add(each)
    routes.set(url, route)
  })
  return ({ url }) => {
    const path = url.split('?')[0]?.replace(/(.)\/$/, '$1') ?? ''
    const found = [...routes.values()].filter(({ pattern }) => pattern.test(path))
    return [...new Set(found.flatMap(({ methods }) => [...methods]))].sort()
  }
}

/** Returns a pattern of the paths that a route matches. */
function patternOf(url: string): RegExp {
  const parts = url.split('/').map((part) => {
    const constraint = /^:\w+\(\^?(.+?)\$?\)$/.exec(part)?.[1]
    if (constraint !== undefined) return constraint
    if (part.startsWith(':')) return '[^/]+'
    return part === '*' ? '.*' : part.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`)
  })
  return new RegExp(`^${parts.join('/')}$`)
}
