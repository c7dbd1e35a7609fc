import { isRecord } from '../../schema/manifests.ts'
import type { KubeObject } from '../kube/client/client.ts'

/** One run of a container: it is another one after each restart. */
export interface ContainerRun {
  /** Of the container; it stays the same when it is restarted. */
  containerId: string
  namespace: string
  pod: string
  container: string
  state: 'waiting' | 'running' | 'terminated'
  /** Why it waits; empty when it is not told. */
  reason: string
  restarts: number
}

/** @param desired Name of the container, also of an init container; `*` for all; default: all but init containers. */
export function containersOf(pod: KubeObject, desired?: string): ContainerRun[] {
  const { name, namespace = '', uid = '' } = pod.metadata
  const [spec, status] = [fieldsOf(pod['spec']), fieldsOf(pod['status'])]
  const isPicked = (container: string): boolean =>
    desired === undefined || desired === '*' || desired === container
  const init = desired === undefined ? [] : listOf(spec['initContainers'])
  const statuses = [...listOf(status['initContainerStatuses']), ...listOf(status['containerStatuses'])]
  return [...init, ...listOf(spec['containers'])].flatMap((declared) => {
    const container = String(declared['name'])
    if (!isPicked(container)) return []
    const own = fieldsOf(statuses.find((each) => each['name'] === container))
    const { running, terminated, waiting } = fieldsOf(own['state'])
    const restarts = Number(own['restartCount'] ?? 0)
    // After a crash it waits for its next run; what the last one wrote can be read meanwhile.
    const isBetween = restarts > 0 || isRecord(fieldsOf(own['lastState'])['terminated'])
    const state = isRecord(running) ? 'running' : isRecord(terminated) || isBetween ? 'terminated' : 'waiting'
    const reason = String(fieldsOf(waiting)['reason'] ?? '')
    return [{ containerId: `${uid}/${container}`, namespace, pod: name, container, state, reason, restarts }]
  })
}

function fieldsOf(value: unknown): Record<string, unknown> {
  return isRecord(value) ? value : {}
}

function listOf(value: unknown): Record<string, unknown>[] {
  return Array.isArray(value) ? value.filter(isRecord) : []
}
