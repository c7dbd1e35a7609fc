import { mostTextBytes } from '../../schema/limits.ts'
import type { ManifestsDigest } from '../../schema/manifests.ts'

/** Reads texts with manifests where it holds up nobody. */
export interface Digester {
  /** Never rejects for what is in the text: what is wrong with it is in the digest. */
  digest(text: string, actor: string): Promise<ManifestsDigest>
}

/**
 * Characters up to which a text is read at once: most are shorter, and the worst of that length takes some tens of
 * milliseconds.
 */
const readAtOnce = 16_000

/** Whether a text is read in another thread. One that is too long is not read at all. */
export function isReadApart(text: string): boolean {
  return text.length > readAtOnce && Buffer.byteLength(text) <= mostTextBytes
}
