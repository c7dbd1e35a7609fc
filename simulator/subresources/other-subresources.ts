import { createHash, randomUUID, sign } from 'node:crypto'
import { badRequest, conflict, staleObject } from '../api/status-error.ts'
import { at, isObject, listOf, numberOf, objectOf, stringOf, stringsOf } from '../json.ts'
import { getObject } from '../operations/read.ts'
import { keyOf } from '../operations/target.ts'
import type { SubresourceHandler } from './subresource.ts'

/** serviceaccounts/token: a signed token of the account. */
export const token: SubresourceHandler = async (context, target, { body }) => {
  const account = getObject(context, { ...target, subresource: '' })
  const spec = objectOf(at(body, 'spec'))
  const seconds = numberOf(spec['expirationSeconds'], 3600)
  if (seconds < 600)
    throw badRequest('spec.expirationSeconds: Invalid value: may not specify a duration less than 10 minutes')
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

/** namespaces/finalize: replaces spec.finalizers, which nothing else can; a deleted namespace without any is gone. */
export const finalize: SubresourceHandler = async (context, target, { body, options }) => {
  const live = getObject(context, { ...target, subresource: '' })
  const version = stringOf(at(body, 'metadata', 'resourceVersion'))
  if (version !== '' && version !== live.metadata.resourceVersion)
    throw conflict(target.resource, target.name, staleObject)
  const finalizers = listOf(at(body, 'spec', 'finalizers'))
  const next = { ...live, spec: finalizers.length === 0 ? {} : { finalizers } }
  if (options.dryRun) return { code: 200, object: next }
  const written = context.store.put(keyOf(target), next)
  const isFree = finalizers.length === 0 && (live.metadata.finalizers ?? []).length === 0
  if (live.metadata.deletionTimestamp !== undefined && isFree) context.store.remove(keyOf(target))
  return { code: 200, object: written }
}
