import type { Segment } from '../../../schema/field-path.ts'
import { isRecord } from '../../../schema/manifests.ts'
import { own } from '../../../schema/own.ts'
import type { Step } from './ownership.ts'

/** The field at a path: its container, its key in that container, its value, and the steps for looking up its owners. */
export interface FoundField {
  container: Record<string, unknown> | unknown[]
  key: string | number
  value: unknown
  steps: Step[]
}

/** Returns undefined if the value has no field at the path. */
export function findField(root: unknown, path: readonly Segment[]): FoundField | undefined {
  let container = root
  const steps: Step[] = []
  for (const [at, segment] of path.entries()) {
    const key = keyIn(container, segment)
    if (key === undefined || !(isRecord(container) || Array.isArray(container))) return undefined
    const value: unknown = Array.isArray(container) ? container[Number(key)] : own(container, String(key))
    if (value === undefined) return undefined
    steps.push('field' in segment ? { field: segment.field } : { item: value, index: Number(key) })
    if (at === path.length - 1) return { container, key, value, steps }
    container = value
  }
  return undefined
}

function keyIn(container: unknown, segment: Segment): string | number | undefined {
  if ('field' in segment) return isRecord(container) ? segment.field : undefined
  if (!Array.isArray(container)) return undefined
  if ('index' in segment) return segment.index
  const index = container.findIndex((item) => isRecord(item) && item['name'] === segment.name)
  return index < 0 ? undefined : index
}
