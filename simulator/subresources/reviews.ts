import { timestamp, type Actor, type ClusterContext } from '../context.ts'
import { objectOf, own, type JsonObject } from '../json.ts'
import { recordUpdate } from '../operations/manage.ts'
import type { Resource } from '../resources/resource.ts'
import { decode } from '../strategy/decode.ts'
import type { Target, WriteOptions, Written } from '../target.ts'
import { serviceAccountOf } from './service-account-tokens.ts'

const reviews: Readonly<
  Record<string, (context: ClusterContext, spec: JsonObject, actor: Actor) => JsonObject>
> = {
  // There is no authorization: every authenticated sender may do everything.
  selfsubjectaccessreviews: () => ({ allowed: true }),
  subjectaccessreviews: () => ({ allowed: true }),
  localsubjectaccessreviews: () => ({ allowed: true }),
  selfsubjectrulesreviews: () => ({
    resourceRules: [
      { verbs: ['*'], apiGroups: ['*'], resources: ['*'] },
      { verbs: ['create'], apiGroups: ['authentication.k8s.io'], resources: ['selfsubjectreviews'] },
      {
        verbs: ['create'],
        apiGroups: ['authorization.k8s.io'],
        resources: ['selfsubjectaccessreviews', 'selfsubjectrulesreviews'],
      },
    ],
    nonResourceRules: [{ verbs: ['*'], nonResourceURLs: ['*'] }],
    incomplete: false,
  }),
  selfsubjectreviews: (_context, _spec, actor) => ({ userInfo: userInfo(actor) }),
  tokenreviews(context, spec) {
    const actor = serviceAccountOf(context, String(spec['token'] ?? ''))
    return actor === undefined
      ? { user: {} }
      : { authenticated: true, user: userInfo(actor), audiences: [context.issuer] }
  },
}

/** Reports whether the resource is a review: created, evaluated, and not stored. */
export function isReview(resource: Resource): boolean {
  return own(reviews, resource.plural) !== undefined && resource.group.startsWith('auth')
}

export function createReview(
  context: ClusterContext,
  target: Target,
  { body, options }: { body: JsonObject; options: WriteOptions },
): Written {
  const { plural } = target.resource
  const object = decode(target.resource, body, options)
  recordUpdate(context, target, { live: undefined, next: object, fieldManager: options.fieldManager })
  if (plural === 'selfsubjectreviews') object.metadata.creationTimestamp = timestamp(context.now())
  object['status'] = reviews[plural]?.(context, objectOf(object['spec']), options.actor) ?? {}
  return { object, created: true }
}

function userInfo({ name, groups, uid }: Actor): JsonObject {
  return { username: name, uid, groups: [...groups] }
}
