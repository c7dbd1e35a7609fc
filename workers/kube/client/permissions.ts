import { z } from 'zod'
import { isRecord } from '../../../schema/manifests.ts'
import type { KubeClient } from './client.ts'
import { parseResponse } from './parse-response.ts'
import { mapWithLimit } from '../../../schema/map-with-limit.ts'

/** Resources that most workloads consist of. Missing permissions for others are reported when they are applied. */
const applied = [
  'namespaces',
  'configmaps',
  'secrets',
  'services',
  'serviceaccounts',
  'persistentvolumeclaims',
  'deployments.apps',
  'statefulsets.apps',
  'daemonsets.apps',
  'jobs.batch',
  'cronjobs.batch',
  'ingresses.networking.k8s.io',
]
const appliedVerbs = ['get', 'list', 'watch', 'create', 'patch', 'delete']

/** Resources that explain the health of workloads. */
const read: readonly [resource: string, verbs: readonly string[]][] = [
  ['pods', ['list', 'watch']],
  ['replicasets.apps', ['list']],
  ['events', ['list']],
]

interface Permission {
  verb: string
  /** The plural name with its group, for example `deployments.apps`. */
  resource: string
}

const needed: readonly Permission[] = [
  ...applied.map((resource): [string, readonly string[]] => [resource, appliedVerbs]),
  ...read,
].flatMap(([resource, verbs]) => verbs.map((verb) => ({ verb, resource })))

const Review = z.object({ status: z.object({ allowed: z.boolean().default(false) }) })

/**
 * Returns the needed permissions that are not granted in all namespaces. Costs one review for administrators, and one per
 * permission for others.
 */
export async function missingPermissions(client: KubeClient, signal: AbortSignal): Promise<string[]> {
  if (await isAllowed(client, { verb: '*', resource: '*.*' }, signal)) return []
  const reviews = await mapWithLimit(needed, 8, async (permission) => ({
    permission,
    allowed: await isAllowed(client, permission, signal),
  }))
  const missing = new Map<string, string[]>()
  for (const { permission, allowed } of reviews) {
    if (allowed) continue
    missing.set(permission.resource, [...(missing.get(permission.resource) ?? []), permission.verb])
  }
  return [...missing].map(([resource, verbs]) => `${verbs.join(', ')} ${resource}`)
}

async function isAllowed(
  client: KubeClient,
  { verb, resource }: Permission,
  signal: AbortSignal,
): Promise<boolean> {
  const [name = '', ...group] = resource.split('.')
  const review = await client.request({
    method: 'POST',
    path: '/apis/authorization.k8s.io/v1/selfsubjectaccessreviews',
    body: {
      apiVersion: 'authorization.k8s.io/v1',
      kind: 'SelfSubjectAccessReview',
      spec: { resourceAttributes: { verb, resource: name, group: group.join('.') } },
    },
    signal,
  })
  // A server that returns no status makes no authorization decision.
  if (isRecord(review) && review['status'] === undefined) return true
  return parseResponse(Review, review, client).status.allowed
}
