import { ListChecks } from 'lucide-react'
import type { ReactElement } from 'react'
import type { ControlPlaneStatus } from '../../../../client-sdk/index.ts'
import { kindOf, pluralTitleOf } from '../../data/kinds.ts'
import { Age } from '../../parts/age.tsx'
import { Card, Empty, ObjectLink } from '../../parts/basics.tsx'
import { controlPlaneText } from '../../texts/control-plane.ts'

type KindQueue = ControlPlaneStatus['queue']['kinds'][number]

const text = controlPlaneText.queue

/** What waits for a worker, and what workers reconcile, by kind. */
export function Queue({ queue }: Pick<ControlPlaneStatus, 'queue'>): ReactElement {
  const { kinds, due, running } = queue
  if (kinds.length === 0)
    return (
      <Card title={text.title} flush>
        <Empty icon={ListChecks} title={text.none}>
          {text.noneText}
        </Empty>
      </Card>
    )
  return (
    <Card title={text.title} actions={<span className="soft small">{text.summary(due, running)}</span>} flush>
      <div className="scroll-x">
        <table className="plain stacked labelled" aria-label={text.label}>
          <thead>
            <tr>
              <th>{text.kind}</th>
              <th className="narrow">{text.due}</th>
              <th className="narrow">{text.queued}</th>
              <th className="narrow">{text.running}</th>
              <th>{text.oldest}</th>
            </tr>
          </thead>
          <tbody>
            {kinds.map((each) => (
              <tr key={each.kind}>
                <td>{pluralTitleOf(kindOf(each.kind))}</td>
                <td className="narrow" data-label={text.due}>
                  {each.due}
                </td>
                <td className="narrow" data-label={text.queued}>
                  {each.queued ?? '–'}
                </td>
                <td className="narrow" data-label={text.running}>
                  {each.running}
                </td>
                <td>
                  <Oldest of={each} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Card>
  )
}

function Oldest({ of: { oldest, dueSince } }: { of: KindQueue }): ReactElement | null {
  if (oldest === null) return null
  const { kind, name, project, queue } = oldest
  return (
    <div className="row wrap">
      <ObjectLink of={{ kind, name, projectName: project?.name }} />
      <span className="soft small">
        {dueSince !== null && <Age time={dueSince} />}
        {queue !== null && ` · ${text.position(queue.position)}`}
      </span>
    </div>
  )
}
