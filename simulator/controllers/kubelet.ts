import type { ClusterContext } from '../context.ts'
import { hasReason } from '../errors/status-error.ts'
import { equal } from '../json.ts'
import { isUndeletable } from '../objects/behaviour.ts'
import type { Pod } from '../objects/kinds.ts'
import { getKind, listKind, kindOf } from '../objects/stored.ts'
import { systemWrites } from '../operations/system.ts'
import type { StoreEvent } from '../storage/history.ts'
import { isDeleting, keyOf, splitKey, type Control } from './controller.ts'
import { recordEvent } from './events.ts'
import { nodeAddress } from './nodes.ts'
import { advancePod, newSimulatedPod, stopSimulatedPod, type SimulatedPod } from './simulated-pod.ts'
import { createQueue, type Queue } from './queue.ts'

/** Simulates the kubelet of every node: writes statuses and events as a real one would, but runs nothing. */
export function startKubelet(context: ClusterContext): Queue {
  const { store } = context
  const simulatedPods = new Map<string, SimulatedPod>()
  /** The pods that wait for a Secret or ConfigMap, by key. */
  const waitingForSources = new Set<string>()
  const addresses = createAddresses(context)
  const queue = createQueue(context, 'kubelet', reconcile)
  const control: Control = {
    context,
    writes: systemWrites(context, 'kubelet'),
    enqueueAfter: (key, milliseconds) => queue.addAfter(key, milliseconds),
  }

  async function reconcile(key: string): Promise<void> {
    const pod = getKind(store, 'pods', splitKey(key))
    const simulated = simulatedPods.get(key)
    waitingForSources.delete(key)
    if (pod === undefined || simulated?.uid !== pod.metadata.uid) simulatedPods.delete(key)
    if (pod === undefined || (pod.spec.nodeName ?? '') === '') return
    const current = simulatedPods.get(key) ?? startPod(key, pod)
    if (isDeleting(pod)) await stop(key, pod, current)
    else if (pod.status.phase !== 'Succeeded' && pod.status.phase !== 'Failed') await run(key, pod, current)
  }

  function startPod(key: string, pod: Pod): SimulatedPod {
    const result = newSimulatedPod(pod, context.now().getTime())
    simulatedPods.set(key, result)
    return result
  }

  async function run(key: string, pod: Pod, simulated: SimulatedPod): Promise<void> {
    const { status, next, isWaitingForSources, events } = advancePod(context, pod, {
      simulated,
      newAddress: () => addresses.take(pod),
    })
    if (next !== undefined) queue.addAfter(key, next)
    if (isWaitingForSources) waitingForSources.add(key)
    if (!equal(status, pod.status))
      await control.writes.updateStatus(pod, (draft) => {
        draft['status'] = status
      })
    const host = pod.spec.nodeName
    for (const fact of events)
      await recordEvent(control, pod, { source: { component: 'kubelet', host }, fact })
  }

  async function stop(key: string, pod: Pod, simulated: SimulatedPod): Promise<void> {
    if (isUndeletable(pod)) return
    const now = context.now().getTime()
    if (simulated.stoppingSince === undefined) {
      simulated.stoppingSince = now
      const host = pod.spec.nodeName
      for (const { name } of pod.spec.containers)
        await recordEvent(control, pod, {
          source: { component: 'kubelet', host },
          fact: {
            type: 'Normal',
            reason: 'Killing',
            message: `Stopping container ${name}`,
            fieldPath: `spec.containers{${name}}`,
          },
        })
    }
    const grace = (pod.metadata.deletionGracePeriodSeconds ?? 30) * 1000
    const left = simulated.stoppingSince + Math.min(context.settings.containerStartMs, grace) - now
    if (left > 0) {
      queue.addAfter(key, left)
      return
    }
    const status = stopSimulatedPod(context, pod, simulated)
    try {
      if ((pod.metadata.finalizers ?? []).length > 0 && !equal(status, pod.status))
        await control.writes.updateStatus(pod, (draft) => {
          draft['status'] = status
        })
      if (grace > 0 || (pod.metadata.finalizers ?? []).length === 0)
        await control.writes.delete(pod, { gracePeriodSeconds: 0, preconditions: { uid: pod.metadata.uid } })
    } catch (error) {
      if (!hasReason(error, 'NotFound', 'Conflict')) throw error
    }
  }

  for (const pod of listKind(store, 'pods')) queue.add(keyOf(pod))
  const retryWaiting = ({ object }: StoreEvent): void => {
    for (const key of waitingForSources)
      if (splitKey(key).namespace === object.metadata.namespace) queue.add(key)
  }
  const subscriptions = [
    store.subscribe('pods', ({ object, type }) => {
      if (type === 'DELETED') addresses.giveBack(kindOf('pods', object))
      queue.add(keyOf(object))
    }),
    store.subscribe('secrets', retryWaiting),
    store.subscribe('configmaps', retryWaiting),
  ]
  return {
    ...queue,
    async stop() {
      for (const unsubscribe of subscriptions) unsubscribe()
      await queue.stop()
    },
  }
}

/** Allocates pod addresses: 10.244.NODE.x, each used by one pod at a time. */
function createAddresses({ store }: ClusterContext): { take(pod: Pod): string; giveBack(pod: Pod): void } {
  const used = new Set(listKind(store, 'pods').map(({ status }) => status.podIP))
  const last = new Map<string, number>()
  return {
    take({ spec }) {
      const node = spec.nodeName ?? ''
      const host = nodeAddress(node)
      if (spec.hostNetwork === true) return host
      const index = Number(host.split('.').at(-1))
      for (;;) {
        const next = (last.get(node) ?? 0) + 1
        last.set(node, next)
        // Above 254 the second byte is incremented: there may be more pods than a real node accepts.
        const address = `10.${244 + (Math.floor(next / 254) % 10)}.${index}.${1 + (next % 254)}`
        if (used.has(address)) continue
        used.add(address)
        return address
      }
    },
    giveBack({ status }) {
      if (status.podIP !== undefined) used.delete(status.podIP)
    },
  }
}
