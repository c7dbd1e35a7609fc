import { clone, type JsonObject } from '../json.ts'
import { conditionOf } from '../objects/conditions.ts'
import type { Pod, PodTemplate } from '../objects/kinds.ts'
import { listOwned } from '../objects/stored.ts'
import type { KubeObject } from '../storage/object.ts'
import { controllerReference, isDeleting, type Control } from './controller.ts'
import { recordEvent } from './events.ts'

/** Reports whether a pod has neither ended nor been deleted. */
export function isActive(pod: Pod): boolean {
  return !hasEnded(pod) && !isDeleting(pod)
}

export function hasEnded({ status }: Pod): boolean {
  return status.phase === 'Succeeded' || status.phase === 'Failed'
}

export function isReady({ status }: Pod): boolean {
  return conditionOf(status.conditions, 'Ready')?.status === 'True'
}

/** Returns the milliseconds until a pod has been ready for long enough; 0 if it has, undefined if it is not ready. */
export function availableIn({ status }: Pod, minReadySeconds: number, now: Date): number | undefined {
  const ready = conditionOf(status.conditions, 'Ready')
  if (ready?.status !== 'True') return undefined
  if (minReadySeconds === 0) return 0
  return Math.max(0, Date.parse(ready.lastTransitionTime ?? '') + minReadySeconds * 1000 - now.getTime())
}

export function podsOf({ context }: Control, owner: KubeObject): Pod[] {
  return listOwned(context.store, 'pods', owner)
}

/** Creates a pod from a template, and records an event of its owner. */
export async function createPod(
  control: Control,
  owner: KubeObject,
  {
    template,
    component,
    metadata,
    spec,
  }: {
    template: PodTemplate
    component: string
    /** The metadata. @default a name generated from the owner's */
    metadata?: JsonObject
    spec?: JsonObject
  },
): Promise<KubeObject> {
  const { labels, annotations, finalizers } = template.metadata
  try {
    const pod = await control.writes.create({
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: {
        generateName: `${owner.metadata.name}-`,
        ...metadata,
        namespace: owner.metadata.namespace,
        labels: { ...labels, ...(metadata?.['labels'] as Record<string, string> | undefined) },
        annotations: annotations === undefined ? undefined : { ...annotations },
        finalizers,
        ownerReferences: [controllerReference(owner)],
      },
      spec: { ...clone(template.spec), ...spec },
    })
    await recordEvent(control, owner, {
      source: { component },
      fact: { type: 'Normal', reason: 'SuccessfulCreate', message: `Created pod: ${pod.metadata.name}` },
    })
    return pod
  } catch (error) {
    const message = `Error creating: ${error instanceof Error ? error.message : String(error)}`
    await recordEvent(control, owner, {
      source: { component },
      fact: { type: 'Warning', reason: 'FailedCreate', message },
    })
    throw error
  }
}

export async function deletePod(
  control: Control,
  owner: KubeObject,
  { pod, component }: { pod: Pod; component: string },
): Promise<void> {
  await control.writes.delete(pod)
  await recordEvent(control, owner, {
    source: { component },
    fact: { type: 'Normal', reason: 'SuccessfulDelete', message: `Deleted pod: ${pod.metadata.name}` },
  })
}

/** Orders pods for deletion when there are too many: the least advanced first, then the youngest. */
export function byWorth(a: Pod, b: Pod): number {
  const rank = (pod: Pod) => {
    if ((pod.spec.nodeName ?? '') === '') return 0
    if (pod.status.phase !== 'Running') return 1
    return isReady(pod) ? 3 : 2
  }
  const difference = rank(a) - rank(b)
  if (difference !== 0) return difference
  return a.metadata.creationTimestamp > b.metadata.creationTimestamp ? -1 : 1
}
