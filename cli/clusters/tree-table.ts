import type { AnyObject } from '../../client-sdk/index.ts'
import { pairs } from '../kind-names.ts'
import { enumText } from '../../schema/enum-text.ts'
import { isRecord } from '../../schema/manifests.ts'
import { messageOf, phaseOf } from '../objects/record.ts'
import type { Io } from '../terminal/io.ts'
import { painter, phaseColour, type Colour } from '../terminal/style.ts'
import { renderTable } from '../terminal/table.ts'
import { oneLine, shortenMiddle } from '../terminal/width.ts'
import { ageOf } from '../terminal/time.ts'
import { decidedBy, resourceDecidedBy } from './decided-by.ts'
import { childrenOf, type ObjectTree } from './object-tree.ts'

type Node = ObjectTree['nodes'][number]

const colours: Record<Node['health'], Colour> = {
  READY: 'green',
  PROGRESSING: 'yellow',
  FAILED: 'red',
  TERMINATING: 'yellow',
  MISSING: 'red',
}

type Row = [name: string, health: string, age: string, decidedBy: string, message: string]

/** Renders a tree, one line per node: definition, instance, owned objects, resources and what these own, down to pods. */
export function renderTree(io: Io, tree: ObjectTree): string {
  const paint = painter(io.stdout, io.env)
  const { object } = tree
  const { definition } = fieldsOf(object.manifestSpec)
  const pair = pairs.find(({ instance }) => instance.kind === object.kind)
  const above: Row[] =
    pair !== undefined && typeof definition === 'string'
      ? [[`${pair.definition.kind}/${definition}`, '', '', '', '']]
      : []
  const own = above.length === 0 ? rowsOf(tree, '', '') : rowsOf(tree, '└─ ', '   ')
  const colourOf = (value: string): Colour =>
    Object.entries(colours).find(([health]) => enumText(health) === value)?.[1] ?? phaseColour(value)
  const rows = [...above, ...own]
  const isDecided = rows.some(([, , , decided]) => decided !== '')
  const shown = isDecided ? rows : rows.map((row) => row.toSpliced(3, 1))
  return renderTable(['NAME', 'HEALTH', 'AGE', ...(isDecided ? ['DECIDED BY'] : []), 'MESSAGE'], shown, {
    columns: io.stdout.columns,
    optional: ['DECIDED BY', 'AGE'],
    shortened: {
      header: 'NAME',
      whole: 'whole names',
      shorten: (name, width) => shortenMiddle(name, width, name.indexOf('/') + 1),
    },
    shownBy: 'in a wider terminal',
    keepSpaces: true,
    paint: (text, { header, value }) =>
      header === 'HEALTH' && value !== '' ? paint(colourOf(value), text) : text,
  })
}

/** Returns the rows of an object and its descendants. `first` prefixes its own row, `rest` all others. */
function rowsOf({ object, nodes, owned }: ObjectTree, first: string, rest: string): Row[] {
  const { namespace } = fieldsOf(object.status.outputs)
  const top = childrenOf(nodes, null)
  const last = owned.length + top.length - 1
  const own: Row = [
    `${first}${object.kind}/${object.name}`,
    phaseOf(object),
    ageOf(object.createdAt),
    decidedBy(object).join('; '),
    oneLine(messageOf(object)),
  ]
  return [
    own,
    ...owned.flatMap((each, index) => rowsOf(each, ...branch(rest, index === last))),
    ...top.flatMap((node, index) =>
      rowsOfNode({ node, nodes, namespace, object }, ...branch(rest, owned.length + index === last)),
    ),
  ]
}

interface NodeToShow {
  node: Node
  /** The object whose resource it is, unless another resource owns it. */
  object?: AnyObject
  nodes: ObjectTree['nodes']
  /** Namespace of the object, which its resources do not repeat. */
  namespace: unknown
}

function rowsOfNode({ node, nodes, namespace, object }: NodeToShow, first: string, rest: string): Row[] {
  const elsewhere = node.namespace === '' || node.namespace === namespace ? '' : ` in ${node.namespace}`
  const below = childrenOf(nodes, node.key)
  return [
    [
      `${first}${node.kind}/${node.name}${elsewhere}`,
      enumText(node.health),
      ageOf(node.createdAt),
      object === undefined ? '' : resourceDecidedBy(node, object).join('; '),
      oneLine(node.message),
    ],
    ...below.flatMap((each, index) =>
      rowsOfNode({ node: each, nodes, namespace }, ...branch(rest, index === below.length - 1)),
    ),
  ]
}

/** Returns the prefix of a child row and the prefix of the rows below that child. */
function branch(indent: string, isLast: boolean): [first: string, rest: string] {
  return isLast ? [`${indent}└─ `, `${indent}   `] : [`${indent}├─ `, `${indent}│  `]
}

function fieldsOf(value: unknown): Record<string, unknown> {
  return isRecord(value) ? value : {}
}
