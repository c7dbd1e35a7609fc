import { isMap, type Path } from './path.ts'

/* Two edits of the same object, put together. */

export interface Change {
  path: Path
  before: unknown
  /** Undefined if it was removed. */
  after: unknown
}

/** Returns the fields in which two values differ. Lists are compared as a whole. */
export function changesBetween(before: unknown, after: unknown, path: Path = []): Change[] {
  if (isMap(before) && isMap(after)) {
    const names = new Set([...Object.keys(before), ...Object.keys(after)])
    return [...names].flatMap((name) => changesBetween(before[name], after[name], [...path, name]))
  }
  return JSON.stringify(before) === JSON.stringify(after) ? [] : [{ path, before, after }]
}

/** Reports whether two changes are about the same value or one about a part of the other. */
export function overlap(one: Change, other: Change): boolean {
  const [short, long] = one.path.length <= other.path.length ? [one, other] : [other, one]
  return short.path.every((step, index) => long.path[index] === step)
}
