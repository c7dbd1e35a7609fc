import type { ReactElement } from 'react'
import { Prose } from '../../parts/basics.tsx'
import { Age } from '../../parts/age.tsx'
import { Tag } from '../../parts/status.tsx'
import type { Happening } from './happenings.ts'
import { text } from './text.ts'

const tones = { NORMAL: 'idle', WARNING: 'warn', EDIT: 'moving' } as const

/** @param objectOf Returns what to show of the object of an event. Default: all are of one object, which is not shown */
export function EventTable<Event extends Happening>({
  events,
  objectOf,
}: {
  events: readonly Event[]
  objectOf?: (event: Event) => ReactElement | string
}): ReactElement {
  return (
    <div className="card scroll-x">
      <table className="plain stacked" aria-label={text.events.label}>
        <thead>
          <tr>
            <th className="narrow">{text.events.when}</th>
            <th className="narrow">{text.events.type}</th>
            <th className="narrow">{text.events.reason}</th>
            <th>{text.events.note}</th>
            {objectOf && <th className="narrow">{text.events.object}</th>}
            <th className="narrow">{text.events.count}</th>
          </tr>
        </thead>
        <tbody>
          {events.map((event) => (
            <tr key={event.id}>
              <td className="narrow soft">
                <Age time={event.time} />
              </td>
              <td className="narrow">
                <Tag tone={tones[event.type]}>{text.events.types[event.type]}</Tag>
              </td>
              <td className="narrow">
                <span className="mono">{event.reason}</span>
              </td>
              <td>
                <Prose>{event.note}</Prose>
              </td>
              {objectOf && <td className="narrow">{objectOf(event)}</td>}
              <td className="narrow soft">{event.count > 1 ? `${event.count} ×` : ''}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
