import { createHash } from 'node:crypto'

/*
 * The legacy API has parts of objects as objects of their own, with IDs. Here the ID of a part follows from the object and from what
 * identifies the part within it, so that it needs no table, and never denotes another part after one was removed.
 */

/** The number of IDs of each object. With 2^32 objects, IDs remain exact as numbers of JavaScript. */
const slots = 2 ** 20

export interface IdOptions<Part> {
  /** Returns what identifies an entry within the object. */
  keyOf: (part: Part) => string
  /** @default {@link slots} */
  range?: number
}

/** Returns the entries of an object with their IDs. */
export function withIds<Part>(
  objectId: bigint,
  parts: readonly Part[],
  { keyOf, range = slots }: IdOptions<Part>,
): { id: number; part: Part }[] {
  const taken = new Set<number>()
  return parts.map((part) => {
    let slot = hashOf(keyOf(part)) % range
    while (taken.has(slot)) slot = (slot + 1) % range
    taken.add(slot)
    return { id: Number(objectId) * slots + slot, part }
  })
}

/** Returns the object of an entry by the ID of the entry. */
export function objectOfEntry(id: number): bigint {
  return BigInt(Math.floor(id / slots))
}

function hashOf(key: string): number {
  return createHash('sha256').update(key).digest().readUInt32BE(0)
}
