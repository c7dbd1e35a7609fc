import { Server } from 'lucide-react'
import type { ReactElement } from 'react'
import { Link } from 'wouter'
import type { AnyObject } from '../../../../../client-sdk/index.ts'
import { supportServiceLabel } from '../../../../../schema/own-labels.ts'
import { kindOf, pluralTitleOf } from '../../../data/kinds.ts'
import { useLive } from '../../../data/live.ts'
import { useLoaded } from '../../../data/load.ts'
import { readOwners } from '../../../data/owners.ts'
import { listPath } from '../../../data/paths.ts'
import { textOf, valueAt } from '../../../data/values.ts'
import { Age } from '../../../parts/age.tsx'
import { Card, Empty, Failed, ObjectLink, Prose, Skeleton } from '../../../parts/basics.tsx'
import { Status, Tag } from '../../../parts/status.tsx'
import { text } from '../text.ts'
import { ObjectsCard } from '../objects-card.tsx'
import type { View } from '../use-view.ts'

const serviceKind = 'SupportServiceInstance'

/** Whether a runtime responds, what runs in it, and the support services that this needs. */
export default function RuntimeAddition({ view: { object } }: { view: View }): ReactElement {
  const { objects, isComplete, error } = useLive({ references: { id: object.id, field: 'runtime' } })
  const all = [...objects.values()]
  const services = all.filter(({ kind }) => kind === serviceKind)
  const hosted = all.filter(
    ({ kind, labels }) => kind !== serviceKind && labels[supportServiceLabel] === undefined,
  )
  if (error !== undefined) return <Failed error={error} />
  return (
    <>
      <Connection runtime={object} hosted={hosted.length} />
      {!isComplete && all.length === 0 ? (
        <Card title={text.runtime.hosts}>
          <Skeleton lines={4} />
        </Card>
      ) : (
        <Hosted runtime={object} objects={hosted} />
      )}
      <Services services={services} />
    </>
  )
}

/** Since when a runtime responds or does not, and how full it is by the rules of placement. */
function Connection({ runtime, hosted }: { runtime: AnyObject; hosted: number }): ReactElement {
  const ready = runtime.status.conditions.find(({ type }) => type === 'Ready')
  const most = valueAt(runtime, 'spec.maxInstances')
  const hasResponded = valueAt(runtime, 'status.outputs.kubernetesVersion') !== undefined
  const missing = valueAt(runtime, 'status.outputs.missingPermissions')
  return (
    <Card title={text.runtime.connection}>
      <dl className="facts">
        <dt>{text.runtime.state}</dt>
        <dd className="row wrap">
          {runtime.ready ? (
            <Tag tone="good">{text.runtime.reachable}</Tag>
          ) : (
            <Status phase={runtime.status.phase} />
          )}
          {ready !== undefined && hasResponded && (
            <span className="soft small">
              {runtime.ready ? text.runtime.for : text.runtime.lastContact}{' '}
              <Age time={ready.lastTransitionTime} ago={!runtime.ready} />
            </span>
          )}
        </dd>
        <dt>{text.runtime.version}</dt>
        <dd>{textOf(valueAt(runtime, 'status.outputs.kubernetesVersion')) || '–'}</dd>
        <dt>{text.runtime.capacity}</dt>
        <dd>{typeof most === 'number' ? text.runtime.instancesOf(hosted, most) : text.runtime.noLimit}</dd>
        {Array.isArray(missing) && missing.length > 0 && (
          <>
            <dt>{text.runtime.missingPermissions}</dt>
            <dd>{textOf(missing)}</dd>
          </>
        )}
      </dl>
    </Card>
  )
}

/** What runs in a runtime, a card for each kind, the most important first. */
function Hosted({ runtime, objects }: { runtime: AnyObject; objects: readonly AnyObject[] }): ReactElement {
  if (objects.length === 0)
    return (
      <Card title={text.runtime.hosts}>
        <Empty icon={Server} title={text.runtime.hostsNothing}>
          {text.runtime.hostsNothingText}
        </Empty>
      </Card>
    )
  const groups = [...Map.groupBy(objects, ({ kind }) => kind)].toSorted(
    ([one, ones], [other, others]) => others.length - ones.length || one.localeCompare(other),
  )
  return (
    <>
      {groups.map(([kind, members]) => (
        <ObjectsCard
          key={kind}
          title={pluralTitleOf(kindOf(kind))}
          none=""
          isOfOneKind
          rows={members.toSorted(
            (one, other) => Number(one.ready) - Number(other.ready) || one.name.localeCompare(other.name),
          )}
          actions={
            <Link className="small" href={listPath(kindOf(kind), { q: runtime.name })}>
              {text.runtime.openList}
            </Link>
          }
        />
      ))}
    </>
  )
}

/** The support services of a runtime, with what needs each of them. */
function Services({ services }: { services: readonly AnyObject[] }): ReactElement {
  return (
    <Card
      title={
        <>
          {text.runtime.services}{' '}
          {services.length > 0 && <span className="soft count">{services.length}</span>}
        </>
      }
      actions={<span className="soft small">{text.runtime.servicesNote}</span>}
      flush
    >
      {services.length === 0 ? (
        <p className="body soft">{text.runtime.noServices}</p>
      ) : (
        <ul className="rows">
          {services
            .toSorted((one, other) => one.name.localeCompare(other.name))
            .map((service) => (
              <Service key={service.id} service={service} />
            ))}
        </ul>
      )}
    </Card>
  )
}

function Service({ service }: { service: AnyObject }): ReactElement {
  const owners = useLoaded(`owners of ${service.id} ${service.version}`, () => readOwners(service.id))
  const version = textOf(valueAt(service, 'status.outputs.version'))
  const available = textOf(valueAt(service, 'status.outputs.available'))
  const facts = [
    version,
    available !== '' && available !== version ? text.runtime.available(available) : '',
    text.runtime.providedBy(textOf(valueAt(service, 'status.outputs.providedBy'))),
  ].filter(Boolean)
  return (
    <li>
      <div className="grow">
        <p className="row wrap">
          <ObjectLink of={service} text={textOf(valueAt(service, 'spec.service'))} />
          <span className="soft small">{facts.join(' · ')}</span>
        </p>
        {!service.ready && (
          <p className="cause">
            <Prose>{service.status.cause?.message}</Prose>
          </p>
        )}
        <p className="soft small row wrap">
          {text.support.neededBy}:{' '}
          {(owners.value ?? []).map((owner) => (
            <ObjectLink key={`${owner.kind}/${owner.name}`} of={owner} showKind />
          ))}
        </p>
      </div>
      <Status phase={service.status.phase} />
    </li>
  )
}
