import type { KubeError } from '../client/kube-error.ts'

/**
 * How API servers say that a field of an existing object cannot be changed. They have no reason for it: a cause is
 * FieldValueInvalid or FieldValueForbidden, as for any wrong value.
 */
const immutable =
  /immutable|may not (be )?change|cannot (be )?change|may not add or remove|[Uu]pdates to .* (are )?forbidden|[Ff]orbidden: updates|once set|field can ?not be less than|failed rule: .*\boldSelf\b/

/**
 * Whether a refusal is about nothing but fields that cannot be changed, so that a new object in the place of this one
 * could have them. Where something else is wrong too, the new one would be refused as well.
 */
export function isImmutable({ message, status, causes }: KubeError): boolean {
  if (status !== 422) return false
  const texts = causes.length === 0 ? [message] : causes.map((cause) => cause.message)
  return texts.every((text) => immutable.test(text))
}
