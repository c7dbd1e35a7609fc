import diff from 'microdiff'
import { join } from './issue-errors.ts'

/** The difference of one field between two states of an object. */
export interface FieldDifference {
  /** The path of the field, for example `spec.upstreamPort` or `labels.team`. */
  path: string
  /** The value before; absent if the field did not exist. */
  before?: unknown
  /** The value after; absent if the field no longer exists. */
  after?: unknown
}

/** The desired state of an object, as it is stored: with placeholders for secret values. */
export interface DesiredState {
  labels?: unknown
  annotations?: unknown
  spec?: unknown
}

/**
 * Returns the differences between two desired states, ordered by path.
 *
 * @param before Absent for an object that was created.
 * @param after Absent for an object that is deleted.
 */
export function differences(
  before: DesiredState | undefined,
  after: DesiredState | undefined,
): FieldDifference[] {
  const found = diff(partsOf(before), partsOf(after), { cyclesFix: false })
  return found
    .map((each) => ({
      path: each.path.map(String).reduce(join, ''),
      ...(each.type === 'CREATE' ? {} : { before: each.oldValue as unknown }),
      ...(each.type === 'REMOVE' ? {} : { after: each.value as unknown }),
    }))
    .sort((one, other) => (one.path < other.path ? -1 : 1))
}

/** A part that is absent has no fields, so that each field of the other state is a difference of its own. */
function partsOf({ labels, annotations, spec }: DesiredState = {}): Record<string, object> {
  return Object.fromEntries(
    Object.entries({ labels, annotations, spec }).map(([part, fields]) => [
      part,
      typeof fields === 'object' && fields !== null ? fields : {},
    ]),
  )
}
