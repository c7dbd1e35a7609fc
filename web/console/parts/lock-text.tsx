import type { ReactElement } from 'react'
import type { Lock } from '../data/lock.ts'
import { text } from '../text.ts'
import { ObjectLink } from './basics.tsx'

/** Why users cannot change an object, and what to change instead. */
export function LockText({ lock }: { lock: Lock }): ReactElement {
  if (lock.reason === 'deletion') return <span>{text.lock.deletion}</span>
  if (lock.reason === 'builtIn') return <span>{text.lock.builtIn}</span>
  return (
    <span>
      {text.lock.belongsTo} <ObjectLink of={lock.owner} showKind />. {text.lock.changeOwner}
    </span>
  )
}
