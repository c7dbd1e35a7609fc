import { counted } from '../../schema/counted.ts'
import type { ReachFieldsFragment } from '../../client-sdk/generated/documents.ts'
import { nounAndName } from '../kind-names.ts'

/** The most objects that a command names of those that an edit reaches. */
const shownObjects = 5

/** Returns whom an edit of a definition or a profile reaches, in one line; empty if it reaches none. */
export function reachText(reaches: ReachFieldsFragment | null | undefined): string {
  if (reaches === null || reaches === undefined || reaches.total === 0) return ''
  const { total, waves, objects } = reaches
  const named = objects.slice(0, shownObjects).map(({ kind, name, wave }) => {
    const target = nounAndName({ kind, name })
    return waves > 1 ? `${target} (wave ${wave})` : target
  })
  const more = total > named.length ? ` and ${total - named.length} more` : ''
  const count = counted(total, 'object')
  const list = `${named.join(', ')}${more}`
  if (waves === 0) return `roll-profile moves ${count} to it: ${list}`
  return waves === 1 ? `reaches ${count} at once: ${list}` : `reaches ${count} in ${waves} waves: ${list}`
}
