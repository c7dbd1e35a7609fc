import type { Cluster } from '../kube/client/cluster.ts'
import { explainHealth } from '../kube/health/explain.ts'
import { mapWithLimit } from '../kube/client/map-with-limit.ts'
import type { ResourceState, SyncResult } from '../kube/apply/sync.ts'

/** All resources of an object in one word, and the one that matters most in a sentence. */
export interface AggregateHealth {
  state: 'ready' | 'progressing' | 'failed'
  reason: string
  message: string
  /** Milliseconds for which it may last, by the failure that may last shortest; undefined where none says. */
  grace?: number | undefined
  /** Nothing but time may tell that it went on. */
  urgent: boolean
}

export async function aggregateHealth(
  cluster: Cluster,
  { resources, leaving }: SyncResult,
  signal: AbortSignal,
): Promise<AggregateHealth> {
  const explained = await explainAll(cluster, resources, signal)
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
  const graces = failures.flatMap(({ health: { grace } }) => grace ?? [])
  const told = failures.length > 0 ? failures.slice(0, toldAtOnce) : [worst]
  return {
    state: failures.length > 0 ? 'failed' : 'progressing',
    reason: worst.health.reason,
    message: `${told.map(({ key, health }) => `${key}: ${health.message}`).join('; ')}${others(count - told.length)}.`,
    grace: graces.length === 0 ? undefined : Math.min(...graces),
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

type Explained = Pick<ResourceState, 'key' | 'health'>

/** Resources that are asked for more than they say themselves: enough to find the one that matters. */
const explainedAtMost = 20

/** The health of each, told by pods and events where they know better. */
async function explainAll(
  { client }: Cluster,
  resources: readonly ResourceState[],
  signal: AbortSignal,
): Promise<Explained[]> {
  const unready = resources.filter(({ health }) => health.state !== 'ready')
  const asked = new Set(unready.sort(failedFirst).slice(0, explainedAtMost))
  return mapWithLimit(resources, 4, async (state) => {
    const { key, live, type, health } = state
    if (live === undefined || !asked.has(state)) return { key, health }
    return { key, health: await explainHealth(client, { live, type, health }, signal) }
  })
}

function failedFirst(a: ResourceState, b: ResourceState): number {
  return Number(b.health.state === 'failed') - Number(a.health.state === 'failed')
}
