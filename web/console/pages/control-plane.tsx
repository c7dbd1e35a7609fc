import type { ReactElement } from 'react'
import { useLoaded } from '../data/load.ts'
import { client } from '../data/session.ts'
import { Card, Failed, PageHead, Skeleton } from '../parts/basics.tsx'
import { Tag } from '../parts/status.tsx'
import { controlPlaneText as text } from '../texts/control-plane.ts'
import { Numbers, Release } from './control-plane/numbers.tsx'
import { Problems, Skew, Upstreams } from './control-plane/problems.tsx'
import { Processes } from './control-plane/processes.tsx'
import { Queue } from './control-plane/queue.tsx'
import { Stuck } from './control-plane/stuck.tsx'
import { useTick } from './object/use-tick.ts'
import '../design/object.css'
import '../design/control-plane.css'

/** The milliseconds after which everything is read again: as often as processes report. */
const pace = 5000

/** How the control plane itself is doing. */
export default function ControlPlanePage(): ReactElement {
  const round = useTick(pace)
  const info = useLoaded('info', () => client.serverInfo())
  const { value, error } = useLoaded(`status ${round}`, (signal) => client.with({ signal }).controlPlane())
  return (
    <div className="page">
      <PageHead title={text.title} note={text.note}>
        {value !== undefined && (
          <Tag tone={value.ready ? 'good' : 'bad'}>{value.ready ? text.ready : text.notReady}</Tag>
        )}
      </PageHead>
      {error !== undefined && <Failed error={error} />}
      {value !== undefined && (
        <>
          <Problems problems={value.problems} />
          <Skew versionSkew={value.versionSkew} />
          <Processes processes={value.processes} />
          <Upstreams processes={value.processes} />
          <div className="columns even">
            <Queue queue={value.queue} />
            <Stuck stuck={value.stuck} />
          </div>
        </>
      )}
      {value === undefined && error === undefined && <Loading />}
      <Numbers round={round} />
      {info.error !== undefined && <Failed error={info.error} />}
      {info.value !== undefined && <Release info={info.value} />}
    </div>
  )
}

function Loading(): ReactElement {
  return (
    <>
      {[text.processes.title, text.queue.title, text.stuck.title].map((title) => (
        <Card key={title} title={title}>
          <Skeleton lines={4} />
        </Card>
      ))}
    </>
  )
}
