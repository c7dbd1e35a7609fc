import { timestamp } from '../context.ts'
import { hasReason } from '../errors/status-error.ts'
import { at, listOf, objectOf, stringsOf } from '../json.ts'
import { withCondition } from '../objects/conditions.ts'
import type { Condition } from '../objects/kinds.ts'
import { getKind } from '../objects/stored.ts'
import { namespaceFinalizer } from '../operations/system.ts'
import { storageKey } from '../resources/registry.ts'
import type { StoreEvent } from '../storage/history.ts'
import type { KubeObject } from '../storage/object.ts'
import { isDeleting, type Control, type Controller } from './controller.ts'

/** Gives every namespace its service account and CA, and empties those that are being deleted. */
export const namespaceController: Controller = {
  name: 'namespace',
  watches: {
    namespaces: ({ object }) => [object.metadata.name],
    serviceaccounts: namespaceOfDeleted,
    configmaps: namespaceOfDeleted,
  },
  async reconcile(name, control) {
    const namespace = getKind(control.context.store, 'namespaces', { namespace: '', name })
    if (namespace === undefined) return
    if (isDeleting(namespace)) await empty(namespace, control)
    else await furnish(name, control)
  },
}

function namespaceOfDeleted({ type, object }: StoreEvent): string[] {
  return type === 'DELETED' && furniture.has(object.metadata.name) ? [object.metadata.namespace ?? ''] : []
}

const rootCa = 'kube-root-ca.crt'
const furniture = new Set([rootCa, 'default'])
const description =
  'Contains a CA bundle that can be used to verify the kube-apiserver when using internal endpoints such as the internal service IP or kubernetes.default.svc. No other usage is guaranteed across distributions of Kubernetes clusters.'

async function furnish(namespace: string, { context, writes }: Control): Promise<void> {
  const { store, ca } = context
  if (store.get({ resource: 'serviceaccounts', namespace, name: 'default' }) === undefined)
    await writes.create({
      apiVersion: 'v1',
      kind: 'ServiceAccount',
      metadata: { name: 'default', namespace },
    })
  if (store.get({ resource: 'configmaps', namespace, name: rootCa }) === undefined)
    await writes.create({
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { name: rootCa, namespace, annotations: { 'kubernetes.io/description': description } },
      data: { 'ca.crt': ca },
    })
}

async function empty(namespace: KubeObject, control: Control): Promise<void> {
  const { context, writes } = control
  if (!stringsOf(at(namespace, 'spec', 'finalizers')).includes(namespaceFinalizer)) return
  const { name } = namespace.metadata
  const remaining = contentOf(name, control)
  // Pods first: other content is deleted while they shut down, as namespaces are emptied in order.
  for (const object of remaining.filter((each) => !isDeleting(each))) {
    try {
      await writes.delete(object, { propagation: 'Background' })
    } catch (error) {
      if (!hasReason(error, 'NotFound', 'Conflict')) throw error
    }
  }
  const left = contentOf(name, control)
  const current = getKind(context.store, 'namespaces', { namespace: '', name })
  if (current === undefined) return
  if (left.length > 0) {
    await writes.updateStatus(current, (draft) => reportRemaining(draft, left, control))
    // Polls, as watching every kind of content would be needed to know when the last object is deleted.
    control.enqueueAfter(name, 50)
    return
  }
  await writes.finalize(current)
}

function contentOf(namespace: string, { context }: Control): KubeObject[] {
  const seen = new Set<string>()
  return context.registry.all().flatMap((resource) => {
    const key = storageKey(resource)
    if (!resource.namespaced || seen.has(key)) return []
    seen.add(key)
    return context.store.count(key, namespace) === 0 ? [] : context.store.list(key, namespace)
  })
}

const quiet: readonly [string, string, string][] = [
  ['NamespaceDeletionDiscoveryFailure', 'ResourcesDiscovered', 'All resources successfully discovered'],
  [
    'NamespaceDeletionGroupVersionParsingFailure',
    'ParsedGroupVersions',
    'All legacy kube types successfully parsed',
  ],
  [
    'NamespaceDeletionContentFailure',
    'ContentDeleted',
    'All content successfully deleted, may be waiting on finalization',
  ],
]

function reportRemaining(draft: KubeObject, left: readonly KubeObject[], { context }: Control): void {
  const now = timestamp(context.now())
  const byResource = countBy(left, (object) => resourceName(object, context))
  const finalizers = countBy(
    left.flatMap((object) => object.metadata.finalizers ?? []),
    (each) => each,
  )
  const conditions: Condition[] = [
    ...quiet.map(([type, reason, message]) => ({ type, status: 'False', reason, message })),
    {
      type: 'NamespaceContentRemaining',
      status: 'True',
      reason: 'SomeResourcesRemain',
      message: `Some resources are remaining: ${byResource.map(([name, count]) => `${name} has ${count} resource instances`).join(', ')}`,
    },
    finalizers.length === 0
      ? {
          type: 'NamespaceFinalizersRemaining',
          status: 'False',
          reason: 'ContentHasNoFinalizers',
          message: 'All content-preserving finalizers finished',
        }
      : {
          type: 'NamespaceFinalizersRemaining',
          status: 'True',
          reason: 'SomeFinalizersRemain',
          message: `Some content in the namespace has finalizers remaining: ${finalizers.map(([name, count]) => `${name} in ${count} resource instances`).join(', ')}`,
        },
  ]
  const status = objectOf(draft['status'])
  // Only withCondition writes the conditions of namespaces.
  let known = listOf(status['conditions']) as Condition[]
  for (const condition of conditions) known = withCondition(known, condition, now)
  draft['status'] = { ...status, conditions: known }
}

function resourceName(object: KubeObject, { registry }: Control['context']): string {
  const resource = registry.findKind(object.apiVersion, object.kind)
  return resource === undefined ? object.kind : `${resource.plural}.${resource.group}`
}

function countBy<T>(items: readonly T[], name: (item: T) => string): [string, number][] {
  const counts = new Map<string, number>()
  for (const item of items) counts.set(name(item), (counts.get(name(item)) ?? 0) + 1)
  return [...counts].sort(([a], [b]) => (a < b ? -1 : 1))
}
