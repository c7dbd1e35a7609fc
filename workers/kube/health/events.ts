import type { KubeClient, KubeObject } from '../client/client.ts'
import { listObjects } from '../client/cluster.ts'
import { record, text } from './fields.ts'
import { isKubeError } from '../client/kube-error.ts'
import { stableMessage } from './stable-message.ts'

/** What a cluster tells about an object: https://kubernetes.io/docs/reference/kubernetes-api/cluster-resources/event-v1/ */
export interface ClusterEvent {
  type: string
  reason: string
  /** As {@link stableMessage} has it. */
  message: string
  /** Milliseconds since 1970; 0 when it is not told. */
  last: number
}

const eventType = { group: '', version: 'v1', kind: 'Event', plural: 'events', namespaced: true }

/** What is told about exactly this object; nothing when we may not read events. */
export async function eventsAbout(
  client: KubeClient,
  { metadata }: KubeObject,
  signal: AbortSignal,
): Promise<ClusterEvent[]> {
  try {
    const found = await listObjects(client, {
      type: eventType,
      // Events about what has no namespace are in this one.
      namespace: metadata.namespace ?? 'default',
      fieldSelector: `involvedObject.uid=${metadata.uid ?? ''}`,
      signal,
    })
    return found.map(eventOf)
  } catch (error) {
    if (isKubeError(error, 'forbidden')) return []
    throw error
  }
}

function eventOf(object: KubeObject): ClusterEvent {
  const { lastTimestamp, eventTime, series, type, reason, message } = object
  const times = [record(series)['lastObservedTime'], lastTimestamp, eventTime].map(text)
  return {
    type: text(type),
    reason: text(reason),
    message: stableMessage(text(message)),
    last: Date.parse(times.find((time) => time !== '') ?? '') || 0,
  }
}

/** Milliseconds for which an event counts beside a newer one. */
const lasts = 10 * 60_000

/**
 * The event that says most: of the first of the reasons that occurs. Of several that go on side by side it is always
 * the same one.
 */
export function tellingEvent(
  events: readonly ClusterEvent[],
  reasons: readonly string[],
): ClusterEvent | undefined {
  const matching = events.filter(({ reason }) => reasons.includes(reason))
  const newest = Math.max(...matching.map(({ last }) => last))
  return matching
    .filter(({ last }) => last >= newest - lasts)
    .sort(
      (a, b) => reasons.indexOf(a.reason) - reasons.indexOf(b.reason) || a.message.localeCompare(b.message),
    )[0]
}

/** The newest warning. */
export function lastWarning(events: readonly ClusterEvent[]): ClusterEvent | undefined {
  return events
    .filter(({ type }) => type === 'Warning')
    .sort((a, b) => b.last - a.last || a.message.localeCompare(b.message))[0]
}
