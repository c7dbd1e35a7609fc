import { useMemo, useRef, type ReactElement } from 'react'
import type { AnyObject } from '../../../../client-sdk/index.ts'
import { ListReferrersDocument } from '../../../../client-sdk/generated/documents.ts'
import { useLoaded } from '../../data/load.ts'
import type { Named } from '../../data/paths.ts'
import { client } from '../../data/session.ts'
import { ObjectLink, Skeleton } from '../../parts/basics.tsx'
import { deferred } from '../../parts/deferred.tsx'
import { Status } from '../../parts/status.tsx'
import { text } from './text.ts'
import { graphOf } from './graph-of.ts'
import { useTrees } from './trees.ts'
import { isDecisionKind, type View } from './use-view.ts'

const skeleton = (
  <div className="skeleton-frame">
    <Skeleton lines={8} />
  </div>
)

const Canvas = deferred(() => import('./graph-canvas.tsx'), skeleton)

/** What the object consists of and depends on, and what depends on it, each with its health. */
export default function GraphTab({ view }: { view: View }): ReactElement {
  const { object } = view
  const trees = useTrees(view)
  const { value: users = [] } = useLoaded(`${object.id} ${object.version}`, () => readUsers(object))
  const graph = useMemo(() => graphOf(view, users.filter(isShown), trees.value), [view, users, trees.value])
  // A graph that grows while it is read would move under the hand, so it is drawn once everything is known.
  const isReady = useRef(false)
  if (view.isFamilyKnown && !trees.isLoading) isReady.current = true
  return (
    <>
      <p className="soft small">
        {text.graph.help} {graph.omitted > 0 && text.graph.truncated(graph.omitted)}
      </p>
      <section className="graph-frame" aria-label={text.graph.label}>
        {isReady.current ? <Canvas graph={graph} /> : skeleton}
      </section>
      <details className="card">
        <summary className="summary">{text.graph.list}</summary>
        <ul>
          {graph.edges.map(({ from, to, relation }) => {
            const [one, other] = [graph.nodes.get(from), graph.nodes.get(to)]
            if (one?.named === undefined || other?.named === undefined) return null
            return (
              <li key={`${from} ${to}`} className="object-row">
                <span>
                  <ObjectLink of={one.named} showKind />{' '}
                  <span className="soft">{text.graph.relations[relation]}</span>{' '}
                  <ObjectLink of={other.named} showKind />
                </span>
                {other.phase === undefined ? <span /> : <Status phase={other.phase} />}
              </li>
            )
          })}
        </ul>
      </details>
    </>
  )
}

/** What was decided about an application is on its page; here it would hide what the application consists of. */
function isShown({ kind }: Named): boolean {
  return !isDecisionKind(kind)
}

/** The most objects that depend on one which are drawn. */
const maxUsers = 20

async function readUsers({ id }: AnyObject): Promise<(Named & { phase: string })[]> {
  const { result } = await client.execute(ListReferrersDocument, { id, first: maxUsers })
  return (result?.referrers?.edges ?? []).map(({ node }) => ({
    kind: node.kind,
    name: node.name,
    projectName: node.project?.name ?? null,
    phase: node.status.phase,
  }))
}
