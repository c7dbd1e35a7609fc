import { counted } from '../../../schema/counted.ts'
import { isRecord } from '../../../schema/manifests.ts'

/** The health of a resource. */
export interface Health {
  state: 'ready' | 'progressing' | 'failed' | 'terminating'
  /** One CamelCase word; empty if ready. */
  reason: string
  /** A message without the name of the resource; empty if ready. Stable while the situation does not change. */
  message: string
  /** Milliseconds for which a failure may resolve by itself; 0 if it cannot. @default 30000 */
  grace?: number
}

export type Fields = Record<string, unknown>

/** The rule by which the health of resources of one kind is computed. */
export type HealthRule = (fields: { spec: Fields; status: Fields; generation: number | undefined }) => Health

export const ready: Health = { state: 'ready', reason: '', message: '' }

export function progressing(reason: string, message: string): Health {
  return { state: 'progressing', reason: reason || 'Progressing', message: message || 'is not ready' }
}

export function failing(reason: string, message: string): Health {
  return { state: 'failed', reason: reason || 'Failed', message: message || 'has failed' }
}

/** Returns a failure that does not resolve by itself. */
export function failingPermanently(reason: string, message: string): Health {
  return { ...failing(reason, message), grace: 0 }
}

export function record(value: unknown): Fields {
  return isRecord(value) ? value : {}
}

export function records(value: unknown): Fields[] {
  return Array.isArray(value) ? value.filter(isRecord) : []
}

export function number(value: unknown): number | undefined {
  return typeof value === 'number' ? value : undefined
}

/** Returns a number of the status; 0 if absent, because controllers omit zeros. */
export function count(status: Fields, field: string): number {
  return number(status[field]) ?? 0
}

export function string(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

export interface KubeCondition {
  status: string
  reason: string
  message: string
  observedGeneration: number | undefined
  /** The `lastTransitionTime`; empty if unknown. */
  since: string
}

export function conditionOf(status: Fields, type: string): KubeCondition | undefined {
  const found = records(status['conditions']).find((condition) => condition['type'] === type)
  if (found === undefined) return undefined
  return {
    status: string(found['status']),
    reason: string(found['reason']),
    message: string(found['message']),
    observedGeneration: number(found['observedGeneration']),
    since: string(found['lastTransitionTime']),
  }
}

export function isTrue(status: Fields, type: string): boolean {
  return conditionOf(status, type)?.status === 'True'
}

/** Formats a number of pods as `1 pod` or `2 pods`. */
export function pods(count: number): string {
  return counted(count, 'pod')
}

/** Formats the progress as `2 of 3 pods ready`. */
export function podsReady(readyCount: number, desired: number): string {
  return `${readyCount} of ${pods(desired)} ready`
}
