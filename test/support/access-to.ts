import { trustedPolicy } from '../../schema/clusters/policy.ts'
import { accessOf, type ClusterAccess } from '../../schema/clusters/kubeconfig/access.ts'

/** Returns the access that a kubeconfig of the tests grants: the clusters of tests run on this machine. */
export function accessTo(kubeconfig: string): ClusterAccess {
  return accessOf(kubeconfig, trustedPolicy)
}
