import type { IncomingMessage } from 'node:http'
import { createRemoteJWKSet, jwtVerify } from 'jose'

/** Who sends a request, as the control plane says. */
export interface Caller {
  name: string
}

/** Returns who sends a request, or undefined if the control plane did not send it. */
export type Identify = (request: IncomingMessage) => Promise<Caller | undefined>

/** Verifies the tokens that a control plane sends with each request, with its public keys. */
export function identifyBy(server: string, module: string): Identify {
  const keys = createRemoteJWKSet(new URL('/.well-known/jwks.json', server))
  return async ({ headers, method, url = '' }) => {
    const [, token] = /^Bearer (.+)$/.exec(headers.authorization ?? '') ?? []
    if (token === undefined) return undefined
    try {
      const { payload } = await jwtVerify(token, keys, {
        issuer: 'qleetos',
        audience: module,
        algorithms: ['EdDSA'],
      })
      const isOfRequest = payload['htm'] === method && payload['htu'] === url.split('?')[0]
      return isOfRequest && payload.sub !== undefined ? { name: payload.sub } : undefined
    } catch {
      return undefined
    }
  }
}
