import { isRecord } from '../../../schema/manifests.ts'
import type { KubeObject } from '../client/client.ts'
import { fieldManager } from '../client/resource.ts'

/*
 * Field ownership as recorded in `metadata.managedFields` (FieldsV1):
 * https://kubernetes.io/docs/reference/using-api/server-side-apply/
 */

/** A step of a path into an object: a field, or a list item with its value. */
export type Step = { field: string } | { item: unknown; index: number }

/** An entry of `managedFields`. */
export interface Manager {
  manager: string
  operation: string
  /** The subresource that was written, such as `status` or `scale`; empty for the object itself. */
  subresource: string
  /** The time of the last write in RFC 3339; empty if unknown. */
  time: string
  fields: unknown
}

export function managersOf(object: KubeObject): Manager[] {
  const entries: unknown = object.metadata.managedFields
  return (Array.isArray(entries) ? entries : []).filter(isRecord).map((entry) => ({
    manager: stringOf(entry['manager']),
    operation: stringOf(entry['operation']),
    subresource: stringOf(entry['subresource']),
    time: stringOf(entry['time']),
    fields: entry['fieldsV1'],
  }))
}

/** Reports whether an object has fields that we have applied. */
export function hasAppliedFields(object: KubeObject): boolean {
  return managersOf(object).some(
    ({ manager, operation }) => manager === fieldManager && operation === 'Apply',
  )
}

/** Reports whether the manager owns the field at the end of the steps, by itself or as part of an atomic value. */
export function owns({ fields }: Manager, steps: readonly Step[]): boolean {
  let at: unknown = fields
  for (const step of steps) {
    if (!isRecord(at)) return false
    // An ancestor without children: an atomic list or map.
    if (at !== fields && Object.keys(at).every((key) => key === '.')) return true
    at = 'field' in step ? at[`f:${step.field}`] : itemIn(at, step)
  }
  return at !== undefined
}

/** Returns the paths of the fields outside of lists, for example `.spec.replicas`. */
export function fieldsOf(fields: unknown, at = ''): string[] {
  if (!isRecord(fields)) return []
  return Object.entries(fields).flatMap(([key, below]) => {
    if (!key.startsWith('f:')) return []
    const path = `${at}.${key.slice(2)}`
    return isRecord(below) && Object.keys(below).length > 0 ? fieldsOf(below, path) : [path]
  })
}

function itemIn(fields: Record<string, unknown>, { item, index }: { item: unknown; index: number }): unknown {
  for (const [key, value] of Object.entries(fields)) {
    const json = key.slice(2)
    if (key.startsWith('k:') && isRecord(item) && hasAll(item, parsed(json))) return value
    if (key.startsWith('v:') && parsed(json) === item) return value
    if (key === `i:${index}`) return value
  }
  return undefined
}

function hasAll(item: Record<string, unknown>, keys: unknown): boolean {
  return isRecord(keys) && Object.entries(keys).every(([key, value]) => item[key] === value)
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return undefined
  }
}

function stringOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
