import { CalendarClock } from 'lucide-react'
import { useState, type ReactElement } from 'react'
import type { AnyObject, ObjectEvent } from '../../../../client-sdk/index.ts'
import { useLoaded } from '../../data/load.ts'
import { client } from '../../data/session.ts'
import { Age } from '../../parts/age.tsx'
import { Empty, Failed, ObjectLink, Skeleton } from '../../parts/basics.tsx'
import { Tag } from '../../parts/status.tsx'
import { Toggle } from '../../parts/toggle.tsx'
import { text } from '../../text.ts'
import { useTick } from './use-tick.ts'
import type { View } from './use-view.ts'

type Happening = ObjectEvent & { of: AnyObject }

/** The most objects whose events are read. */
const maxObjects = 20

/** What has happened to the object and to what it consists of, newest first. */
export default function EventsTab({ view }: { view: View }): ReactElement {
  const { object, family } = view
  const tick = useTick(15_000)
  const [isOnlyWarnings, setOnlyWarnings] = useState(false)
  const objects = [object, ...family].slice(0, maxObjects)
  const key = `${objects.map(({ id, version, status }) => `${id}@${version}${status.phase}`).join()} ${tick}`
  const { value, error } = useLoaded(key, () => readEvents(objects))
  if (value === undefined) return error === undefined ? <Skeleton lines={8} /> : <Failed error={error} />
  const shown = value.filter(({ type }) => !isOnlyWarnings || type === 'WARNING')
  return (
    <>
      <div className="toolbar">
        <Toggle isOn={isOnlyWarnings} onChange={setOnlyWarnings}>
          {text.events.warnings}
        </Toggle>
      </div>
      {shown.length === 0 ? (
        <Empty icon={CalendarClock} title={text.events.label}>
          {text.object.noEvents}
        </Empty>
      ) : (
        <div className="card scroll-x">
          <table className="plain stacked" aria-label={text.events.label}>
            <thead>
              <tr>
                <th className="narrow">{text.events.when}</th>
                <th className="narrow">{text.events.type}</th>
                <th className="narrow">{text.events.reason}</th>
                <th>{text.events.note}</th>
                {family.length > 0 && <th className="narrow">{text.events.object}</th>}
                <th className="narrow">{text.events.count}</th>
              </tr>
            </thead>
            <tbody>
              {shown.map((event) => (
                <tr key={event.id}>
                  <td className="narrow soft">
                    <Age time={event.lastSeen} />
                  </td>
                  <td className="narrow">
                    {event.type === 'WARNING' ? (
                      <Tag tone="warn">{text.events.warning}</Tag>
                    ) : (
                      <Tag tone="idle">{text.events.normal}</Tag>
                    )}
                  </td>
                  <td className="narrow">
                    <span className="mono">{event.reason}</span>
                  </td>
                  <td>{event.note}</td>
                  {family.length > 0 && (
                    <td className="narrow">
                      {event.of.id === object.id ? text.why.self : <ObjectLink of={event.of} showKind />}
                    </td>
                  )}
                  <td className="narrow soft">{event.count > 1 ? `${event.count} ×` : ''}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </>
  )
}

async function readEvents(objects: readonly AnyObject[]): Promise<Happening[]> {
  const lists = await Promise.all(
    objects.map(async (of) => {
      const { kind, name, projectName: project } = of
      const events = await client.objects.events({ kind, name, project }, objects.length > 5 ? 30 : 100)
      return events.map((event) => ({ ...event, of }))
    }),
  )
  return lists.flat().toSorted((one, other) => Date.parse(other.lastSeen) - Date.parse(one.lastSeen))
}
