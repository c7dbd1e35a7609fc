import type { AnyObject } from '../../client-sdk/index.ts'
import type { Kind } from '../../schema/kinds/kind.ts'
import { isRecord } from '../../schema/manifests.ts'
import { clockOf } from '../terminal/time.ts'

/** An object as `-o json` and `-o yaml` print it. */
export function recordOf(object: AnyObject) {
  const { manifestSpec, projectName, status, confirmation, deletionRequestedAt, ...rest } = object
  const { cause, ...answers } = status
  return {
    id: rest.id,
    kind: rest.kind,
    name: rest.name,
    ...(projectName === null ? {} : { project: projectName }),
    labels: rest.labels as Record<string, string>,
    generation: rest.generation,
    observedGeneration: rest.observedGeneration,
    version: rest.version,
    ready: isReady(object),
    spec: manifestSpec,
    status: { ...answers, ...(cause === null ? {} : { cause }) },
    ...(confirmation === null ? {} : { confirmation }),
    createdAt: rest.createdAt,
    updatedAt: rest.updatedAt,
    ...(deletionRequestedAt === null ? {} : { deletionRequestedAt }),
  }
}

/** Whether it is ready as it is desired now: an answer about an older generation is none. */
export function isReady({ ready, generation, observedGeneration, deletionRequestedAt }: AnyObject): boolean {
  return ready && observedGeneration >= generation && deletionRequestedAt === null
}

/** The phase in one word, for tables: a new generation that nobody has looked at is on its way. */
export function phaseOf({
  status,
  generation,
  observedGeneration,
  deletionRequestedAt,
}: Pick<AnyObject, 'generation' | 'observedGeneration' | 'deletionRequestedAt'> & {
  status: Pick<AnyObject['status'], 'phase'>
}): string {
  if (deletionRequestedAt !== null) return 'Deleting'
  return observedGeneration < generation && status.phase === 'Ready' ? 'Pending' : status.phase
}

/**
 * Why it is not ready, in one sentence; empty when it is. The deepest cause counts, named when it is another object. Where
 * nothing is known of it, because its cluster is away, it says since when.
 */
export function messageOf(object: AnyObject): string {
  if (isReady(object)) return ''
  const isStale = object.observedGeneration < object.generation
  // Why it was not ready says nothing about its deletion.
  if (isStale && object.deletionRequestedAt !== null) return ''
  const { cause, conditions } = object.status
  if (cause !== null) {
    const isOther = cause.kind !== object.kind || cause.name !== object.name
    const text = isOther ? `${cause.kind} ${cause.name}: ${cause.message}` : cause.message
    const since = unknownSince(object)
    return since === undefined ? text : `Unknown since ${clockOf(since)}: ${text}`
  }
  return isStale ? '' : (conditions.find(({ type }) => type === 'Ready')?.message ?? '')
}

/** When it was last known whether it is ready; undefined while that is known. */
export function unknownSince({ status }: AnyObject): string | undefined {
  return status.conditions.find(({ type, status: answer }) => type === 'Ready' && answer === 'Unknown')
    ?.lastTransitionTime
}

/** What a column of the kind shows; a list shows its length. */
export function columnValue(object: AnyObject, path: string): string {
  const value = valueAt(recordOf(object), path)
  if (value === undefined || value === null) return ''
  if (Array.isArray(value)) return String(value.length)
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

export function valueAt(value: unknown, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>((at, key) => (isRecord(at) && Object.hasOwn(at, key) ? at[key] : undefined), value)
}

/** Spec fields in the order of their kind. */
export function specFields(kind: Kind, object: AnyObject): [string, unknown][] {
  const spec = isRecord(object.manifestSpec) ? object.manifestSpec : {}
  return Object.keys(kind.spec.shape)
    .filter((field) => Object.hasOwn(spec, field))
    .map((field) => [field, spec[field]])
}
