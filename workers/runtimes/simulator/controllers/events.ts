import { randomBytes } from 'node:crypto'
import { microTimestamp, timestamp } from '../context.ts'
import { equal, numberOf, objectOf } from '../json.ts'
import type { KubeObject } from '../storage/object.ts'
import { viewOf } from './kinds.ts'
import type { Control } from './controller.ts'

export interface EventSource {
  /** `kubelet`, `deployment-controller` … */
  component: string
  /** The node, for kubelets. */
  host?: string | undefined
}

export interface EventFact {
  type: 'Normal' | 'Warning'
  reason: string
  message: string
  /** Which part of the object: `spec.containers{web}`. */
  fieldPath?: string | undefined
}

/** Records an event about an object; one that says the same again is counted. */
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
  const known = context.store.list('events', namespace).find((event) => isSame(event, about, fact))
  if (known !== undefined) {
    await writes.update(known, (event) => {
      event['count'] = numberOf(event['count'], 1) + 1
      event['lastTimestamp'] = now
    })
    return
  }
  await writes.create({
    apiVersion: 'v1',
    kind: 'Event',
    metadata: { name: `${about.metadata.name}.${randomBytes(8).toString('hex')}`, namespace },
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

/** The scheduler writes events in the newer form. */
function schedulerFields(eventTime: string, { reason }: EventFact): { [key: string]: string | object } {
  return {
    source: {},
    eventTime,
    action: reason === 'Scheduled' ? 'Binding' : 'Scheduling',
    reportingInstance: 'default-scheduler-0',
  }
}

function isSame(event: KubeObject, about: KubeObject, fact: EventFact): boolean {
  const involved = objectOf(viewOf(event)['involvedObject'])
  return (
    involved['uid'] === about.metadata.uid &&
    event['reason'] === fact.reason &&
    event['message'] === fact.message &&
    equal(involved['fieldPath'], fact.fieldPath)
  )
}
