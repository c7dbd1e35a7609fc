import { isRecord } from '../../../schema/manifests.ts'
import type { KubeObject } from '../client/client.ts'

/*
 * Who owns which field of an object, as `metadata.managedFields` tells it (FieldsV1):
 * https://kubernetes.io/docs/reference/using-api/server-side-apply/
 */

/** A step into an object: a field, or an item of a list with what it holds. */
export type Step = { field: string } | { item: unknown; index: number }

/** One entry of managedFields. */
export interface Manager {
  manager: string
  operation: string
  /** `status`, `scale`, or empty. */
  subresource: string
  /** RFC 3339; empty when unknown. */
  time: string
  fields: unknown
}

export function managersOf(object: KubeObject): Manager[] {
  const entries: unknown = object.metadata.managedFields
  return (Array.isArray(entries) ? entries : []).filter(isRecord).map((entry) => ({
    manager: textOf(entry['manager']),
    operation: textOf(entry['operation']),
    subresource: textOf(entry['subresource']),
    time: textOf(entry['time']),
    fields: entry['fieldsV1'],
  }))
}

/** Whether the manager owns the field at the end of the steps, alone or as part of something it owns whole. */
export function owns({ fields }: Manager, steps: readonly Step[]): boolean {
  let at: unknown = fields
  for (const step of steps) {
    if (!isRecord(at)) return false
    // A leaf above: a list or map that is owned as one value.
    if (at !== fields && Object.keys(at).every((key) => key === '.')) return true
    at = 'field' in step ? at[`f:${step.field}`] : itemIn(at, step)
  }
  return at !== undefined
}

/** Paths of the fields that lie in no list, for example `.spec.replicas`. */
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
    const text = key.slice(2)
    if (key.startsWith('k:') && isRecord(item) && hasAll(item, parsed(text))) return value
    if (key.startsWith('v:') && parsed(text) === item) return value
    if (key === `i:${index}`) return value
  }
  return undefined
}

function hasAll(item: Record<string, unknown>, keys: unknown): boolean {
  return isRecord(keys) && Object.entries(keys).every(([key, value]) => item[key] === value)
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
