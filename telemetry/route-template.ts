import type { FastifyRequest } from 'fastify'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Returns the template of a request, for routes that serve several. @default the URL of the route */
    templateOf?: (request: FastifyRequest) => string
  }
}

/** Returns the template of the path of a request, such as `/v0/projects/:id`; `none` for requests without a route. */
export function routeTemplate(request: FastifyRequest): string {
  const { config, url } = request.routeOptions
  return config.templateOf?.(request) ?? url ?? 'none'
}
