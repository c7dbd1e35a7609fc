import type { GuardThresholds, ResourceState } from '../kube/apply/sync.ts'
import type { DriftMode, IgnoredFields, PrepareOptions } from '../kube/client/resource.ts'

/** The fields of `schema/resource-policy.ts`, which the server has validated. */
export interface ResourcePolicyFields {
  drift?: DriftMode
  ignoreDifferences?: IgnoredFields[]
  replace?: boolean
  guard?: 'on' | 'off'
  guardThresholds?: Partial<GuardThresholds>
  crdRemoval?: 'confirm' | 'whenUnused'
}

export function policyOf({
  drift,
  replace,
  ignoreDifferences: ignore,
}: ResourcePolicyFields): NonNullable<PrepareOptions['policy']> {
  return { drift, replace, ignore }
}

export function guardOf({
  guard,
  guardThresholds = {},
}: ResourcePolicyFields): Partial<GuardThresholds> | undefined {
  return guard === 'off' ? undefined : guardThresholds
}

/** Returns the drift of resources whose drift is only reported, limited so that a status stays readable. */
export function driftOf(states: readonly ResourceState[]): { drift?: object[] } {
  const drift = states.flatMap(({ key, drift: own = [] }) => own.map((each) => ({ resource: key, ...each })))
  return drift.length === 0 ? {} : { drift: drift.slice(0, 50) }
}

/** Reports whether definitions with objects of other owners stay in the cluster. */
export function keepsUsedDefinitions({ crdRemoval }: ResourcePolicyFields): boolean {
  return crdRemoval === 'whenUnused'
}
