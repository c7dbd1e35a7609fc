import type { IncomingMessage } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { sessionPath } from '../../schema/endpoints.ts'
import { invalidInput, isPlatformError } from '../../schema/errors.ts'
import type { Log } from '../../telemetry/log.ts'
import { assertNotForeign, assertSameOrigin } from '../auth/same-origin.ts'
import { sessionCookie } from '../auth/session-cookie.ts'
import type { LoginProof, Sessions, StartedSession } from '../auth/sessions.ts'
import { networkOf } from './edge/connections.ts'
import type { TextReader } from './edge/bodies.ts'

/* The login of browsers: who has a session sends its cookie instead of a token. */

const secret = z.string().min(1)
const Proof = z.union([z.strictObject({ token: secret }), z.strictObject({ code: secret })])

/** The maximum length of a login in bytes. */
const maxLogin = 4096

/** Milliseconds until a wrong token or code is refused, so that guessing takes long. */
const refusalDelay = 1000

export interface SessionOptions {
  sessions: Sessions
  log: Log
  readText: TextReader
}

/**
 * Adds `/session`: POST logs in, GET shows and prolongs the session, DELETE logs out. With `?optional`, GET responds with 204 if there
 * is no session, since browsers log each 401 as an error of the page.
 */
export function addSession(app: FastifyInstance, { sessions, log, readText }: SessionOptions): void {
  const start = async (request: FastifyRequest): Promise<StartedSession> => {
    try {
      return await sessions.start(proofOf(request.body), networkOf(request.ip))
    } catch (error) {
      if (!isPlatformError(error) || error.code !== 'UNAUTHENTICATED') throw error
      log.warn({ requestId: request.id, address: request.ip }, 'a login was refused')
      await sleep(refusalDelay)
      throw error
    }
  }
  void app.register(async (own) => {
    own.removeAllContentTypeParsers()
    // No other type, because forms of other sites can send any of those.
    own.addContentTypeParser('application/json', (request: FastifyRequest, payload: IncomingMessage) =>
      readText(request, payload, maxLogin),
    )
    const admit = async (request: FastifyRequest) => {
      // Another origin could make a browser act for its owner, unnoticed.
      assertNotForeign(request.headers)
      return { sender: `login from ${networkOf(request.ip)}`, isAuthenticated: false }
    }
    own.post(sessionPath, { config: { admit } }, async (request, reply) => {
      const session = await start(request)
      log.info({ requestId: request.id, actor: session.actor.name }, 'a session was started')
      return remember(request, reply, session).code(204).send()
    })
    own.get<{ Querystring: { optional?: string } }>(
      sessionPath,
      { config: { open: true } },
      async (request, reply) => {
        // Browsers add no header to the request of a page over plain HTTP, and other origins cannot read the response.
        assertNotForeign(request.headers)
        const { optional } = request.query
        const session = await sessions.renew(request.headers).catch((error: unknown) => {
          if (optional === undefined || !isPlatformError(error) || error.code !== 'UNAUTHENTICATED')
            throw error
          return undefined
        })
        if (session === undefined) return reply.code(204).send()
        const { actor, expiresAt } = session
        return remember(request, reply, session).send({
          actor: { name: actor.name, role: actor.kind },
          expiresAt: expiresAt.toISOString(),
        })
      },
    )
    own.delete(sessionPath, { config: { open: true } }, async (request, reply) => {
      assertSameOrigin(request.headers)
      await sessions.end(request.headers)
      const cookie = sessionCookie(request.headers, { value: '', seconds: 0 })
      return reply.header('set-cookie', cookie).code(204).send()
    })
  })
}

/** Stores the cookie of a session in the browser, for as long as the session lasts. */
function remember(
  { headers }: FastifyRequest,
  reply: FastifyReply,
  { value, expiresAt }: StartedSession,
): FastifyReply {
  const seconds = (expiresAt.getTime() - Date.now()) / 1000
  return reply.header('set-cookie', sessionCookie(headers, { value, seconds }))
}

/** Returns what a login shows. Throws INVALID_INPUT, without quoting what may be a secret. */
function proofOf(body: unknown): LoginProof {
  const parsed = Proof.safeParse(jsonOf(body))
  if (parsed.success) return parsed.data
  const message = 'must be a JSON object with either "token" or "code"'
  throw invalidInput([{ path: 'body', code: 'INVALID', message }])
}

function jsonOf(text: unknown): unknown {
  try {
    return JSON.parse(String(text))
  } catch {
    return undefined
  }
}
