import { LRUCache } from 'lru-cache'
import { microTimestamp, timestamp, type ClusterContext } from '../context.ts'
import { numberOf } from '../json.ts'
import type { KubeObject } from '../storage/object.ts'
import type { Control } from './controller.ts'

export interface EventSource {
  /** The reporting component: `kubelet`, `deployment-controller` … */
  component: string
  /** The node, for kubelets. */
  host?: string | undefined
}

export interface EventFact {
  type: 'Normal' | 'Warning'
  reason: string
  message: string
  /** The path of a field of the object: `spec.containers{web}`. */
  fieldPath?: string | undefined
}

/** Records an event about an object, or increments the count of an equal one. */
export async function recordEvent(
  { context, writes }: Control,
  about: KubeObject,
  { source, fact }: { source: EventSource; fact: EventFact },
): Promise<void> {
  const namespace = about.metadata.namespace ?? 'default'
  const involvedObject = {
    kind: about.kind,
    namespace: about.metadata.namespace,
    name: about.metadata.name,
    uid: about.metadata.uid,
    apiVersion: about.apiVersion,
    resourceVersion: about.metadata.resourceVersion,
    fieldPath: fact.fieldPath,
  }
  const now = timestamp(context.now())
  const recorded = recordedIn(context)
  const sameness = JSON.stringify([about.metadata.uid, fact.reason, fact.message, fact.fieldPath])
  const known = context.store.get({ resource: 'events', namespace, name: recorded.get(sameness) ?? '' })
  if (known !== undefined) {
    await writes.update(known, (event) => {
      event['count'] = numberOf(event['count'], 1) + 1
      event['lastTimestamp'] = now
    })
    return
  }
  const name = `${about.metadata.name}.${nextStamp(context.now())}`
  recorded.set(sameness, name)
  await writes.create({
    apiVersion: 'v1',
    kind: 'Event',
    metadata: { name, namespace },
    involvedObject,
    type: fact.type,
    reason: fact.reason,
    message: fact.message,
    source: { component: source.component, host: source.host },
    reportingComponent: source.component,
    reportingInstance: source.host ?? '',
    ...(source.component === 'default-scheduler'
      ? schedulerFields(microTimestamp(context.now()), fact)
      : { firstTimestamp: now, lastTimestamp: now, count: 1 }),
  })
}

let lastStamp = 0n

/** Returns the time in nanoseconds, never the same twice, so that the names of events sort chronologically. */
function nextStamp(now: Date): string {
  const nanoseconds = BigInt(now.getTime()) * 1_000_000n
  lastStamp = nanoseconds > lastStamp ? nanoseconds : lastStamp + 1n
  return lastStamp.toString(16)
}

/** Returns the fields of the newer event form, which the scheduler writes. */
function schedulerFields(eventTime: string, { reason }: EventFact): { [key: string]: string | object } {
  return {
    source: {},
    eventTime,
    action: reason === 'Scheduled' ? 'Binding' : 'Scheduling',
    reportingInstance: 'default-scheduler-0',
  }
}

const recordedByCluster = new WeakMap<ClusterContext, LRUCache<string, string>>()

/** Returns the names of recent events by content, so that a repetition is counted instead of recorded again. */
function recordedIn(context: ClusterContext): LRUCache<string, string> {
  let recorded = recordedByCluster.get(context)
  if (recorded === undefined) recordedByCluster.set(context, (recorded = new LRUCache({ max: 4096 })))
  return recorded
}
