import { ChevronRight, Layers, ScrollText } from 'lucide-react'
import { useMemo, useState, type ReactElement } from 'react'
import { Button, Collection, Tree, TreeItem, TreeItemContent } from 'react-aria-components'
import { Link, useLocation } from 'wouter'
import type { AnyObject } from '../../../../client-sdk/index.ts'
import { kindOf, titleOf } from '../../data/kinds.ts'
import { objectPath } from '../../data/paths.ts'
import { containsWords } from '../../data/words.ts'
import { Age } from '../../parts/age.tsx'
import { Empty, Failed, Skeleton } from '../../parts/basics.tsx'
import { SearchField } from '../../parts/search-field.tsx'
import { Status } from '../../parts/status.tsx'
import { Toggle } from '../../parts/toggle.tsx'
import { text } from './text.ts'
import { Health, type ResourceNode } from './health.tsx'
import { useTrees, type Trees } from './trees.ts'
import type { View } from './use-view.ts'

/** An object or a resource, with what is below it. */
interface Item {
  id: string
  object?: AnyObject
  /** A resource, and the object that has it. */
  node?: ResourceNode
  of?: AnyObject
  items: Item[]
}

/** The resources in clusters, down to the pods, with those of the objects that the object consists of. */
export default function ResourcesTab({ view }: { view: View }): ReactElement {
  const { value, error } = useTrees(view)
  const [words, setWords] = useState('')
  const [isOnlyBad, setOnlyBad] = useState(false)
  const all = useMemo(() => (value === undefined ? [] : itemsOf(view, view.object, value)), [view, value])
  const items = useMemo(
    () => all.flatMap((each) => filtered(each, words, isOnlyBad)),
    [all, words, isOnlyBad],
  )
  const [collapsed, setCollapsed] = useState<ReadonlySet<string>>(new Set())
  const [, navigate] = useLocation()
  if (value === undefined) return error === undefined ? <Skeleton lines={8} /> : <Failed error={error} />
  if (all.length === 0)
    return (
      <Empty icon={Layers} title={text.resources.none}>
        {text.resources.noneText}
      </Empty>
    )
  const branches = branchesOf(items)
  const byId = new Map(flat(items).map((each) => [each.id, each]))
  return (
    <>
      <div className="toolbar">
        <SearchField
          label={text.resources.filter}
          placeholder={text.resources.filterHelp}
          value={words}
          onChange={setWords}
        />
        <Toggle isOn={isOnlyBad} onChange={setOnlyBad}>
          {text.resources.onlyBad}
        </Toggle>
        <span className="soft small">
          {text.resources.count(flat(items).filter(({ node }) => node).length)}
        </span>
      </div>
      <div className="card">
        <Tree
          className="tree"
          aria-label={text.resources.label}
          items={items}
          dependencies={[items]}
          expandedKeys={branches.filter((id) => !collapsed.has(id))}
          onExpandedChange={(keys) => setCollapsed(new Set(branches.filter((id) => !keys.has(id))))}
          onAction={(key) => {
            const path = pathOf(byId.get(String(key)))
            if (path !== undefined) navigate(path)
          }}
          renderEmptyState={() => <p className="body soft">{text.resources.noMatch}</p>}
        >
          {(item) => <Line item={item} />}
        </Tree>
      </div>
    </>
  )
}

function Line({ item }: { item: Item }): ReactElement {
  const { object, node, of } = item
  const name =
    node === undefined
      ? `${titleOf(kindOf(object?.kind ?? ''))} ${object?.name}`
      : `${node.kind} ${node.name}`
  return (
    <TreeItem id={item.id} textValue={name} className="tree-row">
      <TreeItemContent>
        {({ hasChildItems }) => (
          <div className="tree-line">
            {hasChildItems ? (
              <Button slot="chevron" className="chevron" aria-label={text.resources.expand}>
                <ChevronRight size={14} aria-hidden />
              </Button>
            ) : (
              <span className="chevron" aria-hidden />
            )}
            {object !== undefined && <ObjectLine object={object} />}
            {node !== undefined && <NodeLine node={node} of={of} />}
          </div>
        )}
      </TreeItemContent>
      <Collection items={item.items} dependencies={[item.items]}>
        {(child) => <Line item={child} />}
      </Collection>
    </TreeItem>
  )
}

function ObjectLine({ object }: { object: AnyObject }): ReactElement {
  return (
    <>
      <Link href={objectPath(object)} className="name truncate">
        <span className="soft">{titleOf(kindOf(object.kind))} </span>
        {object.name}
      </Link>
      <span className="message truncate">{object.ready ? '' : object.status.cause?.message}</span>
      <span className="end">
        <Status phase={object.status.phase} />
      </span>
    </>
  )
}

function NodeLine({ node, of }: { node: ResourceNode; of: AnyObject | undefined }): ReactElement {
  return (
    <>
      <Health health={node.health} />
      <span
        className="name truncate"
        title={`${node.kind} ${node.namespace === '' ? '' : `${node.namespace}/`}${node.name}`}
      >
        <span className="soft">{node.kind} </span>
        {node.name}
      </span>
      <span className="message truncate" title={node.message}>
        {node.reason !== '' && <strong>{node.reason} </strong>}
        {node.message}
      </span>
      <span className="end">
        {node.kind === 'Pod' && of !== undefined && (
          <Link href={logsPath(of, node)} className="row small">
            <ScrollText size={13} aria-hidden />
            {text.resources.logs}
          </Link>
        )}
        <span className="soft small wide">{node.namespace}</span>
        {node.createdAt !== null && (
          <span className="soft small">
            <Age time={node.createdAt} />
          </span>
        )}
      </span>
    </>
  )
}

function logsPath(of: AnyObject, { name }: ResourceNode): string {
  return `${objectPath(of, 'logs')}&source=${encodeURIComponent(name)}`
}

function pathOf(item: Item | undefined): string | undefined {
  if (item?.object !== undefined) return objectPath(item.object)
  if (item?.node?.kind === 'Pod' && item.of !== undefined) return logsPath(item.of, item.node)
  return undefined
}

/** Returns what is below an object: its own resources, and the objects that it owns if they have some. */
// oxlint-disable-next-line max-params -- the depth is for the function itself
function itemsOf(view: View, object: AnyObject, trees: Trees, depth = 0): Item[] {
  const nodes = trees.get(object.id) ?? []
  const below = (parent: string | null): Item[] =>
    nodes
      .filter(({ parentKey }) => parentKey === parent)
      .map((node) => ({ id: `${object.id} ${node.key}`, node, of: object, items: below(node.key) }))
  if (depth > 5) return below(null)
  const owned = view.ownedBy(object.id).flatMap((child) => {
    const items = itemsOf(view, child, trees, depth + 1)
    return items.length === 0 ? [] : [{ id: `${object.id} ${child.id}`, object: child, items }]
  })
  return [...below(null), ...owned]
}

/** Returns an item with what matches below it, or nothing. */
function filtered(item: Item, words: string, isOnlyBad: boolean): Item[] {
  const { object, node } = item
  const name = `${object?.kind ?? ''} ${object?.name ?? ''} ${node?.kind ?? ''} ${node?.name ?? ''} ${node?.namespace ?? ''}`
  const isNamed = containsWords(name, words)
  const isWell = node === undefined ? true : node.health === 'READY'
  const items = item.items.flatMap((each) => filtered(each, isNamed ? '' : words, isOnlyBad))
  const isShown = isNamed && !(isOnlyBad && isWell)
  return isShown || items.length > 0 ? [{ ...item, items }] : []
}

function flat(items: readonly Item[]): Item[] {
  return items.flatMap((item) => [item, ...flat(item.items)])
}

function branchesOf(items: readonly Item[]): string[] {
  return flat(items)
    .filter((item) => item.items.length > 0)
    .map(({ id }) => id)
}
