import { shownValue } from '../../schema/errors.ts'
import { join } from '../../schema/issue-errors.ts'
import type { Placement } from '../../schema/placement/declaration.ts'
import type { Planned } from './checks.ts'
import { invalid, type Problem } from './problems.ts'
import { specOf } from './sql.ts'

/**
 * Returns the problems of an instance whose requirements contradict its runtime: a runtime is named, or chosen once by the
 * requirements, and an instance with several locations has none.
 */
export function placementProblems({ draft, existing, item }: Planned): Problem[] {
  // Owners write consistent specs, and a reconcile records the chosen runtime.
  if (item.owned === true) return []
  const { placement, runtime } = draft.spec as { placement?: Placement; runtime?: string }
  const before = existing && (specOf(existing) as { placement?: Placement; runtime?: string })
  const path = join(item.path, 'spec')
  const wasDivided = before?.placement?.locations !== undefined
  if (before !== undefined && wasDivided !== (placement?.locations !== undefined)) {
    const message = wasDivided
      ? 'cannot be removed: the instance runs in several locations'
      : 'cannot be added to an existing instance'
    const remedy = `Create another ${draft.kind.kind}, and delete this one.`
    return invalid([{ path: `${path}.placement.locations`, code: 'IMMUTABLE', message, remedy }])
  }
  if (placement === undefined || runtime === undefined || runtime === before?.runtime) return []
  const message = 'cannot be combined with placement, which chooses the runtime'
  const remedy = 'Remove runtime, or remove placement.'
  return invalid([{ path: `${path}.runtime`, code: 'CONFLICT', message, value: shownValue(runtime), remedy }])
}
