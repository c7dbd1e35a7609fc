import type { ReactElement } from 'react'
import { Link } from 'wouter'
import type { KindInfo } from '../../data/kind-info.ts'
import { pluralTitleOf, titleOf } from '../../data/kinds.ts'
import { useLoaded } from '../../data/load.ts'
import { listPath } from '../../data/paths.ts'
import { client } from '../../data/session.ts'
import { PageHead, Skeleton } from '../../parts/basics.tsx'
import { EventTable } from './event-table.tsx'
import { happeningOfEdit, happeningOfEvent, newestFirst, type Happening } from './happenings.ts'
import { text } from './text.ts'

/** The most events that are shown, and the newest changes among which its deletion is. */
const most = { events: 50, changes: 200 }

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
    client.events({ objectKinds: [kind.kind], objectName: name, project: projectName }, most.events),
    id === undefined ? [] : client.changes({ objectId: id, last: most.changes }),
  ])
  const deletions = changes.filter(
    ({ operation }) => operation === 'DELETE_REQUEST' || operation === 'DELETE',
  )
  return newestFirst([...events.map(happeningOfEvent), ...deletions.map((each) => happeningOfEdit(each))])
}
