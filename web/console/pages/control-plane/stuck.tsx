import { CircleCheck } from 'lucide-react'
import type { ReactElement } from 'react'
import type { ControlPlaneStatus, StuckObject } from '../../../../client-sdk/index.ts'
import { Age } from '../../parts/age.tsx'
import { Card, Empty, ObjectLink, Prose } from '../../parts/basics.tsx'
import { Tag, type Tone } from '../../parts/status.tsx'
import { text as texts } from '../../text.ts'
import { controlPlaneText } from '../../texts/control-plane.ts'
import { concernsOf } from '../concerns.ts'

const text = controlPlaneText.stuck

const tones: Readonly<Record<NonNullable<StuckObject['reason']>, Tone>> = {
  QUARANTINED: 'bad',
  STALLED: 'bad',
  FAILING: 'bad',
  DELETING: 'warn',
  WAITING: 'warn',
  QUEUED: 'warn',
  PROGRESSING: 'moving',
}

/** What makes no progress: one line for each cause, with the object that people know best. */
export function Stuck({ stuck }: Pick<ControlPlaneStatus, 'stuck'>): ReactElement {
  const { totalCount, objects } = stuck
  const byId = new Map(objects.map((each) => [each.object.id, each]))
  const concerns = concernsOf(objects.map(({ object }) => object))
  return (
    <Card title={text.title} actions={<span className="soft small">{text.note}</span>} flush>
      {totalCount === 0 ? (
        <Empty icon={CircleCheck} title={text.none}>
          {text.noneText}
        </Empty>
      ) : (
        <ul className="rows">
          {concerns.map(({ key, head, others, message }) => {
            const found = byId.get(head.id)
            return (
              <li key={key} className="concern">
                {found?.reason != null && <Tag tone={tones[found.reason]}>{text.reasons[found.reason]}</Tag>}
                <div className="grow">
                  <p className="row wrap">
                    <ObjectLink of={head} showKind />
                    {others.length > 0 && (
                      <span className="soft small">{texts.overview.affects(others.length)}</span>
                    )}
                  </p>
                  <p className="cause">
                    <Prose>{message}</Prose>
                  </p>
                </div>
                <span className="soft small">{found !== undefined && <Age time={found.since} />}</span>
              </li>
            )
          })}
        </ul>
      )}
      {totalCount > objects.length && (
        <p className="padded soft small">{text.more(totalCount - objects.length)}</p>
      )}
    </Card>
  )
}
