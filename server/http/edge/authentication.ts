import type { FastifyInstance, FastifyRequest } from 'fastify'
import { PlatformError } from '../../../schema/errors.ts'
import type { Actor } from '../../../schema/graphql/context.ts'
import type { Authenticator } from '../../auth/tokens.ts'
import { hasBody } from './refused-body.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The authenticated actor; set on every route that is not open. */
    actor: Actor | undefined
  }
}

/**
 * Authenticates requests by their headers, before reading any of the body. Unknown routes are open, as they only respond
 * with 404; but any request with a body needs a token.
 *
 * @param onKnown Called once a request is authenticated.
 */
export function addAuthentication(
  app: FastifyInstance,
  { authenticator, onKnown }: { authenticator: Authenticator; onKnown: (request: FastifyRequest) => void },
): void {
  app.decorateRequest('actor', undefined)
  app.addHook('onRequest', async (request, reply) => {
    const isOpen = request.is404 || request.routeOptions.config.open === true
    if (isOpen && !hasBody(request.raw)) return
    request.actor = await authenticator.authenticate(request.headers.authorization)
    onKnown(request)
    // A client that sent "Expect: 100-continue" sends its body only after this.
    if (request.headers.expect !== undefined) reply.raw.writeContinue()
  })
  // Without a listener, Node itself would respond with 100 Continue.
  app.server.on('checkContinue', (request, response) => app.server.emit('request', request, response))
}

/** Returns the actor of a request to a route that is not open. Throws UNAUTHENTICATED. */
export function actorOf({ actor }: FastifyRequest): Actor {
  if (actor === undefined)
    throw new PlatformError('UNAUTHENTICATED', 'the request has no token; send "Authorization: Bearer TOKEN"')
  return actor
}
