import { Boxes, CircleCheck, Plus, Server } from 'lucide-react'
import { useMemo, type ReactElement } from 'react'
import { Link } from 'wouter'
import type { AnyObject, ObjectFilter } from '../../../client-sdk/index.ts'
import { isOver } from '../../../schema/ending-kinds.ts'
import { supportServiceLabel } from '../../../schema/own-labels.ts'
import { findKind, pluralTitleOf } from '../data/kinds.ts'
import { useLive } from '../data/live.ts'
import { useLoaded } from '../data/load.ts'
import { base, listPath, newPath } from '../data/paths.ts'
import { client } from '../data/session.ts'
import { latestEdits } from '../data/edits.ts'
import { textOf, valueAt } from '../data/values.ts'
import { Age } from '../parts/age.tsx'
import { Card, Empty, Failed, ObjectLink, PaddedSkeleton, PageHead, Prose } from '../parts/basics.tsx'
import { ChangeRows } from '../parts/changes.tsx'
import { Status, needsAttention } from '../parts/status.tsx'
import { text } from '../text.ts'
import { Approvals } from './approvals.tsx'
import { concernsOf, type Concern } from './concerns.ts'

const runtimeKind = 'KubernetesRuntimeInstance'

/** What people have declared, without the parts of support services. */
const ofNoSupportService = { key: supportServiceLabel, operator: 'DOES_NOT_EXIST' }

/** What is not well, runtimes, and applications, which know what waits for an approval: all that the page follows. */
const followed: ObjectFilter = { or: [{ ready: false }, { kinds: [runtimeKind, 'Application'] }] }

/** What needs a person, what has changed, and the clusters. */
export default function OverviewPage(): ReactElement {
  const { objects, isComplete, error } = useLive(followed)
  const all = useMemo(() => [...objects.values()], [objects])
  const moving = all.filter((each) => !each.ready && !needsAttention(each))
  const concerns = useMemo(
    () => concernsOf(all.filter((each) => needsAttention(each) && !isOver(each))),
    [all],
  )
  const runtimes = all.filter(({ kind }) => kind === runtimeKind)
  return (
    <div className="page">
      <PageHead title={text.overview.title}>
        <Link className="button primary" href={newPath({ noun: 'workload-definition' })}>
          <Plus size={15} aria-hidden />
          {text.overview.firstAction}
        </Link>
      </PageHead>
      {error !== undefined && <Failed error={error} onRetry={() => window.location.reload()} />}
      <Counts />
      <div className="columns">
        <div className="stack">
          <Approvals applications={all.filter(({ kind }) => kind === 'Application')} />
          <Card
            title={text.overview.attention}
            actions={<span className="soft small">{text.overview.attentionNote}</span>}
            flush
          >
            {isComplete ? <Concerns concerns={concerns} moving={moving} /> : <PaddedSkeleton lines={4} />}
          </Card>
          <Card
            title={text.overview.changes}
            actions={<Link href={`${base}/activity`}>{text.overview.allChanges}</Link>}
            flush
          >
            <LatestChanges state={all.map(({ id, version }) => `${id} ${version}`).join()} />
          </Card>
        </div>
        <Card
          title={text.overview.runtimes}
          actions={
            <Link href={listPath({ plural: 'kubernetes-runtime-instances' })}>
              {text.overview.allRuntimes}
            </Link>
          }
          flush
        >
          {isComplete ? <Runtimes runtimes={runtimes} /> : <PaddedSkeleton lines={4} />}
        </Card>
      </div>
    </div>
  )
}

/** How many objects there are of the kinds that people look for first. */
function Counts(): ReactElement {
  const kinds = ['Application', 'WorkloadInstance', 'GatewayInstance', runtimeKind].flatMap(
    (name) => findKind(name) ?? [],
  )
  const { value } = useLoaded('counts', () =>
    Promise.all(
      kinds.map(async (kind) => {
        const filter = { kinds: [kind.kind], labelSelector: [ofNoSupportService] } as ObjectFilter
        const [total, unready] = await Promise.all([
          client.objects.count(filter),
          client.objects.count({ ...filter, ready: false }),
        ])
        return { total, unready }
      }),
    ),
  )
  return (
    <ul className="cards">
      {kinds.map((kind, index) => {
        const count = value?.[index]
        return (
          <li key={kind.kind} className="card count-card">
            <Link href={listPath(kind)}>
              <span className="soft">{pluralTitleOf(kind).replace(/ instances$/, 's')}</span>
              <span className="figure">{count?.total ?? '–'}</span>
              <span className="soft small">
                {count === undefined || count.total === 0
                  ? ' '
                  : count.unready === 0
                    ? text.overview.allReady
                    : text.overview.notReady(count.unready)}
              </span>
            </Link>
          </li>
        )
      })}
    </ul>
  )
}

function Concerns({
  concerns,
  moving,
}: {
  concerns: readonly Concern[]
  moving: readonly AnyObject[]
}): ReactElement {
  return (
    <>
      {concerns.length === 0 ? (
        <Empty icon={CircleCheck} title={text.overview.well}>
          {text.overview.wellText}
        </Empty>
      ) : (
        <ul className="rows">
          {concerns.map(({ key, head, others, message, since }) => (
            <li key={key} className="concern">
              <Status phase={head.status.phase} />
              <div className="grow">
                <p className="row wrap">
                  <ObjectLink of={head} showKind />
                  {others.length > 0 && (
                    <span className="soft small">{text.overview.affects(others.length)}</span>
                  )}
                </p>
                <p className="cause">
                  <Prose>{message}</Prose>
                </p>
              </div>
              <span className="soft small">
                <Age time={since} />
              </span>
            </li>
          ))}
        </ul>
      )}
      {moving.length > 0 && (
        <p className="padded soft small">
          {text.overview.moving(moving.length)}:{' '}
          {moving
            .slice(0, 5)
            .map(({ name }) => name)
            .join(', ')}
          {moving.length > 5 ? ' …' : ''}
        </p>
      )}
    </>
  )
}

function LatestChanges({ state }: { state: string }): ReactElement {
  const { value, error } = useLoaded(state, (signal) =>
    latestEdits(client.with({ signal }), { count: 8, byWorkers: false }),
  )
  if (error !== undefined && value === undefined) return <Failed error={error} />
  if (value === undefined) return <PaddedSkeleton lines={4} />
  if (value.length === 0) return <Empty title={text.overview.noChanges} />
  return <ChangeRows changes={value} />
}

function Runtimes({ runtimes }: { runtimes: readonly AnyObject[] }): ReactElement {
  if (runtimes.length === 0)
    return (
      <Empty
        icon={Server}
        title={text.overview.noRuntimes}
        actions={
          <Link className="button" href={newPath({ noun: 'kubernetes-runtime-instance' })}>
            {text.list.new}
          </Link>
        }
      >
        {text.overview.noRuntimesText}
      </Empty>
    )
  return (
    <ul className="rows">
      {runtimes.map((runtime) => (
        <li key={runtime.id}>
          <Boxes size={16} aria-hidden className="soft" />
          <div className="grow">
            <ObjectLink of={runtime} />
            <p className="soft small truncate">
              {[valueAt(runtime, 'status.outputs.kubernetesVersion'), valueAt(runtime, 'spec.location')]
                .map(textOf)
                .filter(Boolean)
                .join(' · ')}
            </p>
          </div>
          <Status phase={runtime.status.phase} />
        </li>
      ))}
    </ul>
  )
}
