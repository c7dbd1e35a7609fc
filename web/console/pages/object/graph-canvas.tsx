import dagre from '@dagrejs/dagre'
import {
  Background,
  Controls,
  Handle,
  Position,
  ReactFlow,
  type Edge,
  type Node,
  type NodeProps,
  type ReactFlowInstance,
} from '@xyflow/react'
import '@xyflow/react/dist/base.css'
import { Boxes } from 'lucide-react'
import { useMemo, type ReactElement } from 'react'
import { Link } from 'wouter'
import { kindIcon } from './kind-icon.ts'
import type { Graph, GraphNode } from './graph-of.ts'

const width = 220
const height = 56

/** Smaller nodes could not be hit by a finger. */
const leastZoom = 0.45

type DrawnNode = Node<{ node: GraphNode }, 'object'>

const nodeTypes = { object: ObjectNode }

/** Draws a graph from left to right. Nodes are links, so that the keyboard reaches them in the order of the page. */
export default function GraphCanvas({ graph }: { graph: Graph }): ReactElement {
  const { nodes, edges } = useMemo(() => layout(graph), [graph])
  // A graph with other nodes is fitted anew; one whose health changes stays where the reader has moved it.
  const key = [...graph.nodes.keys()].join()
  return (
    <ReactFlow
      key={key}
      nodes={nodes}
      edges={edges}
      nodeTypes={nodeTypes}
      onInit={(flow) => void show(flow, graph)}
      minZoom={leastZoom}
      maxZoom={1.5}
      nodesDraggable={false}
      nodesConnectable={false}
      nodesFocusable={false}
      edgesFocusable={false}
      elementsSelectable={false}
      proOptions={{ hideAttribution: true }}
    >
      <Background gap={20} color="var(--line)" />
      <Controls showInteractive={false} />
    </ReactFlow>
  )
}

/** Shows the whole graph, or what is around the object if all of it would be too small to read and to hit. */
async function show(flow: ReactFlowInstance<DrawnNode>, { nodes }: Graph): Promise<void> {
  await flow.fitView({ maxZoom: 1, padding: 0.12 })
  const self = [...nodes.values()].find(({ isSelf }) => isSelf)
  const drawn = self === undefined ? undefined : flow.getNode(self.id)
  if (flow.getZoom() > leastZoom || drawn === undefined) return
  const { x, y } = drawn.position
  await flow.setCenter(x + width, y + height / 2, { zoom: 0.7 })
}

function ObjectNode({ data: { node } }: NodeProps<DrawnNode>): ReactElement {
  const Icon = node.named === undefined ? Boxes : kindIcon(node.named.kind)
  return (
    <>
      <Handle type="target" position={Position.Left} isConnectable={false} />
      <Link
        href={node.path}
        className={`graph-node nopan ${node.tone}${node.isSelf ? ' self' : ''}`}
        title={node.title}
      >
        <Icon size={16} aria-hidden />
        <span className="texts">
          <span className="truncate">{node.title}</span>
          <span className="soft small truncate">
            {node.note}
            {node.phase !== undefined && node.phase !== 'Ready' && ` · ${node.phase}`}
          </span>
        </span>
      </Link>
      <Handle type="source" position={Position.Right} isConnectable={false} />
    </>
  )
}

function layout(graph: Graph): { nodes: DrawnNode[]; edges: Edge[] } {
  const placed = new dagre.graphlib.Graph()
  placed.setGraph({ rankdir: 'LR', nodesep: 18, ranksep: 56 })
  placed.setDefaultEdgeLabel(() => ({}))
  for (const id of graph.nodes.keys()) placed.setNode(id, { width, height })
  for (const { from, to } of graph.edges) placed.setEdge(from, to)
  dagre.layout(placed)
  const nodes = [...graph.nodes.values()].map((node): DrawnNode => {
    const { x, y } = placed.node(node.id)
    return {
      id: node.id,
      type: 'object',
      position: { x: x - width / 2, y: y - height / 2 },
      data: { node },
      width,
      height,
    }
  })
  const edges = graph.edges.map(({ from, to, relation }): Edge => ({
    id: `${from} ${to}`,
    source: from,
    target: to,
    ...(relation === 'uses' ? { style: { strokeDasharray: '4 4' } } : {}),
  }))
  return { nodes, edges }
}
