import type { FastifyInstance, FastifyRequest } from 'fastify'
import { PlatformError } from '../../../schema/errors.ts'
import type { Actor } from '../../../schema/graphql/context.ts'
import type { Authenticator } from '../../auth/tokens.ts'
import { hasBody } from './refused-body.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Who sends it, on every route that is not open. */
    actor: Actor | undefined
  }
}

/**
 * Authenticates by the headers, before a byte of the body is read. What has no route is open, as nothing is behind it;
 * but nobody sends a body without a token.
 *
 * @param onKnown Called when the sender is known.
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
    // Who asks before sending its body is let go on only now.
    if (request.headers.expect !== undefined) reply.raw.writeContinue()
  })
  // Without a listener Node itself asks for the body.
  app.server.on('checkContinue', (request, response) => app.server.emit('request', request, response))
}

/** Who sends a request to a route that is not open. */
export function actorOf({ actor }: FastifyRequest): Actor {
  if (actor === undefined) throw new PlatformError('UNAUTHENTICATED', 'the request has no token')
  return actor
}
