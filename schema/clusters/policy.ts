import { createAddressRules, type AddressRules } from './addresses.ts'

/** What an operator allows of clusters that users bring along. */
export interface ClusterPolicy extends AddressRules {
  /** Whether an API server may be spoken to without TLS. */
  allowsHttp: boolean
  /** Whether a kubeconfig may ask for TLS without a look at the certificate. */
  allowsUnverified: boolean
}

/** The settings of clusters, by the names of their variables. */
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

/** What holds where an operator has set nothing. */
export const defaultPolicy: ClusterPolicy = {
  ...createAddressRules({ allow: [], deny: [] }),
  allowsHttp: false,
  allowsUnverified: false,
}

/** For clusters whose address comes from the operator, and not from a user. */
export const trustedPolicy: ClusterPolicy = {
  refusalOf: () => undefined,
  allowsHttp: true,
  allowsUnverified: true,
}
