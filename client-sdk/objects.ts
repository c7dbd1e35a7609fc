import type { ObjectFieldsFragment } from './generated/documents.ts'
import type { ObjectStatus } from '../schema/status.ts'

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

/** The observed state of an object. */
export interface ManifestStatus extends ObjectStatus {
  observedGeneration: number
  ready: boolean
  stalled: boolean
  retryable: boolean
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
