import { isRecord } from '../../schema/manifests.ts'
import type { ResourceNode } from '../../schema/cluster-queries.ts'
import type { KubeObject } from '../kube/client/client.ts'
import { healthOf } from '../kube/health/health.ts'
import type { InventoryEntry } from '../kube/apply/inventory.ts'
import { problemOf } from '../kube/health/pods.ts'
import { ownerOf } from './owner-chains.ts'

/**
 * Returns the resources of an inventory in their order, each followed by its dependents, down to the pods.
 *
 * @param objects The listed objects of each runtime.
 */
export function treeNodes(
  entries: readonly InventoryEntry[],
  objects: ReadonlyMap<string, readonly KubeObject[]>,
): ResourceNode[] {
  const nodes: ResourceNode[] = []
  for (const [runtimeId, own] of Map.groupBy(entries, (entry) => entry.runtimeId)) {
    const live = objects.get(runtimeId) ?? []
    const children = Map.groupBy(live, (object) => ownerOf(object)?.uid ?? '')
    const add = (object: KubeObject, parentId: string | undefined): void => {
      const node = nodeOf(object, { runtimeId, parentId })
      nodes.push(node)
      const owned = (children.get(object.metadata.uid ?? '') ?? []).filter(isShown).sort(inOrder)
      for (const child of owned) add(child, node.id)
    }
    for (const entry of own) {
      const object = live.find((each) => isOf(entry, each))
      if (object === undefined) nodes.push(missingNode(entry))
      else add(object, undefined)
    }
  }
  return nodes
}

/** Reports whether an object is shown. Empty ReplicaSets, which Deployments retain for rollbacks, are not. */
function isShown({ kind, ...object }: KubeObject): boolean {
  if (kind !== 'ReplicaSet') return true
  const [spec, status] = [object['spec'], object['status']].map((each) => (isRecord(each) ? each : {}))
  return (spec?.['replicas'] ?? 1) !== 0 || (status?.['replicas'] ?? 0) !== 0
}

/** Orders ReplicaSets with the newest first, and other resources by name. */
function inOrder(one: KubeObject, other: KubeObject): number {
  if (one.kind !== other.kind) return one.kind.localeCompare(other.kind)
  const [made, otherMade] = [one, other].map(({ metadata }) => metadata.creationTimestamp ?? '')
  if (one.kind === 'ReplicaSet' && made !== otherMade) return (made ?? '') > (otherMade ?? '') ? -1 : 1
  return one.metadata.name.localeCompare(other.metadata.name)
}

function isOf(entry: InventoryEntry, { apiVersion, kind, metadata }: KubeObject): boolean {
  return (
    kind === entry.kind &&
    metadata.name === entry.name &&
    (metadata.namespace ?? '') === entry.namespace &&
    groupOfVersion(apiVersion) === entry.group
  )
}

function groupOfVersion(apiVersion: string): string {
  return apiVersion.includes('/') ? apiVersion.slice(0, apiVersion.indexOf('/')) : ''
}

/** The most characters of a health message, so that a part of a tree fits into a message of the broker. */
const maxMessageLength = 500

function nodeOf(
  object: KubeObject,
  { runtimeId, parentId }: { runtimeId: string; parentId: string | undefined },
): ResourceNode {
  const { apiVersion, kind, metadata } = object
  const group = groupOfVersion(apiVersion)
  // Without the name of the pod, which the tree shows already.
  const trouble = kind === 'Pod' ? problemOf(object, Date.now()) : undefined
  const { state, reason, message } = trouble
    ? { ...trouble.health, message: trouble.message }
    : healthOf(object)
  const namespace = metadata.namespace ?? ''
  return {
    id: [runtimeId, group, kind, namespace, metadata.name].join('/'),
    ...(parentId === undefined ? {} : { parentId }),
    runtimeId,
    group,
    version: apiVersion.slice(apiVersion.indexOf('/') + 1),
    kind,
    namespace,
    name: metadata.name,
    // Its owner may try again, the pod will not.
    health: kind === 'Pod' && phaseOf(object) === 'Failed' ? 'failed' : state,
    reason,
    message: message.slice(0, maxMessageLength),
    ...(metadata.creationTimestamp === undefined ? {} : { createdAt: metadata.creationTimestamp }),
  }
}

function phaseOf({ status }: KubeObject & { status?: unknown }): unknown {
  return isRecord(status) ? status['phase'] : undefined
}

function missingNode({
  runtimeId,
  group,
  version,
  kind,
  namespace,
  name,
  uid,
}: InventoryEntry): ResourceNode {
  const message = uid == null ? 'has not been created yet' : 'no longer exists in the cluster'
  return {
    id: [runtimeId, group, kind, namespace, name].join('/'),
    runtimeId,
    group,
    version,
    kind,
    namespace,
    name,
    health: 'missing',
    reason: 'Missing',
    message,
  }
}
