import { isRecord } from '../../../schema/manifests.ts'

/** How a resource is doing. */
export interface Health {
  state: 'ready' | 'progressing' | 'failed' | 'terminating'
  /** CamelCase; empty when ready. */
  reason: string
  /** In words, without the name of the resource; empty when ready. The same situation has the same words each time. */
  message: string
  /** Milliseconds for which a failure may last before waiting on is pointless; 0 where no cluster cures it by itself. @default 30000 */
  grace?: number
}

export type Fields = Record<string, unknown>

/** What a kind says about one of its resources. */
export type HealthRule = (fields: { spec: Fields; status: Fields; generation: number | undefined }) => Health

export const ready: Health = { state: 'ready', reason: '', message: '' }

export function progressing(reason: string, message: string): Health {
  return { state: 'progressing', reason: reason || 'Progressing', message: message || 'is not ready' }
}

export function failing(reason: string, message: string): Health {
  return { state: 'failed', reason: reason || 'Failed', message: message || 'has failed' }
}

/** A failure that no cluster cures by itself. */
export function failingForGood(reason: string, message: string): Health {
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

/** A number of the status; controllers leave zeros out. */
export function count(status: Fields, field: string): number {
  return number(status[field]) ?? 0
}

export function text(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

export interface KubeCondition {
  status: string
  reason: string
  message: string
  observedGeneration: number | undefined
  /** When the status became this one, as the cluster tells it; empty when it does not. */
  since: string
}

export function conditionOf(status: Fields, type: string): KubeCondition | undefined {
  const found = records(status['conditions']).find((condition) => condition['type'] === type)
  if (found === undefined) return undefined
  return {
    status: text(found['status']),
    reason: text(found['reason']),
    message: text(found['message']),
    observedGeneration: number(found['observedGeneration']),
    since: text(found['lastTransitionTime']),
  }
}

export function isTrue(status: Fields, type: string): boolean {
  return conditionOf(status, type)?.status === 'True'
}

/** `1 pod`, `2 pods`. */
export function pods(count: number): string {
  return `${count} ${count === 1 ? 'pod' : 'pods'}`
}

/** `2 of 3 pods ready`. */
export function podsReady(done: number, desired: number): string {
  return `${done} of ${pods(desired)} ready`
}
