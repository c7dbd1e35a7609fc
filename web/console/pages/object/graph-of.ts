import type { AnyObject, ManifestPhase } from '../../../../client-sdk/index.ts'
import { kindOf, titleOf } from '../../data/kinds.ts'
import { objectPath, type Named } from '../../data/paths.ts'
import { toneOf } from '../../parts/status.tsx'
import { text } from './text.ts'
import { enumText } from '../../../../schema/enum-text.ts'
import { worstTone } from './health.tsx'
import { keyOf } from '../../data/object-key.ts'
import { usesOf } from './related.ts'
import type { Trees } from './trees.ts'
import type { View } from './use-view.ts'

export interface GraphNode {
  id: string
  title: string
  note: string
  path: string
  tone: string
  isSelf: boolean
  /** Absent for resources in a cluster, which are drawn together. */
  named?: Named
  phase?: ManifestPhase
}

export interface GraphEdge {
  from: string
  to: string
  relation: 'owns' | 'uses'
}

export interface Graph {
  nodes: ReadonlyMap<string, GraphNode>
  edges: readonly GraphEdge[]
  /** The number of objects for which there was no place. */
  omitted: number
}

const maxNodes = 80

/** Returns the nodes and edges of an object, its family, what these use among each other, and what uses the object. */
export function graphOf(
  view: View,
  users: readonly (Named & { phase: string })[],
  trees: Trees | undefined,
): Graph {
  const { object, uses, owners } = view
  const nodes = new Map<string, GraphNode>()
  const edges = new Map<string, GraphEdge>()
  let omitted = 0
  const add = (named: Named, phase: ManifestPhase | undefined): boolean => {
    const id = keyOf(named)
    if (nodes.has(id)) return true
    if (nodes.size >= maxNodes) {
      omitted += 1
      return false
    }
    nodes.set(id, {
      id,
      title: named.name,
      note: titleOf(kindOf(named.kind)),
      path: objectPath(named, 'graph'),
      tone: phase === undefined ? 'idle' : toneOf(phase),
      isSelf: id === keyOf(object),
      named,
      ...(phase === undefined ? {} : { phase }),
    })
    return true
  }
  const connect = (from: Named, to: Named, relation: GraphEdge['relation']): void => {
    const edge = { from: keyOf(from), to: keyOf(to), relation }
    const key = `${edge.from} ${edge.to}`
    if (edge.from !== edge.to && !edges.has(key)) edges.set(key, edge)
  }
  add(object, object.status.phase)
  for (const owner of owners) if (add(owner, view.find(owner)?.status.phase)) connect(owner, object, 'owns')
  for (const use of uses) if (add(use, view.find(use)?.status.phase)) connect(object, use, 'uses')
  const visit = (parent: AnyObject, depth: number): void => {
    for (const child of depth > 5 ? [] : view.ownedBy(parent.id)) {
      const isNew = !nodes.has(keyOf(child))
      if (!add(child, child.status.phase)) continue
      connect(parent, child, 'owns')
      if (isNew) visit(child, depth + 1)
    }
  }
  visit(object, 0)
  connectUses(view, nodes, connect, edges)
  dropUnused(view, nodes, edges)
  // What belongs to the object is drawn below it, or was left out on purpose.
  const family = new Set(view.family.map(keyOf))
  for (const user of users)
    if (
      !nodes.has(keyOf(user)) &&
      !family.has(keyOf(user)) &&
      add(user, enumText(user.phase) as ManifestPhase)
    )
      connect(user, object, 'uses')
  addResources(view, nodes, edges, trees)
  return { nodes, edges: [...edges.values()], omitted }
}

/**
 * Connects the objects of the family with what they use among the nodes. Where one owned object uses another, such as an instance its
 * definition, the owner is not connected to both, which would say nothing more.
 */
// oxlint-disable-next-line max-params -- the parts of a graph that is being made
function connectUses(
  { object, family }: View,
  nodes: ReadonlyMap<string, GraphNode>,
  connect: (from: Named, to: Named, relation: 'uses') => void,
  edges: Map<string, GraphEdge>,
): void {
  const isFamily = new Set(family.map(keyOf))
  for (const member of family) {
    if (!nodes.has(keyOf(member))) continue
    for (const use of usesOf(member)) {
      const key = keyOf(use)
      if (!nodes.has(key) || key === keyOf(object) || !isFamily.has(key)) continue
      connect(member, use, 'uses')
      for (const [id, edge] of edges)
        if (edge.to === key && edge.relation === 'owns' && edges.has(`${edge.from} ${keyOf(member)}`))
          edges.delete(id)
    }
  }
}

/** Leaves out the revisions of an application that no environment has, with what they consist of. */
function dropUnused(
  { object, owned, ownedBy }: View,
  nodes: Map<string, GraphNode>,
  edges: Map<string, GraphEdge>,
): void {
  if (object.kind !== 'Application') return
  const used = new Set([...edges.values()].filter(({ relation }) => relation === 'uses').map(({ to }) => to))
  const unused = owned.filter((each) => each.kind === 'ApplicationRevision' && !used.has(keyOf(each)))
  const dropped = new Set(unused.flatMap((each) => [each, ...ownedBy(each.id)]).map(keyOf))
  for (const key of dropped) nodes.delete(key)
  for (const [id, { from, to }] of edges) if (dropped.has(from) || dropped.has(to)) edges.delete(id)
}

/** Adds one node for all resources that an object has in its cluster. */
// oxlint-disable-next-line max-params -- the parts of a graph that is being made
function addResources(
  { object, family }: View,
  nodes: Map<string, GraphNode>,
  edges: Map<string, GraphEdge>,
  trees: Trees | undefined,
): void {
  for (const member of [object, ...family]) {
    const resources = trees?.get(member.id) ?? []
    const from = keyOf(member)
    if (resources.length === 0 || !nodes.has(from)) continue
    const pods = resources.filter(({ kind }) => kind === 'Pod')
    const ready = pods.filter(({ health }) => health === 'READY').length
    const id = `${from} resources`
    nodes.set(id, {
      id,
      title: text.graph.resources(resources.length),
      note: pods.length === 0 ? '' : text.graph.pods(ready, pods.length),
      path: objectPath(member, 'resources'),
      tone: worstTone(resources),
      isSelf: false,
    })
    edges.set(id, { from, to: id, relation: 'owns' })
  }
}
