import type { ClusterContext } from '../context.ts'
import { clone, equal } from '../json.ts'
import type { Deployment, PodTemplate, ReplicaSet } from '../objects/kinds.ts'
import { shortHash } from '../objects/short-hash.ts'
import { getKind, listOwned } from '../objects/stored.ts'
import type { StoreEvent } from '../storage/history.ts'
import type { KubeObject } from '../storage/object.ts'
import { resolveIntOrPercent } from './int-or-percent.ts'
import {
  controllerOf,
  controllerReference,
  isDeleting,
  itself,
  keyOf,
  ownerOf,
  splitKey,
  type Control,
  type Controller,
} from './controller.ts'
import { reportDeployment } from './deployment-status.ts'
import { recordEvent } from './events.ts'

export const revisionKey = 'deployment.kubernetes.io/revision'
const desiredKey = 'deployment.kubernetes.io/desired-replicas'
const maxKey = 'deployment.kubernetes.io/max-replicas'
const hashLabel = 'pod-template-hash'
const component = 'deployment-controller'

/** Moves each Deployment from its old ReplicaSets to that of its current template. */
export const deploymentController: Controller = {
  name: 'deployment',
  watches: { 'deployments.apps': itself, 'replicasets.apps': ownerOf('Deployment'), pods: deploymentOfPod },
  async reconcile(key, control) {
    const deployment = getKind(control.context.store, 'deployments.apps', splitKey(key))
    if (deployment === undefined) return
    if (!isDeleting(deployment)) await roll(deployment, control)
    const current = getKind(control.context.store, 'deployments.apps', splitKey(key))
    if (current === undefined) return
    const sets = setsOf(current, control.context)
    await reportDeployment(control, current, { sets, newest: newestOf(current, sets) })
  },
}

/**
 * Enqueues the deployment of a pod: Recreate waits for pods that are shutting down, which their ReplicaSet no longer
 * counts.
 */
function deploymentOfPod({ type, object }: StoreEvent, { store }: ClusterContext): string[] {
  const set = controllerOf(object)
  if (type !== 'DELETED' || set?.kind !== 'ReplicaSet') return []
  const found = store.get({
    resource: 'replicasets.apps',
    namespace: object.metadata.namespace ?? '',
    name: set.name,
  })
  const owner = found === undefined ? undefined : controllerOf(found)
  return owner?.kind === 'Deployment' ? [`${object.metadata.namespace}/${owner.name}`] : []
}

export function setsOf(deployment: Deployment, { store }: ClusterContext): ReplicaSet[] {
  return listOwned(store, 'replicasets.apps', deployment).sort((a, b) => revisionOf(a) - revisionOf(b))
}

function revisionOf({ metadata }: KubeObject): number {
  return Number(metadata.annotations?.[revisionKey] ?? 0)
}

export function newestOf(deployment: Deployment, sets: readonly ReplicaSet[]): ReplicaSet | undefined {
  return sets.find((set) => equal(withoutHash(set.spec.template), plainTemplate(deployment.spec.template)))
}

function withoutHash(template: PodTemplate): PodTemplate {
  const { [hashLabel]: _, ...labels } = template.metadata.labels ?? {}
  return plainTemplate({ ...template, metadata: { ...template.metadata, labels } })
}

function plainTemplate({ metadata, spec }: PodTemplate): PodTemplate {
  return { metadata: { ...metadata, labels: { ...metadata.labels } }, spec }
}

async function roll(deployment: Deployment, control: Control): Promise<void> {
  const sets = setsOf(deployment, control.context)
  if (deployment.spec.paused === true) {
    await scaleProportionally(deployment, sets, control)
    return
  }
  const newest = await ensureNewest(deployment, sets, control)
  if (newest === undefined) return
  const old = setsOf(deployment, control.context).filter((set) => set.metadata.uid !== newest.metadata.uid)
  if (deployment.spec.strategy.type === 'Recreate') await recreate(deployment, { newest, old }, control)
  else await replaceGradually(deployment, { newest, old }, control)
  await pruneHistory(deployment, old, control)
}

/** Returns the ReplicaSet of the current template, with the highest revision; creates it if missing. */
async function ensureNewest(
  deployment: Deployment,
  sets: readonly ReplicaSet[],
  control: Control,
): Promise<ReplicaSet | undefined> {
  const found = newestOf(deployment, sets)
  const highest = Math.max(0, ...sets.filter((set) => set !== found).map(revisionOf))
  if (found === undefined)
    return createNewest(deployment, { revision: highest + 1, isOnly: sets.length === 0 }, control)
  const revision = Math.max(revisionOf(found), highest + 1)
  if (revisionOf(found) < revision)
    await control.writes.update(found, ({ metadata }) => {
      metadata.annotations = { ...metadata.annotations, [revisionKey]: String(revision) }
    })
  await recordRevision(deployment, revision, control)
  return getKind(control.context.store, 'replicasets.apps', {
    namespace: found.metadata.namespace ?? '',
    name: found.metadata.name,
  })
}

async function createNewest(
  deployment: Deployment,
  { revision, isOnly }: { revision: number; isOnly: boolean },
  control: Control,
): Promise<ReplicaSet | undefined> {
  const { metadata, spec } = deployment
  const hash = shortHash(plainTemplate(spec.template), deployment.status.collisionCount)
  const template = clone(spec.template)
  template.metadata.labels = { ...template.metadata.labels, [hashLabel]: hash }
  const name = `${metadata.name}-${hash}`
  const replicas = isOnly ? spec.replicas : 0
  await control.writes.create({
    apiVersion: 'apps/v1',
    kind: 'ReplicaSet',
    metadata: {
      name,
      namespace: metadata.namespace,
      labels: template.metadata.labels,
      annotations: {
        ...inherited(metadata.annotations),
        ...sizes(deployment),
        [revisionKey]: String(revision),
      },
      ownerReferences: [controllerReference(deployment)],
    },
    spec: {
      replicas,
      minReadySeconds: spec.minReadySeconds,
      selector: { ...spec.selector, matchLabels: { ...spec.selector.matchLabels, [hashLabel]: hash } },
      template,
    },
  })
  if (replicas > 0) await recordScaling(deployment, { name, from: 0, to: replicas }, control)
  await recordRevision(deployment, revision, control)
  return getKind(control.context.store, 'replicasets.apps', {
    namespace: metadata.namespace ?? '',
    name,
  })
}

function inherited(annotations: Record<string, string> | undefined): Record<string, string> {
  const own = new Set(['kubectl.kubernetes.io/last-applied-configuration', revisionKey, desiredKey, maxKey])
  return Object.fromEntries(Object.entries(annotations ?? {}).filter(([key]) => !own.has(key)))
}

function sizes(deployment: Deployment): Record<string, string> {
  return {
    [desiredKey]: String(deployment.spec.replicas),
    [maxKey]: String(deployment.spec.replicas + maxSurge(deployment)),
  }
}

function maxSurge({ spec }: Deployment): number {
  return spec.strategy.type === 'Recreate'
    ? 0
    : resolveIntOrPercent(spec.strategy.rollingUpdate?.maxSurge, spec.replicas, 'up')
}

/** Returns how many pods may be missing; at least one if no surplus is allowed, or no pod could be replaced. */
export function maxUnavailable(deployment: Deployment): number {
  const { spec } = deployment
  if (spec.strategy.type === 'Recreate' || spec.replicas === 0) return 0
  const found = resolveIntOrPercent(spec.strategy.rollingUpdate?.maxUnavailable, spec.replicas, 'down')
  return Math.min(spec.replicas, found === 0 && maxSurge(deployment) === 0 ? 1 : found)
}

async function recordRevision(deployment: Deployment, revision: number, { writes }: Control): Promise<void> {
  if (revisionOf(deployment) === revision) return
  await writes.updateStatus(deployment, ({ metadata }) => {
    metadata.annotations = { ...metadata.annotations, [revisionKey]: String(revision) }
  })
}

interface Sets {
  newest: ReplicaSet
  old: readonly ReplicaSet[]
}

async function replaceGradually(
  deployment: Deployment,
  { newest, old }: Sets,
  control: Control,
): Promise<void> {
  const desired = deployment.spec.replicas
  const total = [newest, ...old].reduce((sum, set) => sum + set.spec.replicas, 0)
  if (newest.spec.replicas > desired) await scaleSet(deployment, { set: newest, to: desired }, control)
  else {
    const room = desired + maxSurge(deployment) - total
    const up = Math.min(Math.max(0, room), desired - newest.spec.replicas)
    await scaleSet(deployment, { set: newest, to: newest.spec.replicas + up }, control)
  }
  await scaleDownOld(deployment, { newest, old }, control)
}

/** Deletes old pods that never became ready first; ready ones only as far as enough others are available. */
async function scaleDownOld(deployment: Deployment, { newest, old }: Sets, control: Control): Promise<void> {
  const minimum = deployment.spec.replicas - maxUnavailable(deployment)
  const available = (set: ReplicaSet) => set.status.availableReplicas ?? 0
  const current = getKind(control.context.store, 'replicasets.apps', splitKey(keyOf(newest))) ?? newest
  const newUnavailable = current.spec.replicas - available(current)
  const total = [current, ...old].reduce((sum, set) => sum + set.spec.replicas, 0)
  let mayGo = total - minimum - newUnavailable
  const sizes = new Map(old.map((set) => [set, set.spec.replicas] as const))
  for (const set of old) {
    const broken = Math.max(0, (sizes.get(set) ?? 0) - available(set))
    const down = Math.min(broken, Math.max(0, mayGo))
    sizes.set(set, (sizes.get(set) ?? 0) - down)
    mayGo -= down
  }
  const readyTotal = [current, ...old].reduce((sum, set) => sum + available(set), 0)
  let readyMayGo = readyTotal - minimum
  for (const set of old) {
    const size = sizes.get(set) ?? 0
    const down = Math.min(size, Math.max(0, Math.min(readyMayGo, mayGo)))
    sizes.set(set, size - down)
    readyMayGo -= down
    mayGo -= down
  }
  for (const set of old) await scaleSet(deployment, { set, to: sizes.get(set) ?? 0 }, control)
}

async function recreate(deployment: Deployment, { newest, old }: Sets, control: Control): Promise<void> {
  for (const set of old) await scaleSet(deployment, { set, to: 0 }, control)
  const remaining = old
    .flatMap((set) => listOwned(control.context.store, 'pods', set))
    .some(({ status }) => status.phase !== 'Failed' && status.phase !== 'Succeeded')
  if (!remaining) await scaleSet(deployment, { set: newest, to: deployment.spec.replicas }, control)
}

/** Scales a paused deployment: the set that has pods takes the difference. */
async function scaleProportionally(
  deployment: Deployment,
  sets: readonly ReplicaSet[],
  control: Control,
): Promise<void> {
  const active = sets.filter(({ spec }) => spec.replicas > 0)
  const target = active.at(-1) ?? newestOf(deployment, sets)
  if (target === undefined) return
  const others = active.filter((set) => set !== target).reduce((sum, set) => sum + set.spec.replicas, 0)
  await scaleSet(deployment, { set: target, to: Math.max(0, deployment.spec.replicas - others) }, control)
}

async function scaleSet(
  deployment: Deployment,
  { set, to }: { set: ReplicaSet; to: number },
  control: Control,
): Promise<void> {
  const annotations = { ...set.metadata.annotations, ...sizes(deployment) }
  const from = set.spec.replicas
  if (from === to && equal(annotations, set.metadata.annotations)) return
  await control.writes.update(set, (draft) => {
    draft.metadata.annotations = { ...draft.metadata.annotations, ...sizes(deployment) }
    draft['spec'] = { ...set.spec, replicas: to, minReadySeconds: deployment.spec.minReadySeconds }
  })
  if (from !== to) await recordScaling(deployment, { name: set.metadata.name, from, to }, control)
}

async function recordScaling(
  deployment: Deployment,
  { name, from, to }: { name: string; from: number; to: number },
  control: Control,
): Promise<void> {
  const direction = to > from ? 'up' : 'down'
  const message = `Scaled ${direction} replica set ${name} from ${from} to ${to}`
  await recordEvent(control, deployment, {
    source: { component },
    fact: { type: 'Normal', reason: 'ScalingReplicaSet', message },
  })
}

async function pruneHistory(
  deployment: Deployment,
  old: readonly ReplicaSet[],
  { writes }: Control,
): Promise<void> {
  const limit = deployment.spec.revisionHistoryLimit ?? 10
  const idle = old.filter((set) => set.spec.replicas === 0 && set.status.replicas === 0 && !isDeleting(set))
  for (const set of idle.slice(0, Math.max(0, idle.length - limit))) await writes.delete(set)
}
