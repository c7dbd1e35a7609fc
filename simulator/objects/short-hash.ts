import { createHash } from 'node:crypto'
import { canonical, type Json } from '../json.ts'

const letters = 'bcdfghjklmnpqrstvwxz2456789'

/** Returns a short hash of a value: the same for equal values, and valid in names and labels. */
export function shortHash(value: Json | undefined, collisions = 0): string {
  const digest = createHash('sha256').update(canonical(value)).update(String(collisions)).digest()
  return Array.from(digest.subarray(0, 10), (byte) => letters[byte % letters.length]).join('')
}
