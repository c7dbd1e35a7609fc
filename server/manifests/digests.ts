import { maxTextBytes } from '../../schema/limits.ts'
import type { ClusterSchema, ManifestsDigest, ParsedManifests } from '../../schema/manifests.ts'

/** A text to check against the schemas of clusters. */
export interface ClusterTask {
  text: string
  schemas: readonly ClusterSchema[]
}

/** A text whose manifests are returned. */
export interface ParsingTask {
  parse: string
}

export type ParsedText = Pick<ParsedManifests, 'manifests' | 'errors'>

/** Parses manifests without blocking the event loop. */
export interface Digester {
  /** Returns the digest of a text with manifests. Errors in the text are part of the digest and never reject. */
  digest(text: string, actor: string): Promise<ManifestsDigest>
  /** Returns the digest of a text whose errors are those of custom resources, by the schemas of clusters. */
  digestForClusters(task: ClusterTask, actor: string): Promise<ManifestsDigest>
  /** Returns the manifests of a text, which has errors if it cannot be parsed in time. */
  parse(text: string, actor: string): Promise<ParsedText>
}

/**
 * The length in characters up to which a text is parsed in the calling thread. Most texts are shorter, and the worst one of
 * this length takes some tens of milliseconds.
 */
const inlineLength = 16_000

/** Reports whether a text is parsed in another thread. A text over the limit is not parsed at all. */
export function needsThread(text: string): boolean {
  return text.length > inlineLength && Buffer.byteLength(text) <= maxTextBytes
}
