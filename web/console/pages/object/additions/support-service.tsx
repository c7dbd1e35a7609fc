import type { ReactElement } from 'react'
import { Card } from '../../../parts/basics.tsx'
import { text } from '../text.ts'
import { ObjectsCard } from '../objects-card.tsx'
import { useLive } from '../../../data/live.ts'
import type { View } from '../use-view.ts'

/** What needs a support service. It is removed with the last of these. */
export default function SupportServiceAddition({ view: { object } }: { view: View }): ReactElement {
  const { objects, isComplete } = useLive({ owns: object.id })
  const owners = [...objects.values()]
  return owners.length === 0 && isComplete ? (
    <Card title={text.support.neededBy}>
      <p className="soft">{text.support.noOwner}</p>
    </Card>
  ) : (
    <ObjectsCard
      title={text.support.neededBy}
      actions={<span className="soft small">{text.support.removedWith}</span>}
      none={text.support.noOwner}
      rows={owners}
    />
  )
}
