import { z } from 'zod'
import { isRecord } from '../../../schema/manifests.ts'
import type { KubeClient } from './client.ts'
import { expected } from './expected.ts'
import { mapWithLimit } from './map-with-limit.ts'

/** What most workloads are made of; what a definition needs beyond it is told when it is applied. */
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

/** What says how they are doing. */
const read: readonly [resource: string, verbs: readonly string[]][] = [
  ['pods', ['list', 'watch']],
  ['replicasets.apps', ['list']],
  ['events', ['list']],
]

interface Permission {
  verb: string
  /** `deployments.apps`. */
  resource: string
}

const needed: readonly Permission[] = [
  ...applied.map((resource): [string, readonly string[]] => [resource, appliedVerbs]),
  ...read,
].flatMap(([resource, verbs]) => verbs.map((verb) => ({ verb, resource })))

const Review = z.object({ status: z.object({ allowed: z.boolean().default(false) }) })

/** What of all that is needed is not allowed in all namespaces: one question for administrators, one each for others. */
export async function missingPermissions(client: KubeClient, signal: AbortSignal): Promise<string[]> {
  if (await isAllowed(client, { verb: '*', resource: '*.*' }, signal)) return []
  const answers = await mapWithLimit(needed, 8, async (permission) => ({
    permission,
    allowed: await isAllowed(client, permission, signal),
  }))
  const missing = new Map<string, string[]>()
  for (const { permission, allowed } of answers) {
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
  const answer = await client.request({
    method: 'POST',
    path: '/apis/authorization.k8s.io/v1/selfsubjectaccessreviews',
    body: {
      apiVersion: 'authorization.k8s.io/v1',
      kind: 'SelfSubjectAccessReview',
      spec: { resourceAttributes: { verb, resource: name, group: group.join('.') } },
    },
    signal,
  })
  // A server that has no opinion refuses nothing.
  if (isRecord(answer) && answer['status'] === undefined) return true
  return expected(Review, answer, client).status.allowed
}
