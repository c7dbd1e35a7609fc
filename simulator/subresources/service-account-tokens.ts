import { createHash, randomUUID, sign, verify } from 'node:crypto'
import type { Actor, ClusterContext } from '../context.ts'
import { invalidValue } from '../errors/field-errors.ts'
import { invalid } from '../errors/status-error.ts'
import { at, isObject, numberOf, objectOf, stringOf, stringsOf } from '../json.ts'
import { getObject } from '../operations/read.ts'
import type { SubresourceHandler } from './subresource.ts'

/** Handles serviceaccounts/token: returns a signed token of the account. */
export const token: SubresourceHandler = async (context, target, { body }) => {
  const account = getObject(context, { ...target, subresource: '' })
  const spec = objectOf(at(body, 'spec'))
  const seconds = numberOf(spec['expirationSeconds'], 3600)
  if (seconds < 600)
    throw invalid({ group: 'authentication.k8s.io', kind: 'TokenRequest' }, '', [
      invalidValue('spec.expirationSeconds', seconds, 'may not specify a duration less than 10 minutes'),
    ])
  const audiences = stringsOf(spec['audiences'])
  const now = Math.floor(context.now().getTime() / 1000)
  const claims = {
    aud: audiences.length > 0 ? audiences : [context.issuer],
    exp: now + seconds,
    iat: now,
    iss: context.issuer,
    jti: randomUUID(),
    'kubernetes.io': {
      namespace: target.namespace,
      serviceaccount: { name: target.name, uid: account.metadata.uid },
    },
    nbf: now,
    sub: `system:serviceaccount:${target.namespace}:${target.name}`,
  }
  const header = {
    alg: 'ES256',
    kid: createHash('sha256').update(context.tokenKey).digest('base64url').slice(0, 16),
  }
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const signed = `${part(header)}.${part(claims)}`
  const signature = sign('sha256', Buffer.from(signed), { key: context.tokenKey, dsaEncoding: 'ieee-p1363' })
  return {
    code: 201,
    object: {
      kind: 'TokenRequest',
      apiVersion: 'authentication.k8s.io/v1',
      metadata: {
        name: target.name,
        namespace: target.namespace,
        uid: account.metadata.uid,
        creationTimestamp: new Date(now * 1000).toISOString().replace('.000', ''),
      },
      spec: {
        audiences: claims.aud,
        expirationSeconds: seconds,
        boundObjectRef: isObject(spec['boundObjectRef']) ? spec['boundObjectRef'] : null,
      },
      status: {
        token: `${signed}.${signature.toString('base64url')}`,
        expirationTimestamp: new Date((now + seconds) * 1000).toISOString().replace('.000', ''),
      },
    },
  }
}

/**
 * Returns the account of a token of this cluster; undefined if it is forged or expired, or if the account was deleted.
 */
export function serviceAccountOf(context: ClusterContext, token: string): Actor | undefined {
  const [header, payload, signature] = token.split('.')
  if (header === undefined || payload === undefined || signature === undefined) return undefined
  const signed = Buffer.from(`${header}.${payload}`)
  const key = { key: context.tokenKey, dsaEncoding: 'ieee-p1363' as const }
  if (!verify('sha256', signed, key, Buffer.from(signature, 'base64url'))) return undefined
  const claims: unknown = JSON.parse(Buffer.from(payload, 'base64url').toString())
  if (
    !isObject(claims) ||
    typeof claims['exp'] !== 'number' ||
    claims['exp'] * 1000 < context.now().getTime()
  )
    return undefined
  const subject = stringOf(claims['sub'])
  const [, , namespace = '', name = ''] = subject.split(':')
  const account = context.store.get({ resource: 'serviceaccounts', namespace, name })
  // The token is not valid for another account of the same name.
  const result = at(claims['kubernetes.io'], 'serviceaccount', 'uid')
  if (account === undefined || account.metadata.uid !== result) return undefined
  const groups = ['system:serviceaccounts', `system:serviceaccounts:${namespace}`, 'system:authenticated']
  return { name: subject, groups, uid: account.metadata.uid }
}
