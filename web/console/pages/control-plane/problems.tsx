import { CircleAlert, TriangleAlert } from 'lucide-react'
import type { ReactElement } from 'react'
import type { ControlPlaneStatus } from '../../../../client-sdk/index.ts'
import { Age } from '../../parts/age.tsx'
import { Card, ObjectLink, Prose } from '../../parts/basics.tsx'
import { Tag } from '../../parts/status.tsx'
import { controlPlaneText } from '../../texts/control-plane.ts'
import { isPresent } from './processes.tsx'

/** What is not well, with what to do, errors first. */
export function Problems({ problems }: Pick<ControlPlaneStatus, 'problems'>): ReactElement | null {
  if (problems.length === 0) return null
  return (
    <Card title={controlPlaneText.problems} flush>
      <ul className="rows">
        {problems.map(({ severity, message, remedy }) => {
          const isError = severity === 'ERROR'
          const Icon = isError ? CircleAlert : TriangleAlert
          return (
            <li key={message} className="problem">
              <Icon size={16} aria-hidden className={isError ? 'bad-text' : 'warn-text'} />
              <div className="grow">
                <p>
                  <span className="visually-hidden">{controlPlaneText.severities[severity]}: </span>
                  <Prose>{message}</Prose>
                </p>
                <p className="soft small">
                  <Prose>{remedy}</Prose>
                </p>
              </div>
            </li>
          )
        })}
      </ul>
    </Card>
  )
}

/** Running processes of more than one release. */
export function Skew({ versionSkew }: Pick<ControlPlaneStatus, 'versionSkew'>): ReactElement | null {
  if (versionSkew === null) return null
  return (
    <Card title={controlPlaneText.skew.title}>
      <ul className="row wrap">
        {versionSkew.releases.map(({ release, servers, workers }, index) => (
          <li key={release}>
            <Tag tone={index === 0 ? 'good' : 'warn'}>
              {controlPlaneText.skew.release(release, servers, workers)}
            </Tag>
          </li>
        ))}
      </ul>
      <p className="soft small below">
        <Prose>{versionSkew.remedy}</Prose>
      </p>
    </Card>
  )
}

/** The clusters and modules that processes do not reach, with the last failure. */
export function Upstreams({ processes }: Pick<ControlPlaneStatus, 'processes'>): ReactElement | null {
  const text = controlPlaneText.upstreams
  const open = processes
    .filter(isPresent)
    .flatMap(({ name, breakers }) => breakers.map((breaker) => ({ ...breaker, seenBy: name })))
  if (open.length === 0) return null
  const groups = [...Map.groupBy(open, ({ targetId }) => targetId)]
  return (
    <Card title={text.title} actions={<span className="soft small">{text.note}</span>} flush>
      <ul className="rows">
        {groups.map(([id, breakers]) => {
          const [first] = breakers.toSorted((one, other) => Date.parse(one.since) - Date.parse(other.since))
          if (first === undefined) return null
          const { target, message, since, retryAt } = first
          return (
            <li key={id}>
              <div className="grow">
                {target === null ? (
                  text.unknown(id)
                ) : (
                  <ObjectLink of={{ ...target, projectName: target.project?.name }} showKind />
                )}
                <p className="cause">
                  <Prose>{message}</Prose>
                </p>
                <p className="soft small">
                  {text.by(breakers.map(({ seenBy }) => seenBy))} · {text.next} <Age time={retryAt} />
                </p>
              </div>
              <span className="soft small">
                <Age time={since} />
              </span>
            </li>
          )
        })}
      </ul>
    </Card>
  )
}
