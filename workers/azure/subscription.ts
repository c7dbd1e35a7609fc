import { CloudBlocked } from '../clouds/errors.ts'
import type { AzureAccess } from './account.ts'

/* The subscription of an account: https://learn.microsoft.com/rest/api/resources/subscriptions */

/** The tag by which a subscription admits an account that authenticates with the token of the workers. */
export const admittingTag = 'qleet-account'

const version = '2022-12-01'

export interface Subscription {
  displayName?: string
  tags?: Record<string, string>
}

export function readSubscription({ call }: AzureAccess, signal: AbortSignal): Promise<Subscription> {
  return call<Subscription>({ method: 'GET', path: '', version, signal })
}

/**
 * Checks that a subscription admits an account that authenticates with the token of the workers: whoever may create accounts could
 * otherwise name an application that trusts the workers for the sake of another account.
 */
export function assertAdmitted(
  { subscriptionId }: AzureAccess,
  { tags = {} }: Subscription,
  externalId: string,
): void {
  if (tags[admittingTag] === externalId) return
  throw new CloudBlocked(
    'NotAdmitted',
    `Subscription ${subscriptionId} does not admit this account. Run: az tag update --resource-id ` +
      `/subscriptions/${subscriptionId} --operation merge --tags ${admittingTag}=${externalId}`,
  )
}

/** Checks that a subscription has the default region of an account. */
export async function assertRegion(
  { call, defaultRegion, subscriptionId }: AzureAccess,
  signal: AbortSignal,
): Promise<void> {
  const { value = [] } = await call<{ value?: { name: string }[] }>({
    method: 'GET',
    path: 'locations',
    version,
    signal,
  })
  if (value.some(({ name }) => name === defaultRegion)) return
  throw new CloudBlocked(
    'NoSuchRegion',
    `Subscription ${subscriptionId} has no region ${defaultRegion}. Change spec.defaultRegion or spec.subscriptionId.`,
  )
}

/** The actions of the reconcilers. The roles in docs/guide/azure.md have them. */
export const neededActions: readonly string[] = [
  'Microsoft.Resources/subscriptions/resourceGroups/read',
  'Microsoft.Resources/subscriptions/resourceGroups/write',
  'Microsoft.Resources/subscriptions/resourceGroups/delete',
  'Microsoft.ContainerService/managedClusters/read',
  'Microsoft.ContainerService/managedClusters/write',
  'Microsoft.ContainerService/managedClusters/delete',
  'Microsoft.ContainerService/managedClusters/listClusterUserCredential/action',
  'Microsoft.ContainerService/managedClusters/agentPools/read',
  'Microsoft.ContainerService/managedClusters/agentPools/write',
  'Microsoft.ContainerService/managedClusters/agentPools/delete',
]

/** What is needed in the clusters, of which one action is representative: the role for it allows all. */
export const neededDataActions: readonly string[] = [
  'Microsoft.ContainerService/managedClusters/namespaces/write',
]

interface Permission {
  actions?: readonly string[]
  notActions?: readonly string[]
  dataActions?: readonly string[]
  notDataActions?: readonly string[]
}

/** Returns the actions that the credentials do not allow: https://learn.microsoft.com/rest/api/authorization/permissions */
export async function missingPermissions({ call }: AzureAccess, signal: AbortSignal): Promise<string[]> {
  const { value: permissions = [] } = await call<{ value?: Permission[] }>({
    method: 'GET',
    path: 'providers/Microsoft.Authorization/permissions',
    version: '2022-04-01',
    signal,
  })
  const isAllowed = (action: string): boolean =>
    permissions.some(
      ({ actions = [], notActions = [] }) => includes(actions, action) && !includes(notActions, action),
    )
  const isDataAllowed = (action: string): boolean =>
    permissions.some(
      ({ dataActions = [], notDataActions = [] }) =>
        includes(dataActions, action) && !includes(notDataActions, action),
    )
  return [
    ...neededActions.filter((action) => !isAllowed(action)),
    ...neededDataActions.filter((action) => !isDataAllowed(action)),
  ]
}

/** Reports whether one of some patterns, in which `*` is anything, is that of an action. Case does not matter in Azure. */
function includes(patterns: readonly string[], action: string): boolean {
  return patterns.some((pattern) => {
    const escaped = pattern.replaceAll(/[.+?^${}()|[\]\\]/g, String.raw`\$&`).replaceAll('*', '.*')
    return new RegExp(`^${escaped}$`, 'i').test(action)
  })
}
