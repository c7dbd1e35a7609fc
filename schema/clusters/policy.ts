import { z } from 'zod'
import { createAddressRules, isAddressRange, type AddressRules } from './addresses.ts'

/** What an operator allows of clusters that users bring along. */
export interface ClusterPolicy extends AddressRules {
  /** Whether an API server may be spoken to without TLS. */
  allowsHttp: boolean
  /** Whether a kubeconfig may ask for TLS without a look at the certificate. */
  allowsUnverified: boolean
}

const ranges = z
  .string()
  .default('')
  .transform((text) => text.split(',').flatMap((each) => (each.trim() === '' ? [] : [each.trim()])))
  .refine((found) => found.every(isAddressRange), {
    error: 'must be IP addresses or ranges of them, separated by commas',
  })

/** The settings, as processes declare them under their names. */
export const ClusterSettings = {
  /** Ranges that are refused by default, or by a wider one of those that are denied. */
  allow: ranges.meta({
    is: 'the ranges that clusters may be in although they are refused, such as 127.0.0.0/8',
  }),
  deny: ranges.meta({ is: 'the ranges that clusters may not be in, such as 10.0.0.0/8,fd00::/8' }),
  http: z.stringbool({ error: 'must be true or false' }).default(false),
  skipTlsVerify: z.stringbool({ error: 'must be true or false' }).default(false),
}

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
