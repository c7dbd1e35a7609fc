import type { ReactElement } from 'react'
import { Link } from 'wouter'
import type { AnyObject, ManifestPhase } from '../../../../client-sdk/index.ts'
import { ListReferrersDocument } from '../../../../client-sdk/generated/documents.ts'
import type { KindInfo } from '../../data/kind-info.ts'
import { useLoaded } from '../../data/load.ts'
import { listPath } from '../../data/paths.ts'
import { client } from '../../data/session.ts'
import { Age } from '../../parts/age.tsx'
import { Card, Prose, Skeleton } from '../../parts/basics.tsx'
import { Tag } from '../../parts/status.tsx'
import { text } from './text.ts'
import { Access } from './access.tsx'
import { additionsFor, showUsers } from './additions/index.tsx'
import { CostCard } from './cost-card.tsx'
import { enumText } from '../../../../schema/enum-text.ts'
import { Metrics } from './metrics.tsx'
import { Fields } from './fields-view.tsx'
import { ObjectsCard } from './objects-card.tsx'
import { QueueFact } from './queue-fact.tsx'
import { runsInCluster } from './tabs.ts'
import type { View } from './use-view.ts'

/** What the object is and has reported, what it consists of, what it uses, and what uses it. */
export default function OverviewTab({ kind, view }: { kind: KindInfo; view: View }): ReactElement {
  const { object, owned, uses, find } = view
  return (
    <div className="columns">
      <div className="stack">
        {additionsFor(kind).map((Addition, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- the additions of a kind never change
          <Addition key={index} kind={kind} view={view} />
        ))}
        {kind.reconciled && (
          <Card title={text.object.outputs}>
            <Fields of={object.status.outputs} project={object.projectName} none={text.object.noOutputs} />
          </Card>
        )}
        {(owned.length > 0 || (kind.reconciled && !showUsers.has(kind.kind))) && (
          <ObjectsCard
            title={text.object.owns}
            none={text.object.noOwned}
            rows={owned.toSorted(byImportance)}
          />
        )}
        <Card title={text.object.spec}>
          <Fields of={object.manifestSpec} project={object.projectName} none={text.object.noSpec} />
        </Card>
        <Conditions object={object} />
      </div>
      <div className="stack">
        <Facts kind={kind} object={object} />
        {(runsInCluster(kind) || kind.kind === 'KubernetesRuntimeInstance') && <Metrics object={object} />}
        <CostCard view={view} />
        <Access object={object} />
        <ObjectsCard
          title={text.object.uses}
          none={text.object.noUses}
          rows={uses.map((use) => ({ ...use, note: use.field, object: find(use) }))}
        />
        {!showUsers.has(kind.kind) && <UsedBy object={object} />}
      </div>
    </div>
  )
}

function Facts({ kind, object }: { kind: KindInfo; object: AnyObject }): ReactElement {
  const labels = Object.entries(object.labels)
  return (
    <Card title={text.object.summary}>
      <dl className="facts">
        <dt>{text.object.created}</dt>
        <dd>
          <Age time={object.createdAt} ago />
        </dd>
        <dt>{text.object.changed}</dt>
        <dd>
          <Age time={object.updatedAt} ago />
        </dd>
        <dt>{text.object.generation}</dt>
        <dd>{text.object.generationIs(object.observedGeneration, object.generation)}</dd>
        <QueueFact object={object} />
        <dt>{text.object.labels}</dt>
        <dd className="row wrap">
          {labels.length === 0 ? (
            <span className="soft">{text.object.none}</span>
          ) : (
            labels.map(([name, value]) => (
              <Link key={name} className="chip" href={listPath(kind, { q: value })}>
                {name}: {value}
              </Link>
            ))
          )}
        </dd>
      </dl>
    </Card>
  )
}

/** What is not ready comes first, and definitions after what they define. */
function byImportance(one: AnyObject, other: AnyObject): number {
  const rank = ({ ready, kind }: AnyObject): number => (ready ? 1 : 0) + (kind.endsWith('Definition') ? 2 : 0)
  return rank(one) - rank(other) || one.kind.localeCompare(other.kind) || one.name.localeCompare(other.name)
}

/** The objects whose specs refer to this one. */
function UsedBy({ object }: { object: AnyObject }): ReactElement {
  const { value, isLoading } = useLoaded(`${object.id} ${object.version}`, async () => {
    const { result } = await client.execute(ListReferrersDocument, { id: object.id, first: 100 })
    return (result?.referrers?.edges ?? []).map(({ field, node }) => ({
      kind: node.kind,
      name: node.name,
      projectName: node.project?.name ?? null,
      note: field,
      phase: enumText(node.status.phase) as ManifestPhase,
    }))
  })
  if (value === undefined && isLoading)
    return (
      <Card title={text.object.usedBy}>
        <Skeleton lines={2} />
      </Card>
    )
  return <ObjectsCard title={text.object.usedBy} none={text.object.noUsedBy} rows={value ?? []} />
}

/** What is well with a condition: being stalled is not. */
function isGood({ type, status }: AnyObject['status']['conditions'][number]): boolean {
  if (type === 'Progressing') return true
  return status === (type === 'Stalled' ? 'False' : 'True')
}

function Conditions({ object }: { object: AnyObject }): ReactElement | null {
  const { conditions } = object.status
  if (conditions.length === 0) return null
  return (
    <Card title={text.object.conditions} flush>
      <ul>
        {conditions.map((condition) => (
          <li key={condition.type} className="object-row">
            <span>
              <strong>{condition.type}</strong> <span className="soft mono">{condition.reason}</span>
            </span>
            <span className="row">
              <Tag tone={isGood(condition) ? (condition.type === 'Progressing' ? 'idle' : 'good') : 'bad'}>
                {condition.status}
              </Tag>
              <span className="soft small">
                <Age time={condition.lastTransitionTime} />
              </span>
            </span>
            {condition.message !== '' && (
              <p className="message">
                <Prose>{condition.message}</Prose>
              </p>
            )}
          </li>
        ))}
      </ul>
    </Card>
  )
}
