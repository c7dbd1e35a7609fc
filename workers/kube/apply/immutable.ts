import type { KubeError } from '../client/kube-error.ts'

/**
 * Messages by which API servers refuse a change of an immutable field. No reason identifies them: the cause is
 * FieldValueInvalid or FieldValueForbidden, as for any invalid value.
 */
const immutable =
  /immutable|may not (be )?change|cannot (be )?change|may not add or remove|[Uu]pdates to .* (are )?forbidden|[Ff]orbidden: updates|once set|field can ?not be less than|failed rule: .*\boldSelf\b/

/**
 * Reports whether a refusal concerns immutable fields alone, so that a new object could have the desired values. If
 * anything else is invalid, the new object would be refused as well.
 */
export function isImmutable({ message, status, causes }: KubeError): boolean {
  if (status !== 422) return false
  const messages = causes.length === 0 ? [message] : causes.map((cause) => cause.message)
  return messages.every((each) => immutable.test(each))
}
