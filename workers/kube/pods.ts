import { isRecord } from '../../schema/manifests.ts'
import type { KubeObject } from './client.ts'
import { conditionOf, type Health } from './health.ts'

/** Reasons of waiting containers that do not get better by waiting. */
const failures: Record<string, string> = {
  ImagePullBackOff: 'cannot be pulled',
  ErrImagePull: 'cannot be pulled',
  InvalidImageName: 'has an invalid name',
  ErrImageNeverPull: 'is not on the node and may not be pulled',
  CreateContainerConfigError: 'cannot be configured',
  CreateContainerError: 'cannot be created',
  RunContainerError: 'cannot be started',
  CrashLoopBackOff: 'crashes again and again',
}

/**
 * What keeps pods from being ready, in the words of their containers: the first pod that will not get better by
 * itself, else the first that cannot be scheduled. Undefined when they are only on their way.
 */
export function podTrouble(pods: readonly KubeObject[]): Health | undefined {
  const sorted = [...pods].sort((a, b) => a.metadata.name.localeCompare(b.metadata.name))
  for (const pod of sorted) {
    const trouble = containerTrouble(pod)
    if (trouble !== undefined) return trouble
  }
  for (const pod of sorted) {
    const scheduled = conditionOf(fields(pod['status']), 'PodScheduled')
    if (scheduled?.['status'] === 'False' && scheduled['reason'] === 'Unschedulable') {
      return {
        state: 'progressing',
        reason: 'Unschedulable',
        message: `pod ${pod.metadata.name} has no node: ${String(scheduled['message'])}`,
      }
    }
  }
  return undefined
}

function containerTrouble(pod: KubeObject): Health | undefined {
  const status = fields(pod['status'])
  const containers = [...list(status['initContainerStatuses']), ...list(status['containerStatuses'])]
  for (const container of containers) {
    const waiting = fields(fields(container['state'])['waiting'])
    const reason = String(waiting['reason'] ?? '')
    const words = failures[reason]
    if (words === undefined) continue
    const last = fields(fields(container['lastState'])['terminated'])
    const exit =
      last['exitCode'] === undefined
        ? ''
        : `, last exit code ${String(last['exitCode'])}${last['reason'] === 'OOMKilled' ? ' (out of memory)' : ''}`
    const subject = reason.includes('Image')
      ? `image ${String(container['image'])}`
      : `container ${String(container['name'])}`
    return { state: 'failed', reason, message: `pod ${pod.metadata.name}: ${subject} ${words}${exit}` }
  }
  return undefined
}

function fields(value: unknown): Record<string, unknown> {
  return isRecord(value) ? value : {}
}

function list(value: unknown): Record<string, unknown>[] {
  return Array.isArray(value) ? value.filter(isRecord) : []
}
