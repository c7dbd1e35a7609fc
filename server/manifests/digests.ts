import type { FieldError } from '../../schema/errors.ts'
import { maxTextBytes } from '../../schema/limits.ts'
import type { ClusterSchema, ManifestsDigest, ParsedManifests } from '../../schema/manifests.ts'
import { maxCopied } from '../../schema/overriding/json-patch.ts'
import type { OverrideFailure, OverrideResult, OverrideTask } from '../../schema/overriding/override-all.ts'
import type { SeparatedText, SeparatingTask } from './secret-texts.ts'
import { lengthWithSecrets } from './secret-values.ts'
import type { StandInTask } from './stand-ins.ts'

/** A text to check against the schemas of clusters. */
export interface ClusterTask {
  text: string
  schemas: readonly ClusterSchema[]
}

/** A text whose manifests are returned. */
export interface ParsingTask {
  parse: string
}

/** A document with the values of a chart to check. */
export interface ValuesTask {
  values: string
}

/** Changes of instances, either for the resources or only for what fails. */
export interface OverridingTask {
  override: OverrideTask
  returns: 'resources' | 'failures'
}

/** The field of changes that need too much time or memory. Other failures name the field within. */
export const wholeOverrides = 'overrides'

/** What a thread is sent; a string is a text to digest. */
export type Task =
  string | ClusterTask | ParsingTask | ValuesTask | OverridingTask | SeparatingTask | StandInTask

export type ParsedText = Pick<ParsedManifests, 'manifests' | 'errors'>

/** Parses manifests without blocking the event loop. */
export interface Digester {
  /** Returns the digest of a text with manifests. Errors in the text are part of the digest and never reject. */
  digest(text: string, actor: string): Promise<ManifestsDigest>
  /** Returns the digest of a text whose errors are those of custom resources, by the schemas of clusters. */
  digestForClusters(task: ClusterTask, actor: string): Promise<ManifestsDigest>
  /** Returns the manifests of a text, which has errors if it cannot be parsed in time. */
  parse(text: string, actor: string): Promise<ParsedText>
  /** Returns the errors of a document with the values of a chart, as {@link checkValues} does. */
  checkValues(text: string, actor: string): Promise<readonly FieldError[]>
  /** Returns the resources of a definition after each of some changes, which fail if they cannot be made in time. */
  override(task: OverrideTask, actor: string): Promise<OverrideResult[]>
  /** Returns the failures among the changes, by their positions. */
  tryOverrides(task: OverrideTask, actor: string): Promise<(OverrideFailure | undefined)[]>
  /** Separates the values of Secrets from a text, if it has any, or returns why that cannot be done in time. */
  separate(task: SeparatingTask, actor: string): Promise<SeparatedText | FieldError | undefined>
  /** Returns a document as {@link withStandIns} does; without values if that cannot be done in time. */
  standIn(task: StandInTask, actor: string): Promise<string>
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

/** Reports whether several texts are parsed in another thread, since together they take as long as a long one. */
export function needThread(texts: readonly string[]): boolean {
  return texts.reduce((sum, text) => sum + text.length, 0) > inlineLength
}

/** Reports whether changes of resources are made in another thread. */
export function needsThreadToOverride({ texts, parameters, changes }: OverrideTask): boolean {
  const changesNothing = parameters.length === 0 && changes.every(({ overrides }) => overrides === undefined)
  if (changesNothing) return false
  return needThread([...texts, JSON.stringify(changes)]) || maxPatched(texts, changes) > inlinePatched
}

/** The characters up to which patches are applied in the calling thread, which takes some tens of milliseconds. */
const inlinePatched = 1_000_000

/** The least length of a resource, of which each may get what a patch adds. */
const leastResource = 50

/** Returns the most characters of all resources that patches are applied to, one after the other, in which short ones can copy many. */
function maxPatched(texts: OverrideTask['texts'], changes: OverrideTask['changes']): number {
  const length = texts.reduce((sum, text) => sum + text.length, 0)
  const patches = changes.map(({ overrides }) => overrides?.patches ?? []).filter((each) => each.length > 0)
  return patches.reduce((sum, each) => {
    const added = each.reduce((total, { patch }) => total + patch.length, 0) * (length / leastResource)
    const copied = each.some(({ patch }) => mayCopy.test(patch)) ? maxCopied : 0
    return sum + each.length * (length + added + copied)
  }, 0)
}

/** Matches patches that may copy values: YAML can spell the operation with escapes, which contain a backslash. */
const mayCopy = /copy|\\/

/** Reports whether the values of Secrets are separated from a text in another thread. Documents without Secrets take no time. */
export function needsThreadToSeparate({ separate, stored }: SeparatingTask): boolean {
  const texts = [separate, ...(stored === undefined ? [] : [stored.shown, stored.plain])]
  if (!needThread(texts)) return false
  return texts.reduce((sum, text) => sum + lengthWithSecrets(text), 0) > inlineLength
}
