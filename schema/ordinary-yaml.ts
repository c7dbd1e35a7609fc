import {
  CHOMPING_MODE,
  COLLECTION_STYLE,
  EVENT_ID,
  SCALAR_STYLE,
  getScalarValue,
  parseEvents,
  type Event,
  type ScalarEvent,
} from 'js-yaml'
import { LineCounter } from 'yaml'
import { plainValue } from './yaml-scalars.ts'
import { asYamlStream } from './yaml-stream.ts'
import { keyOf, setEntry } from './yaml-value.ts'
import { positionAt, readYaml, type YamlDocument } from './yaml.ts'

/** A document without its nodes. */
export type YamlValue = Pick<YamlDocument, 'value' | 'errors' | 'isTooLarge' | 'locate'>

/**
 * The length up to which a text is read at once. Its documents stay below all limits of {@link readYaml}, of which each token has at
 * least half a character.
 */
const maxLength = 200_000

/**
 * Reads YAML as {@link readYaml} does, with the same values, errors and positions. Valid texts without tags, anchors and directives, as
 * almost all are, take a tenth of the time: they are read without nodes. All others are left to it.
 */
export function readYamlValues(text: string): Iterable<YamlValue> {
  return (text.length <= maxLength ? ordinaryDocuments(text) : undefined) ?? readYaml(text)
}

/**
 * Returns the values of the documents of a text of any length that is known to stay below the limits; undefined for one that is not
 * ordinary.
 */
export function ordinaryValues(text: string): unknown[] | undefined {
  return rootsOf(asYamlStream(text))?.map(({ value }) => value)
}

/** Returns undefined for a text that is not ordinary. */
function ordinaryDocuments(text: string): YamlValue[] | undefined {
  const source = asYamlStream(text)
  const roots = rootsOf(source)
  if (roots === undefined) return undefined
  let lines: LineCounter | undefined
  let complete: YamlDocument[] | undefined
  return roots.map(({ value, start }, index) => ({
    value,
    errors: [],
    locate: (path, isKey) => {
      if (path.length > 0) {
        complete ??= [...readYaml(text)]
        return complete[index]?.locate(path, isKey) ?? {}
      }
      lines ??= lineCounter(source)
      return positionAt(lines, start)
    },
  }))
}

/**
 * What the two libraries read differently: the end of a document, indented markers and directives, tabs in place of indentation, line
 * breaks of old Macs, block scalars that state their indentation, and further byte order marks.
 */
const disputed = /^(?:\.\.\.| +(?:---(?!\S)|%)|[ ?:-]*\t)|\r(?!\n)|[|>][-+]?\d|\uFEFF/m

interface Root {
  value: unknown
  /** Its offset. */
  start: number
}

function rootsOf(source: string): Root[] | undefined {
  if (disputed.test(source)) return undefined
  try {
    const events = parseEvents(source, {})
    return new EventReader(source, events).roots()
  } catch {
    // The complete reader finds the same errors, and describes them.
    return undefined
  }
}

/** Builds the values of events. Throws for whatever is not ordinary. */
class EventReader {
  readonly #source: string
  readonly #events: readonly Event[]
  #next = 0

  constructor(source: string, events: readonly Event[]) {
    this.#source = source
    this.#events = events
  }

  roots(): Root[] {
    const roots: Root[] = []
    while (this.#next < this.#events.length) {
      const document = this.#take()
      if (document.type !== EVENT_ID.DOCUMENT || document.directives.length > 0) throw notOrdinary
      const root = this.#take()
      if (root.type !== EVENT_ID.MAPPING && root.type !== EVENT_ID.SEQUENCE) throw notOrdinary
      roots.push({ value: this.#valueOf(root), start: root.start })
      if (this.#take().type !== EVENT_ID.POP) throw notOrdinary
    }
    if (roots.length === 0) throw notOrdinary
    return roots
  }

  #take(): Event {
    const event = this.#events[this.#next]
    if (event === undefined) throw notOrdinary
    this.#next += 1
    return event
  }

  #valueOf(event: Event): unknown {
    if (event.type === EVENT_ID.SCALAR) return this.#scalar(event)
    if (event.type !== EVENT_ID.MAPPING && event.type !== EVENT_ID.SEQUENCE) throw notOrdinary
    assertOrdinary(event)
    const isBlock = event.style === COLLECTION_STYLE.BLOCK
    return event.type === EVENT_ID.MAPPING ? this.#map(isBlock) : this.#list(isBlock)
  }

  #map(isBlock: boolean): Record<string, unknown> {
    const map: Record<string, unknown> = {}
    for (let event = this.#take(); event.type !== EVENT_ID.POP; event = this.#take()) {
      if (isBlock) this.#assertBeginsLine(event)
      const key = this.#key(event)
      if (Object.hasOwn(map, key)) throw notOrdinary
      setEntry(map, key, this.#valueOf(this.#take()))
    }
    return map
  }

  #list(isBlock: boolean): unknown[] {
    const list: unknown[] = []
    for (let event = this.#take(); event.type !== EVENT_ID.POP; event = this.#take()) {
      if (isBlock) this.#assertBeginsLine(event)
      list.push(this.#valueOf(event))
    }
    return list
  }

  /** Throws for what follows a value in the same line, such as `b` after `"a"b: c`, which `js-yaml` accepts. */
  #assertBeginsLine(event: Event): void {
    let before = startOf(event) - 1
    while (indentation.has(this.#source[before] ?? '')) before -= 1
    if (before >= 0 && this.#source[before] !== '\n') throw notOrdinary
  }

  #key(event: Event): string {
    if (event.type !== EVENT_ID.SCALAR) throw notOrdinary
    const key = keyOf(this.#scalar(event))
    // The latter are a merge, and a key that is disputed, too.
    if (key === undefined || key === '<<' || key === '') throw notOrdinary
    return key
  }

  #scalar(event: ScalarEvent): unknown {
    assertOrdinary(event)
    // The two keep different lines.
    if (event.chomping === CHOMPING_MODE.KEEP) throw notOrdinary
    const text = getScalarValue(this.#source, event)
    const value = event.style === SCALAR_STYLE.PLAIN ? plainValue(text) : text
    if (typeof value === 'number' && !Number.isFinite(value)) throw notOrdinary
    return value
  }
}

/** Characters before the first value of a line. */
const indentation = new Set(' -?:')

/** Returns the offset of a value. */
function startOf(event: Event): number {
  if (event.type === EVENT_ID.MAPPING || event.type === EVENT_ID.SEQUENCE) return event.start
  if (event.type !== EVENT_ID.SCALAR) throw notOrdinary
  const isQuoted = event.style === SCALAR_STYLE.DOUBLE_QUOTED || event.style === SCALAR_STYLE.SINGLE_QUOTED
  return isQuoted ? event.valueStart - 1 : event.valueStart
}

const notOrdinary = new Error('is left to the complete reader')

function assertOrdinary({ anchorStart, tagStart }: Pick<ScalarEvent, 'anchorStart' | 'tagStart'>): void {
  if (anchorStart >= 0 || tagStart >= 0) throw notOrdinary
}

function lineCounter(source: string): LineCounter {
  const lines = new LineCounter()
  lines.addNewLine(0)
  for (let end = source.indexOf('\n'); end >= 0; end = source.indexOf('\n', end + 1))
    lines.addNewLine(end + 1)
  return lines
}
