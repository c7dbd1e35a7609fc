import type { EKS } from '@aws-sdk/client-eks'
import type { ReconcileContext } from '../../engine/reconciler.ts'
import { AwsPending, isAwsError } from '../errors.ts'
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
