import { createHash } from 'node:crypto'
import { isRecord } from '../../../../schema/records.ts'

/*
 * The legacy API has parts of objects as objects of their own, with IDs. Here the ID of a part follows from the object and from what
 * identified the part within it when it was added, so that it needs no table, and never denotes another part after one was removed. If a
 * request changes what identifies a part, an annotation of the object records its ID.
 */

/** The number of IDs of each object. With 2^32 objects, IDs remain exact as numbers of JavaScript. */
const slots = 2 ** 20

export interface IdOptions<Part> {
  /** Returns what identifies an entry within the object. */
  keyOf: (part: Part) => string
  /** The recorded IDs within the object, by key. @default none */
  recorded?: ReadonlyMap<string, number>
  /** @default {@link slots} */
  range?: number
}

/** Returns the entries of an object with their IDs. */
export function withIds<Part>(
  objectId: bigint,
  parts: readonly Part[],
  { keyOf, recorded = new Map<string, number>(), range = slots }: IdOptions<Part>,
): { id: number; part: Part }[] {
  const given = new Map<string, number>()
  for (const key of parts.map(keyOf)) {
    const slot = recorded.get(key)
    if (slot !== undefined) given.set(key, slot)
  }
  const taken = new Set(given.values())
  return parts.map((part) => {
    const key = keyOf(part)
    let slot = given.get(key)
    if (slot === undefined) {
      slot = slotOf(key, range)
      while (taken.has(slot)) slot = (slot + 1) % range
      taken.add(slot)
    }
    // Of two parts with one key, the first has the recorded ID.
    given.delete(key)
    return { id: Number(objectId) * slots + slot, part }
  })
}

/** Returns the object of an entry by the ID of the entry. */
export function objectOfEntry(id: number): bigint {
  return BigInt(Math.floor(id / slots))
}

/** Returns the annotation with the IDs of parts of a collection that do not follow from what identifies them now. */
function annotationOf(path: string): string {
  return `rest.qleet.io/${path}`
}

/** Returns the IDs within an object that were recorded for a collection, by key. */
export function recordedIds(annotations: unknown, path: string): ReadonlyMap<string, number> {
  const text = isRecord(annotations) ? annotations[annotationOf(path)] : undefined
  const entries: [string, unknown][] = Object.entries(typeof text === 'string' ? parsed(text) : {})
  return new Map(
    entries.flatMap(([key, slot]) => (Number.isInteger(slot) ? [[key, Math.abs(Number(slot)) % slots]] : [])),
  )
}

/** Users can edit annotations. */
function parsed(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text)
    return isRecord(value) ? value : {}
  } catch {
    return {}
  }
}

/** Returns the change of annotations that records the IDs of parts by which the keys of an object do not have them anyway. */
export function recordOfIds(
  path: string,
  { objectId, keys, ids }: { objectId: bigint; keys: readonly string[]; ids: ReadonlyMap<string, number> },
): Record<string, string | null> {
  const recorded = new Map([...ids].map(([key, id]) => [key, id % slots]))
  const found = withIds(objectId, keys, { keyOf: (key) => key, recorded })
  const further = found.flatMap(({ id, part: key }) =>
    id % slots === slotOf(key, slots) ? [] : [[key, id % slots]],
  )
  const value = further.length === 0 ? null : JSON.stringify(Object.fromEntries(further))
  return { [annotationOf(path)]: value }
}

function slotOf(key: string, range: number): number {
  return createHash('sha256').update(key).digest().readUInt32BE(0) % range
}
