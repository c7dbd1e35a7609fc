import type { Condition } from './kinds.ts'

/**
 * Returns the conditions with one set; its transition time changes only with its status. Null removes the condition.
 */
export function withCondition(
  conditions: readonly Condition[] | undefined,
  next: Condition,
  now: string,
): Condition[] {
  const before = conditions?.find((each) => each.type === next.type)
  const lastTransitionTime = before?.status === next.status ? (before.lastTransitionTime ?? now) : now
  const result: Condition = { ...next, lastTransitionTime }
  if (before === undefined) return [...(conditions ?? []), result]
  return (conditions ?? []).map((each) => (each.type === next.type ? result : each))
}

export function withoutCondition(conditions: readonly Condition[] | undefined, type: string): Condition[] {
  return (conditions ?? []).filter((each) => each.type !== type)
}

export function conditionOf(
  conditions: readonly Condition[] | undefined,
  type: string,
): Condition | undefined {
  return conditions?.find((each) => each.type === type)
}

export function isTrue(conditions: readonly Condition[] | undefined, type: string): boolean {
  return conditionOf(conditions, type)?.status === 'True'
}
