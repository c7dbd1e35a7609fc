import { useState, type ReactElement, type ReactNode } from 'react'
import { Button } from 'react-aria-components'
import type { AnyObject, ObjectFilter } from '../../../client-sdk/index.ts'
import { FindOrphansDocument, type FindOrphansQuery } from '../../../client-sdk/generated/documents.ts'
import { isOver } from '../../../schema/ending-kinds.ts'
import { accountKinds, costOfOrphans, orphansOf } from '../data/cloud-accounts.ts'
import { errorOf } from '../data/error-of.ts'
import { kindOf, titleOf } from '../data/kinds.ts'
import { useLive } from '../data/live.ts'
import { useLoaded } from '../data/load.ts'
import { client } from '../data/session.ts'
import { Age } from '../parts/age.tsx'
import { Card, Empty, Failed, ObjectLink, PaddedSkeleton, PageHead, Prose } from '../parts/basics.tsx'
import { moneyText } from '../parts/money.ts'
import { Status } from '../parts/status.tsx'
import { reports } from '../texts/reports.ts'

const runtimeKind = 'KubernetesRuntimeInstance'

/** All that the page follows: what is stuck, runtimes, and the accounts of clouds. */
const followed = { or: [{ stalled: true }, { kinds: [runtimeKind, ...accountKinds] }] } as ObjectFilter

/** What runs or costs although nothing declares it, and what has got stuck. */
export default function OrphansPage(): ReactElement {
  const { objects, isComplete, error } = useLive(followed)
  const all = [...objects.values()]
  const stuck = all.filter((each) => each.status.stalled && !isOver(each))
  const runtimes = all.filter(({ kind }) => kind === runtimeKind)
  return (
    <div className="page">
      <PageHead title={reports.orphans.title} note={reports.orphans.note} />
      {error !== undefined && <Failed error={error} onRetry={() => window.location.reload()} />}
      <Card title={reports.orphans.stuck} actions={<Note>{reports.orphans.stuckNote}</Note>} flush>
        {isComplete ? <Stuck objects={stuck} /> : <PaddedSkeleton lines={2} />}
      </Card>
      <Card title={reports.orphans.cloud} actions={<Note>{reports.orphans.cloudNote}</Note>} flush>
        {isComplete ? <CloudOrphans objects={all} /> : <PaddedSkeleton lines={2} />}
      </Card>
      <Card title={reports.orphans.abandoned} actions={<Note>{reports.orphans.abandonedNote}</Note>} flush>
        <Abandoned />
      </Card>
      <Card title={reports.orphans.orphans} actions={<Note>{reports.orphans.orphansNote}</Note>} flush>
        {isComplete ? <Orphans runtimes={runtimes} /> : <PaddedSkeleton lines={2} />}
      </Card>
    </div>
  )
}

function Note({ children }: { children: ReactNode }): ReactElement {
  return <span className="soft small">{children}</span>
}

function Stuck({ objects }: { objects: readonly AnyObject[] }): ReactElement {
  if (objects.length === 0) return <Empty title={reports.orphans.noStuck} />
  return (
    <ul className="rows">
      {objects.map((object) => (
        <li key={object.id} className="concern">
          <Status phase={object.status.phase} />
          <div className="grow">
            <ObjectLink of={object} showKind />
            <p className="cause">
              <Prose>{object.status.cause?.message}</Prose>
            </p>
          </div>
          {object.status.cause !== undefined && (
            <span className="soft small">
              <Age time={object.status.cause.since} />
            </span>
          )}
        </li>
      ))}
    </ul>
  )
}

function CloudOrphans({ objects }: { objects: readonly AnyObject[] }): ReactElement {
  const found = orphansOf(objects)
  if (found.length === 0) return <Empty title={reports.orphans.noCloud} />
  return (
    <ul className="rows">
      <li>
        <strong className="grow">{reports.orphans.total(found.length)}</strong>
        <strong>{moneyText(costOfOrphans(found))}</strong>
      </li>
      {found.map(({ account, orphan }) => (
        <li key={`${account.id} ${JSON.stringify(orphan)}`}>
          <div className="grow">
            <p className="truncate">{orphan.arn ?? orphan.id ?? orphan.name}</p>
            <p className="soft small">
              {[orphan.type ?? orphan.kind, orphan.region].filter(Boolean).join(' · ')}{' '}
              <ObjectLink of={account} />
            </p>
          </div>
          <span>{orphan.monthlyCost === undefined ? '' : moneyText(orphan.monthlyCost)}</span>
        </li>
      ))}
    </ul>
  )
}

function Abandoned(): ReactElement {
  const { value, error } = useLoaded('abandoned', () => client.abandonedResources())
  if (error !== undefined) return <Failed error={error} />
  if (value === undefined) return <PaddedSkeleton lines={2} />
  if (value.length === 0) return <Empty title={reports.orphans.noAbandoned} />
  return (
    <ul className="rows">
      {value.map(({ id, kind, namespace, name, runtimeName, objectKind, objectName }) => (
        <li key={id}>
          <div className="grow">
            <p className="truncate">
              {kind} {namespace === null || namespace === '' ? name : `${namespace}/${name}`}
            </p>
            <p className="soft small">
              {[runtimeName, `${titleOf(kindOf(objectKind))} ${objectName}`].filter(Boolean).join(' · ')}
            </p>
          </div>
        </li>
      ))}
    </ul>
  )
}

type Orphan = NonNullable<FindOrphansQuery['result']>['nodes'][number]

/** What a search has found in runtimes, and why some of them could not be searched. */
interface Found {
  orphans: readonly { runtime: AnyObject; orphan: Orphan }[]
  failures: readonly { runtime: AnyObject; error: Error }[]
}

/** Searches all runtimes. One that does not respond keeps nothing of the others from being found. */
async function findOrphans(runtimes: readonly AnyObject[]): Promise<Found> {
  const failures: { runtime: AnyObject; error: Error }[] = []
  const found = await Promise.all(
    runtimes.map(async (runtime) => {
      try {
        const { result } = await client.execute(FindOrphansDocument, {
          runtime: { id: runtime.id },
          first: 500,
        })
        return (result?.nodes ?? []).map((orphan) => ({ runtime, orphan }))
      } catch (problem) {
        failures.push({ runtime, error: errorOf(problem) })
        return []
      }
    }),
  )
  return { orphans: found.flat(), failures }
}

/** Searches for orphans on request, since that lists all resources of each cluster. */
function Orphans({ runtimes }: { runtimes: readonly AnyObject[] }): ReactElement {
  const [found, setFound] = useState<Found | 'searching'>()
  if (found === undefined || found === 'searching')
    return (
      <div className="padded">
        <Button
          className="button"
          isDisabled={found === 'searching'}
          onPress={() => {
            setFound('searching')
            void findOrphans(runtimes).then(setFound)
          }}
        >
          {found === 'searching' ? reports.orphans.searching : reports.orphans.search}
        </Button>
      </div>
    )
  const { orphans, failures } = found
  return (
    <>
      {failures.length > 0 && (
        <ul className="rows">
          {failures.map(({ runtime, error }) => (
            <li key={runtime.id} className="concern">
              <Status phase={runtime.status.phase} />
              <div className="grow">
                <ObjectLink of={runtime} />
                <p className="soft small">{reports.orphans.notSearched(error.message)}</p>
              </div>
            </li>
          ))}
        </ul>
      )}
      {orphans.length === 0 ? (
        <Empty title={reports.orphans.noOrphans(runtimes.length - failures.length)} />
      ) : (
        <ul className="rows">
          {orphans.map(({ runtime, orphan }) => (
            <OrphanRow key={orphan.uid} runtime={runtime} orphan={orphan} />
          ))}
        </ul>
      )}
    </>
  )
}

function OrphanRow({ runtime, orphan }: { runtime: AnyObject; orphan: Orphan }): ReactElement {
  const { kind, namespace, name, objectKind, objectName, createdAt } = orphan
  return (
    <li>
      <div className="grow">
        <p className="truncate">
          {kind} {namespace === '' ? name : `${namespace}/${name}`}
        </p>
        <p className="soft small">
          {objectKind} {objectName} · <ObjectLink of={runtime} />
        </p>
      </div>
      <span className="soft small">{createdAt !== null && <Age time={createdAt} />}</span>
    </li>
  )
}
