import { Pencil, Plus, Trash2, type LucideIcon } from 'lucide-react'
import type { ReactElement } from 'react'
import type { ChangeEntry } from '../../../client-sdk/index.ts'
import { textOf } from '../data/values.ts'
import { text } from '../text.ts'
import { Age } from './age.tsx'
import { ObjectLink } from './basics.tsx'

const icons: Readonly<Record<string, LucideIcon>> = {
  CREATE: Plus,
  UPDATE: Pencil,
  DELETE: Trash2,
  DELETE_REQUEST: Trash2,
}

/** Changes of objects, each with who made it and what it changed. */
export function ChangeRows({ changes }: { changes: readonly ChangeEntry[] }): ReactElement {
  return (
    <ul className="rows">
      {changes.map((change) => {
        const Icon = icons[change.operation] ?? Pencil
        return (
          <li key={change.cursor}>
            <Icon size={15} aria-hidden className="soft" />
            <div className="grow">
              <p className="row wrap">
                <span>{text.activity.operations[change.operation]}</span>
                <ObjectLink of={change} showKind />
              </p>
              <p className="soft small truncate">{summaryOf(change)}</p>
            </div>
            <span className="soft small">
              <Age time={change.time} />
            </span>
          </li>
        )
      })}
    </ul>
  )
}

/** Returns who has made a change, why, and which fields it has changed. */
function summaryOf({ actor, reason, diff }: ChangeEntry): string {
  const fields = (diff ?? []).map(({ path, before, after }) => {
    const [from, to] = [before, after].map(textOf)
    const isShort = `${from}${to}`.length <= 60
    return isShort && from !== '' && to !== '' ? `${path} ${from} → ${to}` : path
  })
  return [actor, reason, fields.slice(0, 3).join(', ') + (fields.length > 3 ? ' …' : '')]
    .filter(Boolean)
    .join(' · ')
}
