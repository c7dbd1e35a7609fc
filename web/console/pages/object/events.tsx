import { CalendarClock } from 'lucide-react'
import { useState, type ReactElement } from 'react'
import type { AnyObject } from '../../../../client-sdk/index.ts'
import { useLoaded } from '../../data/load.ts'
import { client } from '../../data/session.ts'
import { Empty, Failed, ObjectLink, Skeleton } from '../../parts/basics.tsx'
import { Toggle } from '../../parts/toggle.tsx'
import { EventTable } from './event-table.tsx'
import { happeningOfEdit, happeningOfEvent, newestFirst, type Happening } from './happenings.ts'
import { text } from './text.ts'
import { useTick } from './use-tick.ts'
import type { View } from './use-view.ts'

/** What has happened to an object. */
interface HappeningOf extends Happening {
  of: AnyObject
}

/** The most objects whose events are read. */
const maxObjects = 20

/** What has happened to the object and to what it consists of, and who has changed or decided what, newest first. */
export default function EventsTab({ view }: { view: View }): ReactElement {
  const { object, family, decisions } = view
  const hasOthers = family.length + decisions.length > 0
  const tick = useTick(15_000)
  const [isOnlyWarnings, setOnlyWarnings] = useState(false)
  const objects = [object, ...family].slice(0, maxObjects)
  const key = `${objects.map(({ id, version, status }) => `${id}@${version}${status.phase}`).join()} ${tick}`
  const edited = [object, ...decisions.toSorted(byCreation).slice(0, maxObjects)]
  const { value, error } = useLoaded(`${key} ${edited.length}`, () => readAll(objects, edited))
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
        <EventTable
          events={shown}
          {...(hasOthers && {
            objectOf: ({ of }: HappeningOf) =>
              of.id === object.id ? text.why.self : <ObjectLink of={of} showKind />,
          })}
        />
      )}
    </>
  )
}

function byCreation(one: AnyObject, other: AnyObject): number {
  return Date.parse(other.createdAt) - Date.parse(one.createdAt)
}

async function readAll(objects: readonly AnyObject[], edited: readonly AnyObject[]): Promise<HappeningOf[]> {
  const lists = await Promise.all([
    ...objects.map((of) => readEvents(of, objects.length > 5 ? 30 : 100)),
    ...edited.map((of) => readEdits(of)),
  ])
  return newestFirst(lists.flat())
}

async function readEvents(of: AnyObject, first: number): Promise<HappeningOf[]> {
  const { kind, name, projectName: project } = of
  const events = await client.objects.events({ kind, name, project }, first)
  return events.map((event) => ({ ...happeningOfEvent(event), of }))
}

/** The most edits of one object that are listed here; its history has all. */
const maxEdits = 20

async function readEdits(of: AnyObject): Promise<HappeningOf[]> {
  const edits: HappeningOf[] = []
  for await (const edit of client.objects.history({ id: of.id }, maxEdits)) {
    const fields = edit.diff.map(({ path }) => path.replace(/^spec\./, ''))
    const shown = edit.operation === 'CREATE' ? [] : fields.slice(0, 5)
    edits.push({ ...happeningOfEdit(edit, shown), of })
    if (edits.length >= maxEdits) break
  }
  return edits
}
