import { Server, ServerCog } from 'lucide-react'
import type { ReactElement } from 'react'
import type { ControlPlaneStatus } from '../../../../client-sdk/index.ts'
import { bytesText } from '../../data/units.ts'
import { Age } from '../../parts/age.tsx'
import { Card, Empty, Prose } from '../../parts/basics.tsx'
import { Tag, type Tone } from '../../parts/status.tsx'
import { controlPlaneText } from '../../texts/control-plane.ts'

type Process = ControlPlaneStatus['processes'][number]

const text = controlPlaneText.processes

const tones: Readonly<Record<Process['state'], Tone>> = {
  RUNNING: 'good',
  UNKNOWN: 'warn',
  GONE: 'bad',
  STOPPED: 'idle',
}

/** The milliseconds for which a main thread may be busy before requests wait noticeably. */
const noticeable = 1000

/** Reports whether a process runs, as far as it is known. */
export function isPresent({ state }: Process): boolean {
  return state === 'RUNNING' || state === 'UNKNOWN'
}

/** All servers and workers with their state; how to start a worker if there is none. */
export function Processes({ processes }: Pick<ControlPlaneStatus, 'processes'>): ReactElement {
  const hasWorker = processes.some((each) => each.role === 'WORKER' && isPresent(each))
  return (
    <Card title={text.title} actions={<span className="soft small">{text.note}</span>} flush>
      <div className="scroll-x">
        <table className="plain stacked labelled" aria-label={text.title}>
          <thead>
            <tr>
              <th className="narrow">{text.state}</th>
              <th>{text.name}</th>
              <th>{text.work}</th>
              <th className="narrow">{text.upstreams}</th>
              <th className="narrow">{text.release}</th>
              <th className="narrow">{text.usage}</th>
              <th className="narrow">{text.uptime}</th>
              <th className="narrow">{text.seen}</th>
            </tr>
          </thead>
          <tbody>
            {processes.map((each) => (
              <ProcessRow key={`${each.role} ${each.name}`} process={each} />
            ))}
          </tbody>
        </table>
      </div>
      {!hasWorker && (
        <Empty icon={ServerCog} title={text.none}>
          {text.noneText}
          <code className="how">{text.command(window.location.origin)}</code>
          <Prose>{text.noneHint}</Prose>
        </Empty>
      )}
    </Card>
  )
}

function ProcessRow({ process }: { process: Process }): ReactElement {
  const { role, name, state, connectedToNats, release, startedAt, lastSeenAt } = process
  const Icon = role === 'SERVER' ? Server : ServerCog
  const runs = isPresent(process)
  return (
    <tr className={runs ? undefined : 'ended'}>
      <td className="narrow">
        <Tag tone={tones[state]}>{text.states[state]}</Tag>
      </td>
      <td>
        <span className="row">
          <Icon size={15} aria-hidden className="soft" />
          <span>
            <span className="soft">{text.roles[role]}</span> <span className="mono">{name}</span>
            {runs && !connectedToNats && <span className="warn-text small"> {text.withoutNats}</span>}
          </span>
        </span>
      </td>
      <td>{runs && <Work process={process} />}</td>
      <td className="narrow">{runs && <Upstreams count={process.breakers.length} />}</td>
      <td className="narrow mono" data-label={text.release}>
        {release}
      </td>
      <td className="narrow">{runs && <Use process={process} />}</td>
      {runs ? (
        <td className="narrow soft" data-label={text.uptime}>
          <Age time={startedAt} />
        </td>
      ) : (
        <td />
      )}
      <td className="narrow soft" data-label={text.seen}>
        <Age time={lastSeenAt} ago />
      </td>
    </tr>
  )
}

/** The part of the slots that is in use. */
function Work({ process: { reconciles } }: { process: Process }): ReactElement | null {
  if (reconciles === null) return null
  const { running, slots, threads } = reconciles
  const label = text.workOf(running, slots)
  return (
    <div className="slots" title={text.threads(threads)}>
      <meter min={0} max={slots} value={running} aria-label={label} />
      <span className="small">{label}</span>
    </div>
  )
}

function Upstreams({ count }: { count: number }): ReactElement {
  if (count === 0) return <span className="soft small">{text.allRespond}</span>
  return <Tag tone="warn">{text.open(count)}</Tag>
}

function Use({ process: { cpu, memory, eventLoopDelay } }: { process: Process }): ReactElement {
  return (
    <span className="small">
      {Math.round(cpu * 100)} % · {bytesText(memory)}
      {eventLoopDelay > noticeable && <span className="warn-text"> · {text.busy(eventLoopDelay)}</span>}
    </span>
  )
}
