import type { KubeClient, KubeObject } from '../client/client.ts'
import type { ResourceType } from '../client/discovery.ts'
import { explainCertificate } from './explain-certificate.ts'
import { eventsAbout, lastWarning, mostRelevantEvent } from './events.ts'
import { ready, type Health } from './fields.ts'
import { podsOf } from './pods-of.ts'
import { withoutPodName } from './stable-message.ts'
import { problemOf, worstProblem, type PodProblem } from './pods.ts'

export interface UnreadyResource {
  live: KubeObject
  type: ResourceType
  health: Health
}

/** Kinds that run pods and have a selector. */
const withPods = new Set([
  'Deployment.apps',
  'StatefulSet.apps',
  'DaemonSet.apps',
  'ReplicaSet.apps',
  'Job.batch',
  'Rollout.argoproj.io',
])

/**
 * Returns the health of a resource that is not ready, with the reason found in its pods and in events about it. Costs two to
 * four requests, however much else is in the cluster.
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
    const problem = await withEvents(client, worstProblem([live], Date.now()), signal)
    return problem === undefined ? health : { ...problem.health, message: problem.message }
  }
  if (kind === 'Certificate.cert-manager.io') return explainCertificate(client, { live, health }, signal)
  if (health.state === 'failed') return health
  const events = await eventsAbout(client, live, signal)
  // The volume is provisioned once a pod uses the claim, so the claim is as ready as it can be.
  if (
    kind === 'PersistentVolumeClaim.' &&
    mostRelevantEvent(events, claimEvents)?.reason === 'WaitForFirstConsumer'
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
  const worst = worstProblem(relevant(own.current, type), now) ?? worstProblem(relevant(own.older, type), now)
  const problem = await withEvents(client, worst, signal)
  // A pod that is still starting explains less than one that could not be created.
  if (problem === undefined || problem.rank >= 5) {
    const uncreated =
      own.creator === undefined ? undefined : await creationFailure(client, own.creator, signal)
    if (uncreated !== undefined && !health.message.includes(uncreated.message))
      return joined(health, uncreated)
  }
  return problem === undefined ? health : joined(health, problem.health)
}

/** Leaves out failed pods, except for those of a Job, which explain its failure. */
function relevant(pods: readonly KubeObject[], { kind }: ResourceType): KubeObject[] {
  return pods.filter((pod) => {
    const { phase } = (pod['status'] ?? {}) as { phase?: string }
    return kind === 'Job' || phase !== 'Failed'
  })
}

async function withEvents(
  client: KubeClient,
  problem: PodProblem | undefined,
  signal: AbortSignal,
): Promise<PodProblem | undefined> {
  if (problem?.isVague !== true) return problem
  return problemOf(problem.pod, Date.now(), await eventsAbout(client, problem.pod, signal)) ?? problem
}

/** Returns why pods cannot be created: quotas and admission refuse pods, not the resource that creates them. */
async function creationFailure(
  client: KubeClient,
  creator: KubeObject,
  signal: AbortSignal,
): Promise<Health | undefined> {
  const event = mostRelevantEvent(await eventsAbout(client, creator, signal), ['FailedCreate'])
  if (event === undefined) return undefined
  const message = event.message
    .replace(/^(?:\(combined from similar events\): )?Error creating: /, '')
    .replace(/^create Pod \S+ in \w+ \S+ failed error: /i, '')
  return {
    state: 'progressing',
    reason: 'FailedCreate',
    message: `a pod cannot be created: ${withoutPodName(message)}`,
  }
}

/** Combines both messages. A failed resource keeps its state and reason; otherwise those of the problem apply. */
function joined(health: Health, problem: Health): Health {
  // A controller that cannot create pods may never update observedGeneration.
  if (health.reason === 'NotObserved') return problem
  const message = `${health.message.replace(/\.$/, '')}; ${problem.message}`
  if (health.state !== 'failed') return { ...problem, message }
  // The deadline has passed because of something, which has a remedy.
  const isCause = problem.state === 'failed' || problem.reason === 'FailedCreate'
  const reason = health.reason === 'ProgressDeadlineExceeded' && isCause ? problem.reason : health.reason
  return { ...health, reason, message }
}
