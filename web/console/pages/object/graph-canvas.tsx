import {
  Background,
  BaseEdge,
  Controls,
  Handle,
  MarkerType,
  Position,
  ReactFlow,
  type Edge,
  type EdgeProps,
  type Node,
  type NodeProps,
  type ReactFlowInstance,
} from '@xyflow/react'
import '@xyflow/react/dist/base.css'
import { Boxes } from 'lucide-react'
import { useMemo, useRef, type ReactElement } from 'react'
import { Link } from 'wouter'
import { kindIcon } from './kind-icon.ts'
import { asOutline, inColumns, nodeHeight, nodeWidth } from './graph-layout.ts'
import type { Graph, GraphNode } from './graph-of.ts'

/** Smaller nodes could not be hit by a finger. */
const leastZoom = 0.45

/** The width of a screen, in pixels, that has no place for columns of nodes that can be read. */
const narrow = 640
/** The least space around a graph that is drawn as an outline. */
const margin = 16

type DrawnNode = Node<{ node: GraphNode; isNarrow: boolean }, 'object'>

const nodeTypes = { object: ObjectNode }
const edgeTypes = { outline: OutlineEdge }

/** Draws a graph from left to right, on narrow screens as an outline. Nodes are links, so that the keyboard reaches them in the order of the page. */
export default function GraphCanvas({ graph }: { graph: Graph }): ReactElement {
  const frame = useRef<HTMLDivElement>(null)
  const isNarrow = window.innerWidth <= narrow
  const { nodes, edges } = useMemo(() => drawn(graph, isNarrow), [graph, isNarrow])
  // A graph with other nodes is fitted anew; one whose health changes stays where the reader has moved it.
  const key = [isNarrow, ...graph.nodes.keys()].join()
  return (
    <ReactFlow
      key={key}
      ref={frame}
      nodes={nodes}
      edges={edges}
      nodeTypes={nodeTypes}
      edgeTypes={edgeTypes}
      onInit={(flow) => void (isNarrow ? showOutline(flow, graph, frame.current) : show(flow, graph))}
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
      <Controls showInteractive={false} position={isNarrow ? 'bottom-right' : 'bottom-left'} />
    </ReactFlow>
  )
}

/** Shows the whole graph, or what is around the object if all of it would be too small to read and to hit. */
async function show(flow: ReactFlowInstance<DrawnNode>, graph: Graph): Promise<void> {
  await flow.fitView({ maxZoom: 1, padding: 0.12 })
  const self = selfIn(flow, graph)
  if (flow.getZoom() > leastZoom || self === undefined) return
  const { x, y } = self.position
  await flow.setCenter(x + nodeWidth, y + nodeHeight / 2, { zoom: 0.7 })
}

/** Shows an outline in its whole width, from the object on. */
async function showOutline(
  flow: ReactFlowInstance<DrawnNode>,
  graph: Graph,
  frame: HTMLDivElement | null,
): Promise<void> {
  const nodes = flow.getNodes()
  const [right, bottom] = [
    Math.max(...nodes.map(({ position }) => position.x)) + nodeWidth,
    Math.max(...nodes.map(({ position }) => position.y)) + nodeHeight,
  ]
  const { clientWidth: width = 0, clientHeight: height = 0 } = frame ?? {}
  const zoom = Math.min(Math.max((width - 2 * margin) / right, leastZoom), 1)
  const isWhole = bottom * zoom + 2 * margin <= height
  const y = isWhole ? 0 : (selfIn(flow, graph)?.position.y ?? 0)
  await flow.setViewport({ x: margin, y: margin - y * zoom, zoom })
}

function selfIn(flow: ReactFlowInstance<DrawnNode>, { nodes }: Graph): DrawnNode | undefined {
  const self = [...nodes.values()].find(({ isSelf }) => isSelf)
  return self === undefined ? undefined : flow.getNode(self.id)
}

function ObjectNode({ data: { node, isNarrow } }: NodeProps<DrawnNode>): ReactElement {
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
      {isNarrow ? (
        <Handle type="source" position={Position.Bottom} isConnectable={false} style={{ left: 14 }} />
      ) : (
        <Handle type="source" position={Position.Right} isConnectable={false} />
      )}
    </>
  )
}

/** Draws from the lower left of an object to the left of what it needs. */
function OutlineEdge({ sourceX, sourceY, targetX, targetY, ...props }: EdgeProps): ReactElement {
  const { id, markerEnd, style } = props
  return (
    <BaseEdge
      id={id}
      path={`M${sourceX},${sourceY} V${targetY} H${targetX}`}
      {...(markerEnd === undefined ? {} : { markerEnd })}
      {...(style === undefined ? {} : { style })}
    />
  )
}

function drawn(graph: Graph, isNarrow: boolean): { nodes: DrawnNode[]; edges: Edge[] } {
  const places = isNarrow ? asOutline(graph) : inColumns(graph)
  const nodes = [...graph.nodes.values()].map((node): DrawnNode => ({
    id: node.id,
    type: 'object',
    position: places.get(node.id) ?? { x: 0, y: 0 },
    data: { node, isNarrow },
    width: nodeWidth,
    height: nodeHeight,
  }))
  const edges = graph.edges.map(({ from, to, relation }): Edge => ({
    id: `${from} ${to}`,
    source: from,
    target: to,
    markerEnd: { type: MarkerType.ArrowClosed, color: 'var(--line-strong)' },
    ...(isNarrow ? { type: 'outline' } : {}),
    ...(relation === 'uses' ? { style: { strokeDasharray: '4 4' } } : {}),
  }))
  return { nodes, edges }
}
