/** Returns a policy with rules. */
export function policy(name: string, rules: readonly object[], spec: object = {}) {
  return { kind: 'Policy', name, spec: { rules, ...spec } }
}

/** Returns a rule that is called `rule`. */
export function rule(expression: string, more: object = {}) {
  return { name: 'rule', expression, message: 'is not allowed', remedy: 'Change it.', ...more }
}

/** Returns the errors of fields with which a write was refused; undefined if it was not. */
export async function fieldsOf(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => undefined,
    (error: unknown) => (error as { details?: { fields?: unknown } }).details?.fields,
  )
}
