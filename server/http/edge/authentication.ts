import type { FastifyInstance, FastifyRequest } from 'fastify'
import { PlatformError } from '../../../schema/errors.ts'
import type { Actor } from '../../../schema/graphql/context.ts'
import type { Authenticator } from '../../auth/tokens.ts'
import { hasBody } from './refused-body.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The authenticated actor; set on every route that is not open. */
    actor: Actor | undefined
    /** The name under which the body of the request counts; set once it may be read. */
    sender: string | undefined
  }

  interface FastifyContextConfig {
    /** Authenticates requests of the route by their headers, instead of by a token of ours. Throws UNAUTHENTICATED. */
    admit?: (request: FastifyRequest) => Promise<Admitted>
  }
}

/** A request whose body may be read. */
export interface Admitted {
  /** The name under which its body counts. */
  sender: string
  /** False if only the body shows who sends it. */
  isAuthenticated: boolean
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
  app.decorateRequest('sender', undefined)
  app.addHook('onRequest', async (request, reply) => {
    const { open, admit } = request.routeOptions.config
    const isOpen = request.is404 || open === true
    if (isOpen && !hasBody(request.raw)) return
    if (admit !== undefined && !request.is404) {
      const { sender, isAuthenticated } = await admit(request)
      request.sender = sender
      if (isAuthenticated) onKnown(request)
    } else {
      request.actor = await authenticator.authenticate(request.headers)
      request.sender = request.actor.name
      onKnown(request)
    }
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
