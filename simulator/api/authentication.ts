import { timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { TLSSocket } from 'node:tls'
import type { Actor, ClusterContext } from '../context.ts'
import { serviceAccountOf } from '../subresources/service-account-tokens.ts'

export interface Credentials {
  /** The bearer token of the administrator. */
  adminToken: string
}

const admin: Actor = { name: 'kubernetes-admin', groups: ['system:masters', 'system:authenticated'] }

const anonymous: Actor = { name: 'system:anonymous', groups: ['system:unauthenticated'] }

/** Reports whether the sender has no credentials. */
export function isAnonymous(actor: Actor): boolean {
  return actor === anonymous
}

/**
 * Authenticates a request by client certificate, the administrator's token or a service account's. A sender without
 * credentials is anonymous; returns undefined for credentials that are invalid or expired.
 */
export function authenticate(
  context: ClusterContext,
  request: IncomingMessage,
  credentials: Credentials,
): Actor | undefined {
  // Every socket of this server is a TLS one; http's own type does not know.
  const socket = request.socket as TLSSocket
  const byCertificate = certificateActor(socket)
  if (byCertificate !== undefined) return byCertificate
  // Schemes other than Bearer are ignored.
  const token = /^Bearer +(\S+)/i.exec(request.headers.authorization ?? '')?.[1]
  if (token !== undefined)
    return isEqualInConstantTime(token, credentials.adminToken) ? admin : serviceAccountOf(context, token)
  return Object.keys(socket.getPeerCertificate()).length === 0 ? anonymous : undefined
}

const known = new WeakMap<TLSSocket, Actor>()

function certificateActor(socket: TLSSocket): Actor | undefined {
  if (!socket.authorized) return undefined
  const found = known.get(socket)
  if (found !== undefined) return found
  const { subject } = socket.getPeerCertificate()
  const organizations = [subject?.O ?? []].flat()
  const actor = {
    name: [subject?.CN ?? ''].flat()[0] ?? '',
    groups: [...organizations, 'system:authenticated'],
  }
  known.set(socket, actor)
  return actor
}

function isEqualInConstantTime(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)]
  return left.length === right.length && timingSafeEqual(left, right)
}
