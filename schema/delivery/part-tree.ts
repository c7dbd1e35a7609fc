import { dequal } from 'dequal'
import { join } from '../issue-errors.ts'
import { isRecord } from '../manifests.ts'
import { repositoryOf } from '../overriding/containers.ts'

/*
 * Parts of trees, the first level of which are resources. Images of containers and everything else are parts of their own, so that
 * "config.Deployment/web" leaves the images of the Deployment as they are. Entries of lists are found by their names; a list whose entries
 * have none is one part.
 */

export type Tree = Readonly<Record<string, unknown>>

/** A part by which two trees differ. */
export interface Part {
  /** The name of the part, by which a promotion chooses it. */
  part: string
  /** The resource, such as `Deployment/web`; `definition` and `jobs` for what is no resource. */
  resource: string
  /** The path of the field within the resource; empty for the whole resource. */
  path: string
  before?: unknown
  after?: unknown
}

/** A part with all names that choose it. */
export interface NamedPart extends Part {
  names: readonly string[]
}

type Path = readonly string[]

/** Returns the parts by which two trees differ. */
export function differingParts(one: unknown, other: unknown, path: Path = []): NamedPart[] {
  if (dequal(one, other)) return []
  const entries = bothEntries(one, other)
  if (entries !== undefined)
    return keysOf(...entries).flatMap((key) =>
      differingParts(entries[0].get(key), entries[1].get(key), [...path, key]),
    )
  const names = namesAt(path, one, other)
  const [resource = '', ...fields] = path
  return [
    {
      part: names.at(-1) ?? '',
      names,
      resource,
      path: fields.reduce(join, ''),
      ...(one === undefined ? {} : { before: one }),
      ...(other === undefined ? {} : { after: other }),
    },
  ]
}

/** Returns a tree with the parts of another one that have been chosen by their names. */
export function mergedParts(one: Tree, other: Tree, chosen: ReadonlySet<string>): Tree {
  // Both are records, and so is what is made of them.
  return merged(one, other, { chosen, path: [], isWithin: false }) as Tree
}

interface Place {
  chosen: ReadonlySet<string>
  path: Path
  /** True within a part that has been chosen. */
  isWithin: boolean
}

function merged(one: unknown, other: unknown, { chosen, path, isWithin }: Place): unknown {
  if (dequal(one, other)) return one
  const names = namesAt(path, one, other)
  const isImage = names[0] === 'image'
  const isChosen = (isWithin && !isImage) || names.some((name) => chosen.has(name))
  const entries = bothEntries(one, other)
  if (entries === undefined) return isChosen ? other : one
  const keys = isChosen ? keysOf(entries[1], entries[0]) : keysOf(...entries)
  const values = keys.flatMap((key): [string, unknown][] => {
    const place = { chosen, path: [...path, key], isWithin: isChosen }
    const value = merged(entries[0].get(key), entries[1].get(key), place)
    return value === undefined ? [] : [[key, value]]
  })
  return Array.isArray(one) ? values.map(([, value]) => value) : Object.fromEntries(values)
}

function keysOf(first: ReadonlyMap<string, unknown>, second: ReadonlyMap<string, unknown>): string[] {
  return [...new Set([...first.keys(), ...second.keys()])]
}

/** Returns the entries of two values of the same form by their names; undefined if they can only be taken as a whole. */
function bothEntries(one: unknown, other: unknown): [Map<string, unknown>, Map<string, unknown>] | undefined {
  if (Array.isArray(one) !== Array.isArray(other)) return undefined
  const [before, after] = [entriesOf(one), entriesOf(other)]
  return before === undefined || after === undefined ? undefined : [before, after]
}

/** Returns the fields of a record, or the entries of a list by their names. */
function entriesOf(value: unknown): Map<string, unknown> | undefined {
  if (isRecord(value)) {
    const fields = Object.entries(value)
    // A number in a path would be taken for an index.
    return fields.some(([field]) => /^\d+$/.test(field)) ? undefined : new Map(fields)
  }
  if (!Array.isArray(value)) return undefined
  const entries = new Map(
    value.map((each: unknown, index) => [isRecord(each) ? each['name'] : index, each] as const),
  )
  const names = [...entries.keys()]
  return entries.size === value.length && names.every((name) => typeof name === 'string')
    ? (entries as Map<string, unknown>)
    : undefined
}

/** Returns the names that choose what is at a path, the shortest first. */
function namesAt(path: Path, one: unknown, other: unknown): string[] {
  const image = imageAt(path, one, other)
  if (image !== undefined) return ['image', `image.${image}`]
  const [resource, ...fields] = path
  if (resource === undefined) return ['config']
  const paths = fields.map((_, index) => `.${fields.slice(0, index + 1).reduce(join, '')}`)
  return ['config', ...['', ...paths].map((field) => `config.${resource}${field}`)]
}

/** Returns the image at a path, if a container that both trees have runs it. */
function imageAt(path: Path, one: unknown, other: unknown): string | undefined {
  const [list, , field] = path.slice(-3)
  const isOfContainer = path.length > 3 && (list === 'containers' || list === 'initContainers')
  if (!isOfContainer || field !== 'image' || one === undefined) return undefined
  return repositoryOf(other)
}
