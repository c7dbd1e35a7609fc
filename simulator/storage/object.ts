import type { JsonObject } from '../json.ts'

export type OwnerReference = {
  apiVersion: string
  kind: string
  name: string
  uid: string
  controller?: boolean | undefined
  blockOwnerDeletion?: boolean | undefined
}

export type ManagedFieldsEntry = {
  manager: string
  operation: 'Apply' | 'Update'
  apiVersion: string
  time?: string | undefined
  fieldsType: 'FieldsV1'
  fieldsV1: JsonObject
  subresource?: string | undefined
}

export type Metadata = {
  name: string
  generateName?: string | undefined
  namespace?: string | undefined
  uid: string
  resourceVersion: string
  generation?: number | undefined
  creationTimestamp: string
  deletionTimestamp?: string | undefined
  deletionGracePeriodSeconds?: number | undefined
  labels?: Record<string, string> | undefined
  annotations?: Record<string, string> | undefined
  finalizers?: string[] | undefined
  ownerReferences?: OwnerReference[] | undefined
  managedFields?: ManagedFieldsEntry[] | undefined
}

/** Any object of the API: the fields of every kind, and the rest by key. */
export interface KubeObject extends JsonObject {
  apiVersion: string
  kind: string
  metadata: Metadata
}

/** Returns JSON as an object of the API: only for values that decoding has already normalised. */
export function asObject(value: JsonObject): KubeObject {
  // The only cast of this folder from JSON to objects: decoding guarantees the type, which the compiler cannot see.
  return value as KubeObject
}
