import type { AnyObject, Manifest } from '../../client-sdk/index.ts'
import type { KindData } from '../kind-data.ts'
import { isRecord } from '../../schema/records.ts'
import { apiVersion } from '../../schema/api-version.ts'
import { appliedShapeOf } from '../documents/applied-shape.ts'
import { segmentsOfPath } from '../documents/path-segments.ts'
import { clockOf } from '../terminal/time.ts'

/** Converts an object to the document that `-o json` and `-o yaml` print, in the shape that `apply` reads. */
export function recordOf(object: AnyObject) {
  const { manifest, confirmation } = object
  const status = {
    ...manifest.status,
    ready: isReady(object),
    ...(confirmation === null ? {} : { confirmation }),
  }
  return { ...appliedShapeOf(object), metadata: metadataOf(manifest), status }
}

function metadataOf({ metadata: { labels, ...rest } }: Manifest) {
  const { name, project, ...others } = rest
  return {
    name,
    ...(project === undefined ? {} : { project }),
    ...(Object.keys(labels).length === 0 ? {} : { labels }),
    ...others,
  }
}

/** Converts objects to the list that `-o json` and `-o yaml` print, which `apply` reads, too. */
export function listOf(objects: readonly AnyObject[]) {
  return { apiVersion, kind: 'List', items: objects.map(recordOf) }
}

/** Reports whether an object is ready at its current generation. */
export function isReady({ ready, generation, observedGeneration, deletionRequestedAt }: AnyObject): boolean {
  return ready && observedGeneration >= generation && deletionRequestedAt === null
}

/** Returns the phase for tables: Deleting, or Pending while a ready object has a generation not yet observed. */
export function phaseOf({
  status,
  generation,
  observedGeneration,
  deletionRequestedAt,
}: Pick<AnyObject, 'generation' | 'observedGeneration' | 'deletionRequestedAt'> & {
  status: { phase: string }
}): string {
  if (deletionRequestedAt !== null) return 'Deleting'
  return observedGeneration < generation && status.phase === 'Ready' ? 'Pending' : status.phase
}

/** Returns the status for people: the phase, and that a workload which is ready sleeps. */
export function statusText(object: AnyObject): string {
  const phase = phaseOf(object)
  const isAsleep = isRecord(object.manifestSpec) && object.manifestSpec['asleep'] === true
  return phase === 'Ready' && isAsleep ? `${phase} (asleep)` : phase
}

/**
 * Returns why an object is not ready, in one sentence; empty when it is ready. Reports the root cause, with its object if
 * that is another one, and since when the state is unknown if the cluster is unreachable.
 */
export function messageOf(object: AnyObject): string {
  if (isReady(object)) return ''
  const isStale = object.observedGeneration < object.generation
  // The status of an older generation does not describe the deletion.
  if (isStale && object.deletionRequestedAt !== null) return ''
  const { cause, conditions } = object.status
  if (cause !== undefined) {
    const isOther = cause.kind !== object.kind || cause.name !== object.name
    const text = isOther ? `${cause.kind} ${cause.name}: ${cause.message}` : cause.message
    const since = unknownSince(object)
    return since === undefined ? text : `Unknown since ${clockOf(since)}: ${text}`
  }
  return isStale ? '' : (conditions.find(({ type }) => type === 'Ready')?.message ?? '')
}

/** Returns the time since which the Ready condition is Unknown, or undefined. */
export function unknownSince({ status: { conditions } }: AnyObject): string | undefined {
  return conditions.find(({ type, status }) => type === 'Ready' && status === 'Unknown')?.lastTransitionTime
}

/** Returns the value of a column of the kind; for a list, its length. */
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

/** Returns the text of a field of the printed document by its path; undefined if it is absent. */
export function textAt(object: AnyObject, path: string): string | undefined {
  const value = segmentsOfPath(path).reduce<unknown>(
    (at, key) => (isRecord(at) && Object.hasOwn(at, key) ? at[key] : undefined),
    recordOf(object),
  )
  if (value === undefined || value === null) return undefined
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/** Returns the spec fields that are set, in the order in which the kind declares them. */
export function specFields(kind: KindData, object: AnyObject): [string, unknown][] {
  const spec = isRecord(object.manifestSpec) ? object.manifestSpec : {}
  return kind.fields.filter((field) => Object.hasOwn(spec, field)).map((field) => [field, spec[field]])
}
