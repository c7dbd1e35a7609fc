import dagre from '@dagrejs/dagre'

/* Where the nodes of a graph are drawn. */

export const nodeWidth = 220
export const nodeHeight = 56

/** The nodes of a graph by ID, and what connects them. */
interface Connected {
  nodes: ReadonlyMap<string, unknown>
  edges: readonly { from: string; to: string }[]
}

/** The upper left corner of a node. */
export interface Place {
  x: number
  y: number
}

/** Places what an object needs to the right of it, in columns. */
export function inColumns({ nodes, edges }: Connected): Map<string, Place> {
  const placed = new dagre.graphlib.Graph()
  placed.setGraph({ rankdir: 'LR', nodesep: 18, ranksep: 56 })
  placed.setDefaultEdgeLabel(() => ({}))
  for (const id of nodes.keys()) placed.setNode(id, { width: nodeWidth, height: nodeHeight })
  for (const { from, to } of edges) placed.setEdge(from, to)
  dagre.layout(placed)
  return new Map(
    [...nodes.keys()].map((id) => {
      const { x, y } = placed.node(id)
      return [id, { x: x - nodeWidth / 2, y: y - nodeHeight / 2 }]
    }),
  )
}

const indent = 28
const rowHeight = nodeHeight + 16

/** Places nodes below each other as in an outline, for screens that are too narrow for columns: what an object needs is indented. */
export function asOutline({ nodes, edges }: Connected): Map<string, Place> {
  const needed = new Set(edges.map(({ to }) => to))
  const places = new Map<string, Place>()
  const place = (id: string, depth: number): void => {
    if (places.has(id)) return
    places.set(id, { x: depth * indent, y: places.size * rowHeight })
    for (const { from, to } of edges) if (from === id) place(to, depth + 1)
  }
  for (const id of nodes.keys()) if (!needed.has(id)) place(id, 0)
  // What is left are cycles, which nothing else needs.
  for (const id of nodes.keys()) place(id, 0)
  return places
}
