import { shownValue } from '../../schema/errors.ts'
import { join } from '../../schema/issue-errors.ts'
import type { Planned } from './checks.ts'
import type { Problem } from './problems.ts'
import { specOf } from './sql.ts'

/** Fills in who creates objects of kinds that record it. Returns a problem for each that names somebody else. */
export function authorProblems(planned: readonly Planned[], actor: string): Problem[] {
  return planned.flatMap(({ draft, existing, item }) => {
    const { actorField: field } = draft.kind
    if (field === undefined) return []
    const author = existing === undefined ? actor : specOf(existing)[field]
    const given = draft.spec[field]
    if (given !== undefined && given !== author && existing === undefined) {
      const message = `must be ${shownValue(author)}, whose token creates the object, not ${shownValue(given)}`
      const remedy = 'Leave it out: the control plane records it.'
      const path = join(join(item.path, 'spec'), field)
      return [{ code: 'INVALID_INPUT', field: { path, code: 'INVALID', message, remedy } }]
    }
    if (given === undefined && author !== undefined) draft.spec[field] = author
    return []
  })
}
