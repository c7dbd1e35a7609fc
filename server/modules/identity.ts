import { createPrivateKey, createPublicKey } from 'node:crypto'
import { exportJWK, SignJWT, type JSONWebKeySet } from 'jose'
import type { Actor } from '../../schema/graphql/context.ts'
import { tokenIssuer, tokenSeconds } from '../../schema/modules/token.ts'
import type { SigningSeed } from '../store/encryption.ts'

/** Says to modules who sends a request. */
export interface CallerTokens {
  /** Returns a token that is valid for one request, and for a minute. */
  sign(caller: Caller): Promise<string>
  /** The public keys that tokens are verified with. */
  keys: JSONWebKeySet
}

interface Caller {
  actor: Actor
  /** The name of the module that gets the request: no other one accepts the token. */
  module: string
  requestId: string
  method: string
  path: string
}

const algorithm = 'EdDSA'

/** What comes before the seed of an Ed25519 key in its PKCS #8 form: https://www.rfc-editor.org/rfc/rfc8410#section-7 */
const pkcs8Prefix = Buffer.from('302e020100300506032b657004220420', 'hex')

/** Creates tokens with key pairs that follow from the encryption keys, so that all servers have the same ones. */
export async function createCallerTokens(
  seeds: readonly [SigningSeed, ...SigningSeed[]],
): Promise<CallerTokens> {
  const pairs = seeds.map(({ id, seed }) => {
    const key = Buffer.concat([pkcs8Prefix, seed])
    return { id, privateKey: createPrivateKey({ key, format: 'der', type: 'pkcs8' }) }
  })
  const [{ id: kid }] = seeds
  const [current] = pairs
  if (current === undefined) throw new Error('there is no key to sign with')
  const keys = await Promise.all(
    pairs.map(async ({ id, privateKey }) => ({
      ...(await exportJWK(createPublicKey(privateKey))),
      kid: id,
      alg: algorithm,
      use: 'sig',
    })),
  )
  return {
    keys: { keys },
    sign: ({ actor, module, requestId, method, path }) =>
      new SignJWT({ role: actor.kind, htm: method, htu: path })
        .setProtectedHeader({ alg: algorithm, kid, typ: 'JWT' })
        .setIssuer(tokenIssuer)
        .setAudience(module)
        .setSubject(actor.name)
        .setJti(requestId)
        .setIssuedAt()
        .setExpirationTime(`${tokenSeconds}s`)
        .sign(current.privateKey),
  }
}
