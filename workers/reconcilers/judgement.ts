import { isRecord } from '../../schema/manifests.ts'
import type { KubeObject } from '../kube/client.ts'
import { listObjects, type Cluster } from '../kube/cluster.ts'
import type { Health } from '../kube/health.ts'
import { podTrouble } from '../kube/pods.ts'
import type { ResourceState, SyncResult } from '../kube/sync.ts'

/** All resources of an object in one word, and the one that matters most in a sentence. */
export interface Verdict {
  state: 'ready' | 'progressing' | 'failed'
  reason: string
  message: string
  /** Nothing but time may tell that it went on. */
  urgent: boolean
}

/** Resources with pods that are asked when they are not ready. */
const withPods = new Set([
  'Deployment.apps',
  'StatefulSet.apps',
  'DaemonSet.apps',
  'ReplicaSet.apps',
  'Job.batch',
])
const podType = { group: '', version: 'v1', kind: 'Pod', plural: 'pods', namespaced: true }

export async function judge(
  cluster: Cluster,
  { resources, leaving }: SyncResult,
  signal: AbortSignal,
): Promise<Verdict> {
  const explained = await Promise.all(resources.map((state) => explain(cluster, state, signal)))
  const failures = explained.filter(({ health }) => health.state === 'failed')
  const unready = explained.filter(({ health }) => health.state !== 'ready')
  const [worst] = [...failures, ...unready]
  if (worst === undefined && leaving.length === 0)
    return { state: 'ready', reason: 'Ready', message: '', urgent: false }
  if (worst === undefined) {
    const [first] = leaving
    const message = `${first?.key ?? ''} ${first?.health.message ?? 'is being deleted'}${others(leaving.length - 1)}.`
    return { state: 'progressing', reason: 'Pruning', message, urgent: true }
  }
  const { length: count } = failures.length > 0 ? failures : unready
  const told = failures.length > 0 ? failures.slice(0, toldAtOnce) : [worst]
  return {
    state: failures.length > 0 ? 'failed' : 'progressing',
    reason: worst.health.reason,
    message: `${told.map(({ key, health }) => `${key}: ${health.message}`).join('; ')}${others(count - told.length)}.`,
    urgent: unready.some(({ health }) => health.state === 'terminating'),
  }
}

/** Failures in one sentence: what a person mends in one go. */
const toldAtOnce = 3

function others(count: number): string {
  if (count <= 0) return ''
  return count === 1
    ? ' (and 1 other resource is not ready)'
    : ` (and ${count} other resources are not ready)`
}

/** The health of a resource, told by its pods where they know better. */
async function explain(
  cluster: Cluster,
  state: ResourceState,
  signal: AbortSignal,
): Promise<{ key: string; health: Health }> {
  const { key, live, type, health } = state
  if (health.state !== 'progressing' || live === undefined || !withPods.has(`${type.kind}.${type.group}`))
    return { key, health }
  const labelSelector = selectorOf(live)
  if (labelSelector === undefined) return { key, health }
  const pods = await listObjects(cluster.client, {
    type: podType,
    namespace: live.metadata.namespace ?? '',
    labelSelector,
    signal,
  })
  const trouble = podTrouble(pods)
  return trouble === undefined
    ? { key, health }
    : { key, health: { ...trouble, message: `${health.message}; ${trouble.message}` } }
}

/** matchLabels as a selector; the rare matchExpressions only narrow it further. */
function selectorOf(live: KubeObject): string | undefined {
  const spec = isRecord(live['spec']) ? live['spec'] : {}
  const selector = isRecord(spec['selector']) ? spec['selector'] : {}
  const { matchLabels } = selector
  if (!isRecord(matchLabels) || Object.keys(matchLabels).length === 0) return undefined
  return Object.entries(matchLabels)
    .map(([key, value]) => `${key}=${String(value)}`)
    .join(',')
}
