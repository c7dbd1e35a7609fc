import type { ObjectFieldsFragment } from './generated/documents.ts'

/** An object in the form of the files that `apply` accepts, with its observed state. Values are spelled as in files. */
export interface Manifest {
  apiVersion: string
  kind: string
  metadata: {
    name: string
    project?: string
    labels: Record<string, string>
    annotations?: Record<string, string>
    uid: string
    generation: number
    resourceVersion: string
    creationTimestamp: string
    deletionTimestamp?: string
  }
  spec: unknown
  status: ManifestStatus
}

/** A summary of all conditions in one word. */
export type ManifestPhase =
  | 'Pending'
  | 'Progressing'
  | 'Ready'
  | 'Waiting'
  | 'Failed'
  | 'Quarantined'
  | 'Blocked'
  | 'Unreachable'
  | 'Deleting'

/** An observation of one aspect of the state of an object, as in Kubernetes. */
export interface ManifestCondition {
  type: 'Accepted' | 'Progressing' | 'Ready' | 'Stalled' | 'Reachable'
  status: 'True' | 'False' | 'Unknown'
  reason: string
  message: string
  observedGeneration: number
  lastTransitionTime: string
}

/** The root cause, as far as it is known, for which an object is not ready. */
export interface ManifestCause {
  kind: string
  name: string
  reason: string
  message: string
  since: string
  /** Time of the next retry. */
  retryAt?: string | undefined
}

/** The observed state of an object. */
export interface ManifestStatus {
  phase: ManifestPhase
  conditions: ManifestCondition[]
  cause?: ManifestCause | undefined
  outputs: Record<string, unknown>
  observedGeneration: number
  ready: boolean
  stalled: boolean
  retryable: boolean
  /** True if the failure is a result that stays, so that nothing is tried again by itself. Absent otherwise. */
  final?: boolean | undefined
}

/** An object of any kind as the generic operations return it. Values are spelled as in files. */
export type AnyObject = Omit<ObjectFieldsFragment, 'manifest'> & {
  manifest: Manifest
  /** The name of the project; null for a kind without projects. */
  projectName: string | null
  labels: Record<string, string>
  /** The spec, with placeholders for secret values. */
  manifestSpec: unknown
  status: ManifestStatus
}

/** Converts the fields of an object in a response. */
export function toObject(fields: ObjectFieldsFragment): AnyObject {
  // The server writes the manifest; its schema cannot describe what depends on the kind.
  const manifest = fields.manifest as Manifest
  const { metadata, spec, status } = manifest
  return {
    ...fields,
    manifest,
    projectName: metadata.project ?? null,
    labels: metadata.labels,
    manifestSpec: spec,
    status,
  }
}
