/* What becomes of the resources of a plan in clusters, as far as their API servers say it. */

interface Check {
  result: 'ACCEPTED' | 'REFUSED' | 'REPLACED' | 'UNCHANGED' | 'UNCHECKED'
  message: string
}

/** Returns what happens to a resource in clusters. */
export function actualAction<Action extends string>({
  action,
  checks,
}: {
  action: Action
  checks: readonly Check[]
}): Action | 'NONE' | 'REPLACE' {
  const all = (result: Check['result']): boolean =>
    checks.length > 0 && checks.every((check) => check.result === result)
  if (all('UNCHANGED')) return 'NONE'
  return checks.some(({ result }) => result === 'REPLACED') ? 'REPLACE' : action
}

/** Returns why a change of a resource has no effect; undefined if it has one. */
export function reasonForNone({ checks }: { checks: readonly Check[] }): string | undefined {
  return checks.find(({ result }) => result === 'UNCHANGED')?.message
}
