import {
  isAlias,
  isMap,
  isNode,
  isScalar,
  isSeq,
  type Alias,
  type Pair,
  type Scalar,
  type YAMLMap,
} from 'yaml'
import { shownValue, type FieldError } from './errors.ts'
import { maxTextBytes } from './limits.ts'

/** A position in a text. Lines and columns count from 1. */
export type Position = Pick<FieldError, 'line' | 'column'>

/** An error in a text, at a position rather than a path. */
export type TextError = Omit<FieldError, 'path'>

export interface ValueReading {
  value: unknown
  errors: readonly TextError[]
}

/**
 * The maximum nesting depth of maps and lists. The maxDepth schemas of CustomResourceDefinitions have about forty
 * levels.
 */
const maxDepth = 200

/** The size in bytes that each value counts in addition to its text. */
const sizeOfValue = 10

interface Anchored {
  value: unknown
  /** The approximate size in bytes as JSON, with all aliases expanded. */
  size: number
  /** Set for an anchor of nothing to which no alias refers: it is a text without quotes. */
  nothing?: Scalar | undefined
}

/**
 * Converts a YAML 1.1 node to a value as Kubernetes does: keys are unique strings, aliases are expanded, and `<<`
 * merges maps. The expansion of aliases is limited to the maximum size of a text, so a few lines cannot expand to
 * gigabytes.
 */
export function readValue(contents: unknown, at: (offset: number) => Position): ValueReading {
  const errors: TextError[] = []
  const anchors = new Map<string, Anchored | 'incomplete'>()
  let size = 0
  let expandedSize = 0

  const refuse = (node: unknown, error: TextError, lengthBefore = 0): null => {
    const start = (isNode(node) ? node.range?.[0] : undefined) ?? 0
    errors.push({ ...error, ...at(Math.max(start - lengthBefore, 0)) })
    return null
  }

  const read = (node: unknown, depth: number): unknown => {
    if (depth > maxDepth) {
      const message = `is nested more than ${maxDepth} levels deep`
      return refuse(node, { code: 'INVALID', message, remedy: 'Flatten it.' })
    }
    if (isAlias(node)) return readAlias(node)
    const anchor = isScalar(node) || isMap(node) || isSeq(node) ? node.anchor : undefined
    if (anchor !== undefined) {
      refuseNothing(anchor)
      anchors.set(anchor, 'incomplete')
    }
    const sizeBefore = size
    const value = readPlain(node, depth)
    if (anchor !== undefined)
      anchors.set(anchor, { value, size: size - sizeBefore, nothing: isNothing(node) ? node : undefined })
    return value
  }

  const refuseNothing = (anchor: string): void => {
    const anchored = anchors.get(anchor)
    if (anchored === undefined || anchored === 'incomplete' || anchored.nothing === undefined) return
    refuse(anchored.nothing, unquoted('&', 'an anchor of nothing'), `&${anchor}`.length)
  }

  const readPlain = (node: unknown, depth: number): unknown => {
    size += sizeOfValue
    if (isMap(node)) return readMap(node, depth)
    if (isSeq(node)) return node.items.map((item) => read(item, depth + 1))
    if (isNothing(node) && isUnknownTag(node.tag))
      return refuse(node, unquoted('!', 'a tag of nothing'), writtenTag(node.tag).length)
    const value = isScalar(node) ? scalarValue(node.value) : null
    if (typeof value === 'string') size += value.length
    if (typeof value !== 'number' || Number.isFinite(value)) return value
    const message = 'is a number that JSON does not have'
    return refuse(node, { code: 'INVALID', message, remedy: 'Write a number, or put it in quotes.' })
  }

  const readAlias = (alias: Alias): unknown => {
    const anchored = anchors.get(alias.source)
    if (anchored === undefined) return refuse(alias, unquoted('*', 'an alias without an anchor before it'))
    if (anchored === 'incomplete')
      return refuse(alias, { code: 'INVALID', message: `the anchor ${alias.source} contains itself` })
    delete anchored.nothing
    expandedSize += anchored.size
    if (expandedSize > maxTextBytes) {
      const message = `expands to more than ${maxTextBytes.toLocaleString('en')} bytes through aliases`
      // Only the first alias beyond the limit is reported, since all later ones exceed it too.
      return expandedSize - anchored.size > maxTextBytes
        ? null
        : refuse(alias, { code: 'TOO_LONG', message, remedy: 'Write the values without aliases.' })
    }
    size += anchored.size
    return anchored.value
  }

  const readMap = (node: YAMLMap, depth: number): unknown => {
    const map: Record<string, unknown> = {}
    const lines = new Map<string, number | undefined>()
    for (const pair of node.items) {
      if (isMergeKey(pair)) mergeInto(map, pair, depth)
      else readPair(map, pair, { lines, depth })
    }
    return map
  }

  const readPair = (
    map: Record<string, unknown>,
    { key: keyNode, value }: Pair,
    { lines, depth }: { lines: Map<string, number | undefined>; depth: number },
  ): void => {
    const key = keyOf(read(keyNode, depth + 1))
    if (key === undefined) return void refuse(keyNode, { code: 'INVALID', message: 'a key must be a scalar' })
    if (lines.has(key)) {
      const message = `the key ${shownValue(key)} is already declared in line ${lines.get(key) ?? 1}`
      refuse(keyNode, { code: 'DUPLICATE', message, remedy: 'Keep one of them.' })
    } else lines.set(key, at((isNode(keyNode) ? keyNode.range?.[0] : undefined) ?? 0).line)
    setEntry(map, key, read(value, depth + 1))
  }

  /** Merges maps into a map, whose own entries take precedence. */
  // oxlint-disable-next-line max-params -- as the other readers, plus the target of the value
  const mergeInto = (map: Record<string, unknown>, { value: node }: Pair, depth: number): void => {
    const merged = read(node, depth + 1)
    for (const source of Array.isArray(merged) ? (merged as unknown[]) : [merged]) {
      if (typeof source !== 'object' || source === null || Array.isArray(source))
        return void refuse(node, { code: 'INVALID_TYPE', message: '<< must be a map or a list of maps' })
      for (const [key, value] of Object.entries(source))
        if (!Object.hasOwn(map, key)) setEntry(map, key, value)
    }
  }

  const value = read(contents, 0)
  for (const anchor of anchors.keys()) refuseNothing(anchor)
  return { value, errors }
}

/** Returns the error of what is probably a text without quotes. It does not name the text, which may be a secret. */
function unquoted(character: string, meaning: string): TextError {
  const remedy = `Put a text that begins with ${character} in quotes.`
  return { code: 'INVALID', message: `begins with ${character}, which makes it ${meaning}`, remedy }
}

/** Reports whether a node has no text: at most an anchor or a tag. */
function isNothing(node: unknown): node is Scalar {
  return isScalar(node) && (node.source ?? '') === '' && (node.value === null || node.value === '')
}

/** Reports whether a tag means nothing in YAML. */
function isUnknownTag(tag: string | undefined): tag is string {
  return tag !== undefined && !['!!str', '!!null', '!!binary'].includes(writtenTag(tag))
}

/** Returns a tag as it is written. */
function writtenTag(tag: string): string {
  return tag.replace(/^tag:yaml\.org,2002:/, '!!')
}

/** Sets an entry. A plain assignment to `__proto__` would set the prototype instead. */
// oxlint-disable-next-line max-params -- the operands of an assignment
export function setEntry(map: Record<string, unknown>, key: string, value: unknown): void {
  if (key !== '__proto__') map[key] = value
  else Object.defineProperty(map, key, { value, writable: true, enumerable: true, configurable: true })
}

/** Reports whether a pair is a merge: the parser represents an unquoted `<<` as a symbol. */
function isMergeKey({ key }: Pair): boolean {
  return isScalar(key) && typeof key.value === 'symbol'
}

function scalarValue(value: unknown): unknown {
  if (value instanceof Uint8Array) return new TextDecoder().decode(value)
  return typeof value === 'symbol' ? value.description : value
}

/** Converts a key to a string. Undefined for a map or a list, which JSON does not allow as keys. */
export function keyOf(value: unknown): string | undefined {
  if (value === null || value === undefined) return ''
  return typeof value === 'object' ? undefined : String(value)
}
