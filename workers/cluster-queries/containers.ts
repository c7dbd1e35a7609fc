import { isRecord, recordOf, recordsOf } from '../../schema/records.ts'
import type { KubeObject } from '../kube/client/client.ts'

/** One run of a container. Each restart begins a new run. */
export interface ContainerRun {
  /** The id of the container, which a restart does not change. */
  containerId: string
  namespace: string
  pod: string
  container: string
  state: 'waiting' | 'running' | 'terminated'
  /** The reason for waiting; empty when the kubelet reports none. */
  reason: string
  restarts: number
}

/**
 * Returns the current runs of the containers of a pod.
 *
 * @param desired The name of a container, possibly an init container, or `*` for all. @default all but init containers
 */
export function containersOf(pod: KubeObject, desired?: string): ContainerRun[] {
  const { name, namespace = '', uid = '' } = pod.metadata
  const [spec, status] = [recordOf(pod['spec']), recordOf(pod['status'])]
  const isPicked = (container: string): boolean =>
    desired === undefined || desired === '*' || desired === container
  const init = desired === undefined ? [] : recordsOf(spec['initContainers'])
  const statuses = [...recordsOf(status['initContainerStatuses']), ...recordsOf(status['containerStatuses'])]
  return [...init, ...recordsOf(spec['containers'])].flatMap((declared) => {
    const container = String(declared['name'])
    if (!isPicked(container)) return []
    const own = recordOf(statuses.find((each) => each['name'] === container))
    const { running, terminated, waiting } = recordOf(own['state'])
    const restarts = Number(own['restartCount'] ?? 0)
    // In crash-loop backoff the container waits for its next run, but the log of the last run can still be read.
    const isBetween = restarts > 0 || isRecord(recordOf(own['lastState'])['terminated'])
    const state = isRecord(running) ? 'running' : isRecord(terminated) || isBetween ? 'terminated' : 'waiting'
    const reason = String(recordOf(waiting)['reason'] ?? '')
    return [{ containerId: `${uid}/${container}`, namespace, pod: name, container, state, reason, restarts }]
  })
}
