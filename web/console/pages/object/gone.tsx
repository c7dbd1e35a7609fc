import type { ReactElement } from 'react'
import { Link } from 'wouter'
import { enumText } from '../../../../schema/enum-text.ts'
import type { KindInfo } from '../../data/kind-info.ts'
import { pluralTitleOf, titleOf } from '../../data/kinds.ts'
import { useLoaded } from '../../data/load.ts'
import { listPath } from '../../data/paths.ts'
import { client } from '../../data/session.ts'
import { PageHead, Skeleton } from '../../parts/basics.tsx'
import { EventTable, type Happening } from './event-table.tsx'
import { text } from './text.ts'

/** The most events, and the most changes, that are shown of an object that is gone. */
const most = 50

/** An object of this name, which does not exist. */
interface GoneProps {
  kind: KindInfo
  name: string
  project: string | undefined
  /** The ID of the object, if the page has shown it. */
  id: string | undefined
}

/** What is left of an object: its last events and, if the page has shown it, who has deleted it. */
export default function Gone(props: GoneProps): ReactElement {
  const { kind, name, id } = props
  const { value: events = [], isLoading } = useLoaded(`gone ${kind.kind} ${name} ${id}`, () =>
    readLast(props),
  )
  if (isLoading) return <Skeleton lines={4} />
  const was = events.length > 0
  const known = { title: text.states.deleted(name), note: `${titleOf(kind)}. ${text.states.deletedText}` }
  const unknown = { title: text.states.gone, note: `${titleOf(kind)} ${name}: ${text.states.goneText}` }
  return (
    <div className="page object-page">
      <PageHead {...(was ? known : unknown)}>
        <Link className="button" href={listPath(kind)}>
          {pluralTitleOf(kind)}
        </Link>
      </PageHead>
      {was && <EventTable events={events} />}
    </div>
  )
}

async function readLast({ kind, name, project, id }: GoneProps): Promise<Happening[]> {
  const projectName = kind.scope === 'global' ? null : (project ?? null)
  const [events, changes] = await Promise.all([
    client.events({ objectKinds: [kind.kind], objectName: name, project: projectName }, most),
    id === undefined ? [] : client.changes({ objectId: id, last: most }),
  ])
  const happenings: Happening[] = [
    ...events.map(({ lastSeen, ...event }) => ({ ...event, time: lastSeen })),
    ...changes
      .filter(({ operation }) => operation === 'DELETE_REQUEST' || operation === 'DELETE')
      .map(({ cursor, time, operation, actor, reason }) => ({
        id: cursor,
        time,
        type: 'EDIT' as const,
        reason: enumText(operation),
        note: `${text.events.by(actor)}${reason === null ? '' : `: ${reason}`}`,
        count: 1,
      })),
  ]
  return happenings.toSorted((one, other) => Date.parse(other.time) - Date.parse(one.time))
}
