import type { Actor, ClusterContext } from '../context.ts'
import { objectOf, type JsonObject } from '../json.ts'
import { serviceAccountOf } from '../api/authentication.ts'
import { decode } from '../operations/decode.ts'
import type { Target, Written } from '../operations/target.ts'
import type { Resource } from '../resources/resource.ts'

const reviews: Readonly<
  Record<string, (context: ClusterContext, spec: JsonObject, actor: Actor) => JsonObject>
> = {
  // There is no authorization here: whoever is let in may do everything.
  selfsubjectaccessreviews: () => ({ allowed: true }),
  subjectaccessreviews: () => ({ allowed: true }),
  localsubjectaccessreviews: () => ({ allowed: true }),
  selfsubjectrulesreviews: () => ({
    resourceRules: [{ verbs: ['*'], apiGroups: ['*'], resources: ['*'] }],
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

/** Questions in the shape of objects: created, answered, not kept. */
export function isReview(resource: Resource): boolean {
  return reviews[resource.plural] !== undefined && resource.group.startsWith('auth')
}

export function createReview(
  context: ClusterContext,
  { resource }: Target,
  { body, actor }: { body: JsonObject; actor: Actor },
): Written {
  const object = decode(resource, body, { fieldValidation: 'Ignore', warnings: new Set() })
  object['status'] = reviews[resource.plural]?.(context, objectOf(object['spec']), actor) ?? {}
  return { object, created: true }
}

function userInfo({ name, groups, uid }: Actor): JsonObject {
  return { username: name, uid, groups: [...groups] }
}
