import type { ClusterContext } from '../context.ts'
import { clone, equal, type JsonObject } from '../json.ts'
import type { Pod, StatefulSet } from '../objects/kinds.ts'
import { getKind, listOwned } from '../objects/stored.ts'
import {
  controllerReference,
  isDeleting,
  itself,
  keyOf,
  ownerOf,
  splitKey,
  type Control,
  type Controller,
} from './controller.ts'
import { recordEvent } from './events.ts'
import { availableIn, hasEnded, isReady } from './pods.ts'
import { withoutZeros } from './replica-sets.ts'
import { ensureRevision, revisionLabel, templateOfRevision, truncateRevisions } from './revisions.ts'

const component = 'statefulset-controller'

/** Maintains numbered pods, each with its own claims, one after the other. */
export const statefulSetController: Controller = {
  name: 'statefulset',
  watches: { 'statefulsets.apps': itself, pods: ownerOf('StatefulSet') },
  async reconcile(key, control) {
    const set = getKind(control.context.store, 'statefulsets.apps', splitKey(key))
    if (set === undefined || isDeleting(set)) return
    const { name: revision } = await ensureRevision(set, 'controller.kubernetes.io/hash', control)
    const settled = set.status.currentRevision ?? revision
    await move(set, { update: revision, current: settled }, control)
    await report(set, { update: revision, current: settled }, control)
    const used = new Set([
      revision,
      settled,
      ...podsOf(set, control.context).map((pod) => revisionOf(set, pod)),
    ])
    await truncateRevisions(set, ({ metadata }) => used.has(metadata.name), control)
  },
}

interface Revisions {
  update: string
  current: string
}

export function ordinalOf(set: StatefulSet, { metadata }: Pod): number {
  return Number(metadata.name.slice(set.metadata.name.length + 1))
}

function podsOf(set: StatefulSet, { store }: ClusterContext): Pod[] {
  return listOwned(store, 'pods', set).sort((a, b) => ordinalOf(set, a) - ordinalOf(set, b))
}

/** Takes one step at a time, in order, unless the set manages its pods in parallel. */
async function move(set: StatefulSet, revisions: Revisions, control: Control): Promise<void> {
  const start = set.spec.ordinals?.start ?? 0
  const isParallel = set.spec.podManagementPolicy === 'Parallel'
  const pods = podsOf(set, control.context)
  const byOrdinal = new Map(pods.map((pod) => [ordinalOf(set, pod), pod] as const))
  for (let ordinal = start; ordinal < start + set.spec.replicas; ordinal++) {
    const pod = byOrdinal.get(ordinal)
    if (pod === undefined) {
      await createOrdinal(set, ordinal, { revisions, control })
      if (!isParallel) return
    } else if (hasEnded(pod) && !isDeleting(pod)) {
      await control.writes.delete(pod)
      if (!isParallel) return
    } else if (!isParallel && (isDeleting(pod) || !isAvailable(set, pod, control))) return
  }
  const surplus = pods
    .filter((pod) => ordinalOf(set, pod) >= start + set.spec.replicas || ordinalOf(set, pod) < start)
    .reverse()
  for (const pod of surplus) {
    if (!isDeleting(pod)) await removePod(set, pod, control)
    if (!isParallel) return
  }
  await update(set, byOrdinal, { revisions, control })
}

function isAvailable(set: StatefulSet, pod: Pod, control: Control): boolean {
  const wait = availableIn(pod, set.spec.minReadySeconds ?? 0, control.context.now())
  if (wait !== undefined && wait > 0) control.enqueueAfter(keyOf(set), wait)
  return wait === 0
}

async function removePod(set: StatefulSet, pod: Pod, control: Control): Promise<void> {
  await control.writes.delete(pod)
  const message = `Delete Pod ${pod.metadata.name} in StatefulSet ${set.metadata.name} successful`
  await recordEvent(control, set, {
    source: { component },
    fact: { type: 'Normal', reason: 'SuccessfulDelete', message },
  })
}

/** Replaces pods of an old revision from the last to the first, down to the partition. */
async function update(
  set: StatefulSet,
  pods: ReadonlyMap<number, Pod>,
  { revisions, control }: { revisions: Revisions; control: Control },
): Promise<void> {
  if (set.spec.updateStrategy.type === 'OnDelete') return
  const start = set.spec.ordinals?.start ?? 0
  const partition = set.spec.updateStrategy.rollingUpdate?.partition ?? 0
  for (let ordinal = start + set.spec.replicas - 1; ordinal >= Math.max(start, partition); ordinal--) {
    const pod = pods.get(ordinal)
    if (pod === undefined) return
    if (revisionOf(set, pod) !== revisions.update && !isDeleting(pod)) {
      await removePod(set, pod, control)
      return
    }
    if (isDeleting(pod) || !isAvailable(set, pod, control)) return
  }
}

function revisionOf(set: StatefulSet, { metadata }: Pod): string {
  const label = metadata.labels?.[revisionLabel] ?? ''
  // The label has the full name of the revision.
  return label.startsWith(set.metadata.name) ? label : `${set.metadata.name}-${label}`
}

async function createOrdinal(
  set: StatefulSet,
  ordinal: number,
  { revisions, control }: { revisions: Revisions; control: Control },
): Promise<void> {
  const { metadata, spec } = set
  const partition = spec.updateStrategy.rollingUpdate?.partition ?? 0
  const revision =
    spec.updateStrategy.type === 'RollingUpdate' && ordinal < partition ? revisions.current : revisions.update
  const template = templateOfRevision(set, revision, control)
  const name = `${metadata.name}-${ordinal}`
  const claims = await ensureClaims(set, name, control)
  const volumes = [
    ...(template.spec.volumes ?? []).filter(
      (volume) => !claims.some((claim) => claim['name'] === volume['name']),
    ),
    ...claims,
  ]
  const { labels, annotations } = template.metadata
  await control.writes.create({
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: {
      name,
      generateName: `${metadata.name}-`,
      namespace: metadata.namespace,
      labels: {
        ...labels,
        'apps.kubernetes.io/pod-index': String(ordinal),
        [revisionLabel]: revision,
        'statefulset.kubernetes.io/pod-name': name,
      },
      annotations: annotations === undefined ? undefined : { ...annotations },
      ownerReferences: [controllerReference(set)],
    },
    spec: {
      ...clone(template.spec),
      hostname: name,
      subdomain: spec.serviceName === '' ? undefined : spec.serviceName,
      volumes,
    },
  })
  const message = `Create Pod ${name} in StatefulSet ${metadata.name} successful`
  await recordEvent(control, set, {
    source: { component },
    fact: { type: 'Normal', reason: 'SuccessfulCreate', message },
  })
}

async function ensureClaims(set: StatefulSet, podName: string, control: Control): Promise<JsonObject[]> {
  const { namespace } = set.metadata
  const volumes: JsonObject[] = []
  for (const template of set.spec.volumeClaimTemplates ?? []) {
    const name = `${template.metadata.name}-${podName}`
    volumes.push({ name: template.metadata.name, persistentVolumeClaim: { claimName: name } })
    if (
      control.context.store.get({ resource: 'persistentvolumeclaims', namespace: namespace ?? '', name }) !==
      undefined
    )
      continue
    await control.writes.create({
      apiVersion: 'v1',
      kind: 'PersistentVolumeClaim',
      metadata: {
        name,
        namespace,
        labels: { ...template.metadata.labels, ...set.spec.selector.matchLabels },
        annotations: template.metadata.annotations,
        ...(set.spec.persistentVolumeClaimRetentionPolicy?.whenDeleted === 'Delete'
          ? { ownerReferences: [controllerReference(set)] }
          : {}),
      },
      spec: clone(template['spec']),
    })
    const message = `Create Claim ${name} Pod ${podName} in StatefulSet ${set.metadata.name} success`
    await recordEvent(control, set, {
      source: { component },
      fact: { type: 'Normal', reason: 'SuccessfulCreate', message },
    })
  }
  return volumes
}

async function report(set: StatefulSet, { update, current }: Revisions, control: Control): Promise<void> {
  const { context, writes } = control
  const pods = podsOf(set, context)
  const live = pods.filter((pod) => !isDeleting(pod))
  const updated = live.filter((pod) => revisionOf(set, pod) === update)
  const isDone =
    updated.length === set.spec.replicas && pods.length === set.spec.replicas && updated.every(isReady)
  const settled = isDone ? update : current
  const status = {
    replicas: pods.length,
    readyReplicas: pods.filter(isReady).length,
    availableReplicas: pods.filter(
      (pod) => availableIn(pod, set.spec.minReadySeconds ?? 0, context.now()) === 0,
    ).length,
    currentReplicas: live.filter((pod) => revisionOf(set, pod) === settled).length,
    updatedReplicas: updated.length,
    currentRevision: settled,
    updateRevision: update,
    observedGeneration: set.metadata.generation,
    collisionCount: set.status.collisionCount ?? 0,
  }
  if (!equal(withoutZeros(set.status), withoutZeros(status)))
    await writes.updateStatus(set, (draft) => {
      draft['status'] = status
    })
}
