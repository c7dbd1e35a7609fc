import type { Condition } from './kinds.ts'

/** The conditions with one set; its transition time only changes with its status. Null takes it away. */
export function withCondition(
  conditions: readonly Condition[] | undefined,
  next: Condition,
  now: string,
): Condition[] {
  const before = conditions?.find((each) => each.type === next.type)
  const lastTransitionTime = before?.status === next.status ? (before.lastTransitionTime ?? now) : now
  const made: Condition = { ...next, lastTransitionTime }
  if (before === undefined) return [...(conditions ?? []), made]
  return (conditions ?? []).map((each) => (each.type === next.type ? made : each))
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
