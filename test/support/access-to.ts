import { trustedPolicy } from '../../schema/clusters/policy.ts'
import { accessOf, type ClusterAccess } from '../../schema/clusters/kubeconfig/access.ts'

/** The access that a kubeconfig of the tests' own gives: their clusters are on this machine. */
export function accessTo(kubeconfig: string): ClusterAccess {
  return accessOf(kubeconfig, trustedPolicy)
}
