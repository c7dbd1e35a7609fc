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

/** Any object of the API: what every kind has, and the rest by key. */
export interface KubeObject extends JsonObject {
  apiVersion: string
  kind: string
  metadata: Metadata
}

/** Plain JSON as an object of the API: only for values that decoding has already brought into that form. */
export function asObject(value: JsonObject): KubeObject {
  // The one cast of this folder from JSON to objects: what decoding guarantees, the compiler cannot see.
  return value as KubeObject
}
