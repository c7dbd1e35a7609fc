import type { EKS } from '@aws-sdk/client-eks'
import { shortName } from '../../../schema/short-name.ts'
import type { ReconcileContext } from '../../engine/reconciler.ts'
import { ensureExternal, type ExternalCalls } from '../../resources/external-resources.ts'
import type { AwsAccess } from '../account.ts'
import { AwsPending, isAwsError } from '../errors.ts'
import { assertOurs } from '../ownership.ts'
import { roleIsPending } from './cluster.ts'

/** Lets the pods of a service account act with a role. It goes with the cluster. */
export interface PodIdentity {
  cluster: string
  namespace: string
  serviceAccount: string
  roleArn: string
}

/**
 * Ensures that pods of a service account get the credentials of a role:
 * https://docs.aws.amazon.com/eks/latest/userguide/pod-identities.html
 */
export async function ensurePodIdentity(
  { assertHeld, signal: abortSignal }: ReconcileContext,
  eks: EKS,
  { cluster: clusterName, namespace, serviceAccount, roleArn }: PodIdentity,
): Promise<void> {
  const { associations = [] } = await eks.listPodIdentityAssociations(
    { clusterName, namespace, serviceAccount },
    { abortSignal },
  )
  if (associations.length > 0) return
  assertHeld()
  try {
    await eks.createPodIdentityAssociation(
      { clusterName, namespace, serviceAccount, roleArn },
      { abortSignal },
    )
  } catch (error) {
    if (roleIsPending(error))
      throw new AwsPending(`EKS cannot use the new role of service account ${serviceAccount} yet.`)
    // Another reconcile, whose answer was lost, has created it.
    if (!isAwsError(error, 'ResourceInUseException')) throw error
  }
}

/** The statement that lets EKS give pods a role, without its effect. */
export const podTrust = {
  Principal: { Service: 'pods.eks.amazonaws.com' },
  Action: ['sts:AssumeRole', 'sts:TagSession'],
}

interface Association extends PodIdentity {
  accountId: string
  region: string
}

/** Ensures an association that belongs to an object of its own, in a cluster that remains. */
export async function ensureAssociation(
  context: ReconcileContext,
  access: AwsAccess,
  { accountId: account, region, ...identity }: Association,
): Promise<void> {
  const { cluster, namespace, serviceAccount, roleArn } = identity
  const eks = await access.in(region).eks()
  const name = `${cluster}/${shortName(`${namespace}.${serviceAccount}`)}`
  const place = { provider: 'aws', account, region, type: 'pod-identity', tags: {} }
  const { externalId: associationId, state: found } = await ensureExternal(
    context,
    { ...place, name, order: 1 },
    podIdentityCalls(eks, identity),
  )
  if (found.roleArn === roleArn) return
  context.assertHeld()
  await eks.updatePodIdentityAssociation(
    { clusterName: cluster, associationId, roleArn },
    { abortSignal: context.signal },
  )
}

interface FoundAssociation {
  clusterName: string
  roleArn: string | undefined
}

/**
 * Returns the calls for associations, whose names are those of their cluster and of their service account.
 *
 * @param desired What is created. @default for a deletion
 */
export function podIdentityCalls(eks: EKS, desired?: PodIdentity): ExternalCalls<FoundAssociation> {
  return {
    find: async (entry, abortSignal) => {
      const [clusterName = '', ofPods] = entry.name.split('/')
      try {
        const listed = await associationsOf(eks, clusterName, abortSignal)
        const { associationId } =
          listed.find((each) => shortName(`${each.namespace}.${each.serviceAccount}`) === ofPods) ?? {}
        if (associationId === undefined) return undefined
        const { association } = await eks.describePodIdentityAssociation(
          { clusterName, associationId },
          { abortSignal },
        )
        assertOurs(
          entry,
          Object.entries(association?.tags ?? {}).map(([Key, Value]) => ({ Key, Value })),
        )
        return { externalId: associationId, state: { clusterName, roleArn: association?.roleArn } }
      } catch (error) {
        // The association, or its cluster, is gone.
        if (isAwsError(error, 'ResourceNotFoundException')) return undefined
        throw error
      }
    },
    create: async ({ tags }, { token: clientRequestToken, signal: abortSignal }) => {
      if (desired === undefined) throw new Error('an association that is being deleted is not created')
      const { cluster: clusterName, ...identity } = desired
      const input = { clusterName, ...identity, tags: { ...tags }, clientRequestToken }
      try {
        const { association } = await eks.createPodIdentityAssociation(input, { abortSignal })
        const { associationId = '', roleArn } = association ?? {}
        return { externalId: associationId, state: { clusterName, roleArn } }
      } catch (error) {
        if (!roleIsPending(error)) throw error
        throw new AwsPending(`EKS cannot use the new role of service account ${desired.serviceAccount} yet.`)
      }
    },
    remove: async ({ externalId: associationId, state: { clusterName } }, { signal: abortSignal }) => {
      try {
        await eks.deletePodIdentityAssociation({ clusterName, associationId }, { abortSignal })
      } catch (error) {
        if (!isAwsError(error, 'ResourceNotFoundException')) throw error
      }
    },
  }
}

/** The most pages of associations that are read, of a hundred each. */
const maxPages = 50

async function associationsOf(eks: EKS, clusterName: string, abortSignal: AbortSignal) {
  const found = []
  let nextToken: string | undefined
  for (let page = 0; page < maxPages; page++) {
    const listed = await eks.listPodIdentityAssociations({ clusterName, nextToken }, { abortSignal })
    found.push(...(listed.associations ?? []))
    ;({ nextToken } = listed)
    if (nextToken === undefined) break
  }
  return found
}
