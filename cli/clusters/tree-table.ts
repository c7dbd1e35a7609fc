import { isRecord } from '../../schema/manifests.ts'
import { messageOf, phaseOf } from '../objects/record.ts'
import type { Io } from '../terminal/io.ts'
import { painter, phaseColour, type Colour } from '../terminal/style.ts'
import { renderTable } from '../terminal/table.ts'
import { oneLine } from '../terminal/width.ts'
import { ageOf } from '../terminal/time.ts'
import { childrenOf, type Shown } from './shown-tree.ts'

type Node = Shown['nodes'][number]

const colours: Record<Node['health'], Colour> = {
  ready: 'green',
  progressing: 'yellow',
  failed: 'red',
  terminating: 'yellow',
  missing: 'red',
}

/** Definition, instance, resources, what they own, pods: one line each, with branches drawn before the names. */
export function renderTree(io: Io, { object, nodes }: Shown): string {
  const paint = painter(io.stdout, io.env)
  const { spec, outputs } = { spec: fieldsOf(object.manifestSpec), outputs: fieldsOf(object.status.outputs) }
  const rows: [string, string, string, string][] = []
  const { definition } = spec
  const hasDefinition = typeof definition === 'string'
  if (hasDefinition)
    rows.push([`${object.kind.replace(/Instance$/, 'Definition')}/${definition}`, '', '', ''])
  const branch = hasDefinition ? '└─ ' : ''
  const message = oneLine(messageOf(object))
  rows.push([`${branch}${object.kind}/${object.name}`, phaseOf(object), ageOf(object.createdAt), message])
  const add = (parentId: string | null, indent: string): void => {
    const below = childrenOf(nodes, parentId)
    for (const [index, node] of below.entries()) {
      const isLast = index === below.length - 1
      const place =
        node.namespace === '' || node.namespace === outputs['namespace'] ? '' : ` in ${node.namespace}`
      const name = `${indent}${isLast ? '└─ ' : '├─ '}${node.kind}/${node.name}${place}`
      rows.push([name, capital(node.health), ageOf(node.createdAt), oneLine(node.message)])
      add(node.id, `${indent}${isLast ? '   ' : '│  '}`)
    }
  }
  add(null, hasDefinition ? '   ' : '')
  const colourOf = (value: string): Colour =>
    Object.entries(colours).find(([health]) => capital(health) === value)?.[1] ?? phaseColour(value)
  return renderTable(['NAME', 'HEALTH', 'AGE', 'MESSAGE'], rows, {
    columns: io.stdout.columns,
    keepSpaces: true,
    paint: (text, { header, value }) =>
      header === 'HEALTH' && value !== '' ? paint(colourOf(value), text) : text,
  })
}

function fieldsOf(value: unknown): Record<string, unknown> {
  return isRecord(value) ? value : {}
}

function capital(word: string): string {
  return `${word.charAt(0).toUpperCase()}${word.slice(1)}`
}
