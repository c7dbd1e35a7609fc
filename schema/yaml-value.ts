import { isAlias, isMap, isNode, isScalar, isSeq, type Alias, type Pair, type YAMLMap } from 'yaml'
import { shownValue, type FieldError } from './errors.ts'
import { mostTextBytes } from './limits.ts'

/** Where something stands in a text; both count from 1. */
export type Position = Pick<FieldError, 'line' | 'column'>

/** What is wrong with the text itself; the place is in it. */
export type TextError = Omit<FieldError, 'path'>

export interface ValueReading {
  value: unknown
  errors: readonly TextError[]
}

/** Levels of maps and lists in a document. The deepest schema of a CustomResourceDefinition has about forty. */
const deepest = 200

/** What a value weighs besides its text, in bytes of that. */
const weightOfValue = 10

interface Anchored {
  value: unknown
  /** How much JSON it makes, roughly in bytes, with all that its aliases stand for. */
  weight: number
}

/**
 * The value of a node of YAML 1.1 as Kubernetes has it: keys are texts and come once, what an alias stands for is put in
 * its place, `<<` merges. Aliases may make of the text as much as a text may have, so a few lines cannot become gigabytes.
 */
export function readValue(contents: unknown, at: (offset: number) => Position): ValueReading {
  const errors: TextError[] = []
  const anchors = new Map<string, Anchored | 'open'>()
  let weight = 0
  let copied = 0

  const refuse = (node: unknown, error: TextError): null => {
    errors.push({ ...error, ...at((isNode(node) ? node.range?.[0] : undefined) ?? 0) })
    return null
  }

  const read = (node: unknown, depth: number): unknown => {
    if (depth > deepest) {
      const message = `is nested more than ${deepest} levels deep`
      return refuse(node, { message, remedy: 'Flatten it.' })
    }
    if (isAlias(node)) return readAlias(node)
    const anchor = isScalar(node) || isMap(node) || isSeq(node) ? node.anchor : undefined
    if (anchor !== undefined) anchors.set(anchor, 'open')
    const before = weight
    const value = readPlain(node, depth)
    if (anchor !== undefined) anchors.set(anchor, { value, weight: weight - before })
    return value
  }

  const readPlain = (node: unknown, depth: number): unknown => {
    weight += weightOfValue
    if (isMap(node)) return readMap(node, depth)
    if (isSeq(node)) return node.items.map((item) => read(item, depth + 1))
    const value = isScalar(node) ? scalarValue(node.value) : null
    if (typeof value === 'string') weight += value.length
    return value
  }

  const readAlias = (alias: Alias): unknown => {
    const anchored = anchors.get(alias.source)
    if (anchored === undefined) {
      const message = `Unresolved alias (the anchor must be set before the alias): ${alias.source}`
      return refuse(alias, { message })
    }
    if (anchored === 'open') return refuse(alias, { message: `the anchor ${alias.source} contains itself` })
    copied += anchored.weight
    if (copied > mostTextBytes) {
      const message = `aliases make it longer than ${mostTextBytes.toLocaleString('en')} bytes`
      // Said once: from here on everything is too much.
      return copied - anchored.weight > mostTextBytes
        ? null
        : refuse(alias, { message, remedy: 'Write it without aliases.' })
    }
    weight += anchored.weight
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
    const key = keyText(read(keyNode, depth + 1))
    if (key === undefined) return void refuse(keyNode, { message: 'a key must be a string' })
    if (lines.has(key)) {
      const message = `the key ${shownValue(key)} is already in line ${lines.get(key) ?? 1}`
      refuse(keyNode, { message, remedy: 'Keep one of them.' })
    } else lines.set(key, at((isNode(keyNode) ? keyNode.range?.[0] : undefined) ?? 0).line)
    setEntry(map, key, read(value, depth + 1))
  }

  /** What the map has by itself takes precedence over what is merged into it. */
  // oxlint-disable-next-line max-params -- as the other readers, with where the value goes
  const mergeInto = (map: Record<string, unknown>, { value: node }: Pair, depth: number): void => {
    const merged = read(node, depth + 1)
    for (const source of Array.isArray(merged) ? (merged as unknown[]) : [merged]) {
      if (typeof source !== 'object' || source === null || Array.isArray(source))
        return void refuse(node, { message: '<< must name a map, or a list of maps' })
      for (const [key, value] of Object.entries(source))
        if (!Object.hasOwn(map, key)) setEntry(map, key, value)
    }
  }

  return { value: read(contents, 0), errors }
}

/** An assignment would set the prototype in place of an entry of that name. */
// oxlint-disable-next-line max-params -- as an assignment
function setEntry(map: Record<string, unknown>, key: string, value: unknown): void {
  if (key !== '__proto__') map[key] = value
  else Object.defineProperty(map, key, { value, writable: true, enumerable: true, configurable: true })
}

/** The parser makes a symbol of `<<` without quotes. */
function isMergeKey({ key }: Pair): boolean {
  return isScalar(key) && typeof key.value === 'symbol'
}

function scalarValue(value: unknown): unknown {
  if (value instanceof Uint8Array) return new TextDecoder().decode(value)
  return typeof value === 'symbol' ? value.description : value
}

/** `undefined` for a map or a list: JSON has no such keys. */
function keyText(value: unknown): string | undefined {
  if (value === null || value === undefined) return ''
  return typeof value === 'object' ? undefined : String(value)
}
