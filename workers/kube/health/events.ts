import type { KubeClient, KubeObject } from '../client/client.ts'
import { listObjects } from '../client/cluster.ts'
import { record, string } from './fields.ts'
import { isKubeError } from '../client/kube-error.ts'
import { stableMessage } from './stable-message.ts'

/** An event of a cluster about an object: https://kubernetes.io/docs/reference/kubernetes-api/cluster-resources/event-v1/ */
export interface ClusterEvent {
  type: string
  reason: string
  /** The message, normalised by {@link stableMessage}. */
  message: string
  /** The time of the last occurrence in milliseconds since 1970; 0 if unknown. */
  last: number
}

const eventType = { group: '', version: 'v1', kind: 'Event', plural: 'events', namespaced: true }

/** Returns the events about an object, by uid; none if the credentials may not read events. */
export async function eventsAbout(
  client: KubeClient,
  { metadata }: KubeObject,
  signal: AbortSignal,
): Promise<ClusterEvent[]> {
  try {
    const found = await listObjects(client, {
      type: eventType,
      // Events about cluster-scoped objects are in this namespace.
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
  const times = [record(series)['lastObservedTime'], lastTimestamp, eventTime].map(string)
  return {
    type: string(type),
    reason: string(reason),
    message: stableMessage(string(message)),
    last: Date.parse(times.find((time) => time !== '') ?? '') || 0,
  }
}

/** Milliseconds that an event may be older than the newest one and still be considered. */
const maxAge = 10 * 60_000

/**
 * Returns the recent event whose reason comes first in `reasons`. The choice among several events is stable, so that
 * concurrent ones do not alternate.
 */
export function mostRelevantEvent(
  events: readonly ClusterEvent[],
  reasons: readonly string[],
): ClusterEvent | undefined {
  const matching = events.filter(({ reason }) => reasons.includes(reason))
  const newest = Math.max(...matching.map(({ last }) => last))
  return matching
    .filter(({ last }) => last >= newest - maxAge)
    .sort(
      (a, b) => reasons.indexOf(a.reason) - reasons.indexOf(b.reason) || a.message.localeCompare(b.message),
    )[0]
}

/** Returns the newest warning. */
export function lastWarning(events: readonly ClusterEvent[]): ClusterEvent | undefined {
  return events
    .filter(({ type }) => type === 'Warning')
    .sort((a, b) => b.last - a.last || a.message.localeCompare(b.message))[0]
}
