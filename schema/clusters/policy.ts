import { createAddressRules, type AddressRules } from './addresses.ts'

/** The restrictions that an operator places on the clusters of users. */
export interface ClusterPolicy extends AddressRules {
  /** Permits API servers without TLS. */
  allowsHttp: boolean
  /** Permits kubeconfigs to skip the verification of certificates. */
  allowsUnverified: boolean
}

/** The settings on clusters, by the names of their environment variables. */
export interface ClusterVariables {
  QLEET_CLUSTER_ALLOW: readonly string[]
  QLEET_CLUSTER_DENY: readonly string[]
  QLEET_CLUSTER_HTTP: boolean
  QLEET_CLUSTER_SKIP_TLS_VERIFY: boolean
}

export function clusterPolicy(settings: ClusterVariables): ClusterPolicy {
  return {
    ...createAddressRules({ allow: settings.QLEET_CLUSTER_ALLOW, deny: settings.QLEET_CLUSTER_DENY }),
    allowsHttp: settings.QLEET_CLUSTER_HTTP,
    allowsUnverified: settings.QLEET_CLUSTER_SKIP_TLS_VERIFY,
  }
}

/** The policy without any settings of an operator. */
export const defaultPolicy: ClusterPolicy = {
  ...createAddressRules({ allow: [], deny: [] }),
  allowsHttp: false,
  allowsUnverified: false,
}

/** The policy for clusters whose address an operator provides, rather than a user. */
export const trustedPolicy: ClusterPolicy = {
  refusalOf: () => undefined,
  allowsHttp: true,
  allowsUnverified: true,
}
