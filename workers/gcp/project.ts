import { CloudBlocked } from '../clouds/errors.ts'
import type { GcpAccess } from './account.ts'
import { isNotFound } from './errors.ts'

/* The project of an account: https://cloud.google.com/resource-manager/reference/rest/v3/projects */

/** The label by which a project admits an account that acts with the identity of the workers. */
export const admittingLabel = 'qleet-account'

/**
 * Checks that a project admits an account that acts with the identity of the workers: whoever may create accounts could otherwise name
 * the service account of another project that the workers may impersonate.
 */
export async function assertAdmitted(
  { projectId, call }: GcpAccess,
  externalId: string,
  signal: AbortSignal,
): Promise<void> {
  const { labels = {} } = await call<{ labels?: Record<string, string> }>({
    service: 'cloudresourcemanager',
    method: 'GET',
    path: `v3/projects/${projectId}`,
    signal,
  })
  if (labels[admittingLabel] === externalId) return
  throw new CloudBlocked(
    'NotAdmitted',
    `Project ${projectId} does not admit this account. Run: gcloud projects update ${projectId} --update-labels ` +
      `${admittingLabel}=${externalId}`,
  )
}

/** Checks that the project has the default region of an account, and that both services that reconcilers use are enabled. */
export async function assertUsable(
  { projectId, defaultRegion, call }: GcpAccess,
  signal: AbortSignal,
): Promise<void> {
  try {
    await call({
      service: 'compute',
      method: 'GET',
      path: `compute/v1/projects/${projectId}/regions/${defaultRegion}`,
      signal,
    })
  } catch (error) {
    if (!isNotFound(error)) throw error
    throw new CloudBlocked(
      'NoSuchRegion',
      `Project ${projectId} has no region ${defaultRegion}. Change spec.defaultRegion or spec.projectId.`,
    )
  }
  await call({
    service: 'container',
    method: 'GET',
    path: `v1/projects/${projectId}/locations/${defaultRegion}/serverConfig`,
    signal,
  })
}

/** The permissions of the reconcilers. The roles in docs/guide/gcp.md have them. */
export const neededPermissions: readonly string[] = Object.entries({
  'container.clusters': 'create delete get list update',
  'container.operations': 'get list',
  'compute.networks': 'create delete get list updatePolicy',
  'compute.subnetworks': 'create delete get list use',
  'compute.routers': 'create delete get list update',
  'compute.firewalls': 'delete list',
  'compute.globalOperations': 'get',
  'compute.regionOperations': 'get',
  'compute.regions': 'get',
  'compute.zones': 'list',
  'iam.serviceAccounts': 'actAs',
}).flatMap(([resource, verbs]) => verbs.split(' ').map((verb) => `${resource}.${verb}`))

/** Returns the permissions that the credentials do not have in the project. */
export async function missingPermissions(
  { projectId, call }: GcpAccess,
  signal: AbortSignal,
): Promise<string[]> {
  const { permissions: granted = [] } = await call<{ permissions?: string[] }>({
    service: 'cloudresourcemanager',
    method: 'POST',
    path: `v3/projects/${projectId}:testIamPermissions`,
    body: { permissions: neededPermissions },
    signal,
  })
  return neededPermissions.filter((permission) => !granted.includes(permission))
}
