import type { KubeClient, KubeObject } from '../client/client.ts'
import type { ResourceType } from '../client/discovery.ts'
import { eventsAbout, lastWarning, tellingEvent } from './events.ts'
import { ready, type Health } from './fields.ts'
import { podsOf } from './pods-of.ts'
import { withoutPodName } from './stable-message.ts'
import { troubleOf, worstTrouble, type PodTrouble } from './pods.ts'

export interface UnreadyResource {
  live: KubeObject
  type: ResourceType
  health: Health
}

/** Kinds that run pods by a selector. */
const withPods = new Set([
  'Deployment.apps',
  'StatefulSet.apps',
  'DaemonSet.apps',
  'ReplicaSet.apps',
  'Job.batch',
  'Rollout.argoproj.io',
])

/**
 * Why a resource is not ready, in the words of its pods and of the events about it. It costs two to four reads, however
 * much else is in the cluster.
 */
export async function explainHealth(
  client: KubeClient,
  resource: UnreadyResource,
  signal: AbortSignal,
): Promise<Health> {
  const { live, type, health } = resource
  if (health.state === 'ready' || health.state === 'terminating') return health
  const kind = `${type.kind}.${type.group}`
  if (withPods.has(kind)) return byPods(client, resource, signal)
  if (kind === 'Pod.') {
    const trouble = await withEvents(client, worstTrouble([live], Date.now()), signal)
    return trouble === undefined ? health : { ...trouble.health, message: trouble.text }
  }
  if (health.state === 'failed') return health
  const events = await eventsAbout(client, live, signal)
  // Nobody has asked for its volume yet, and nothing is wrong with that.
  if (
    kind === 'PersistentVolumeClaim.' &&
    tellingEvent(events, claimEvents)?.reason === 'WaitForFirstConsumer'
  )
    return ready
  const warning = lastWarning(events)
  if (warning === undefined || health.message.includes(warning.message)) return health
  return { ...health, reason: warning.reason, message: `${health.message}; ${warning.message}` }
}

const claimEvents = ['ProvisioningFailed', 'FailedBinding', 'WaitForFirstConsumer']

async function byPods(
  client: KubeClient,
  { live, type, health }: UnreadyResource,
  signal: AbortSignal,
): Promise<Health> {
  const own = await podsOf(client, { live, type }, signal)
  if (own === undefined) return health
  const now = Date.now()
  const worst = worstTrouble(relevant(own.current, type), now) ?? worstTrouble(relevant(own.older, type), now)
  const trouble = await withEvents(client, worst, signal)
  // A pod that is only on its way explains less than one that could not be created.
  if (trouble === undefined || trouble.rank >= 5) {
    const uncreated =
      own.creator === undefined ? undefined : await creationFailure(client, own.creator, signal)
    if (uncreated !== undefined && !health.message.includes(uncreated.message))
      return joined(health, uncreated)
  }
  return trouble === undefined ? health : joined(health, trouble.health)
}

/** Pods that have ended tell why a Job failed; of anything else they are left over. */
function relevant(pods: readonly KubeObject[], { kind }: ResourceType): KubeObject[] {
  return pods.filter((pod) => {
    const { phase } = (pod['status'] ?? {}) as { phase?: string }
    return kind === 'Job' || phase !== 'Failed'
  })
}

async function withEvents(
  client: KubeClient,
  trouble: PodTrouble | undefined,
  signal: AbortSignal,
): Promise<PodTrouble | undefined> {
  if (trouble?.isVague !== true) return trouble
  return troubleOf(trouble.pod, Date.now(), await eventsAbout(client, trouble.pod, signal)) ?? trouble
}

/** Quotas and admission refuse pods, not the resource that wants them. */
async function creationFailure(
  client: KubeClient,
  creator: KubeObject,
  signal: AbortSignal,
): Promise<Health | undefined> {
  const event = tellingEvent(await eventsAbout(client, creator, signal), ['FailedCreate'])
  if (event === undefined) return undefined
  const message = event.message
    .replace(/^Error creating: /, '')
    .replace(/^create Pod \S+ in \w+ \S+ failed error: /i, '')
  return {
    state: 'progressing',
    reason: 'FailedCreate',
    message: `a pod cannot be created: ${withoutPodName(message)}`,
  }
}

/** The resource's own verdict stays where it is one; otherwise the trouble says what it comes to. */
function joined(health: Health, trouble: Health): Health {
  // A controller that cannot create anything may not come to say that it has looked.
  if (health.reason === 'NotObserved') return trouble
  const message = `${health.message}; ${trouble.message}`
  return health.state === 'failed' ? { ...health, message } : { ...trouble, message }
}
