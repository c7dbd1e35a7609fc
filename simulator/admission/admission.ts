import type { ClusterContext } from '../context.ts'
import { forbidden } from '../errors/status-error.ts'
import { at, childOf } from '../json.ts'
import { storageKey } from '../resources/registry.ts'
import type { KubeObject } from '../storage/object.ts'
import type { Target, WriteOptions } from '../target.ts'
import { checkLimits } from './limit-ranges.ts'
import { requireNamespace } from './namespace.ts'
import { addTolerations, admitPod } from './pods.ts'
import { checkQuota } from './quota.ts'
import { defaultStorageClass } from './storage-class.ts'
import { mutateByWebhooks, validateByWebhooks } from './webhooks.ts'

/** Admits a new object between decoding and validation: changes it in place, or refuses it. */
export async function admitCreate(
  context: ClusterContext,
  target: Target,
  { object, options }: { object: KubeObject; options: WriteOptions },
): Promise<void> {
  const { resource, namespace } = target
  if (resource.namespaced) {
    checkNamespace(context, target, object)
    object.metadata.namespace = namespace
  }
  admitKind(context, storageKey(resource), object)
  await mutateByWebhooks(context, { target, operation: 'CREATE', object }, options)
  if (!resource.namespaced) return
  checkLimits(context, resource, object)
}

function checkNamespace(context: ClusterContext, { resource, namespace }: Target, object: KubeObject): void {
  const found = requireNamespace(context, namespace)
  if (at(found, 'status', 'phase') !== 'Terminating') return
  throw forbidden(resource, object.metadata.name, {
    message: `unable to create new content in namespace ${namespace} because it is being terminated`,
    causes: [
      {
        reason: 'NamespaceTerminating',
        message: `namespace ${namespace} is being terminated`,
        field: 'metadata.namespace',
      },
    ],
  })
}

function admitKind(context: ClusterContext, key: string, object: KubeObject): void {
  const { metadata } = object
  if (key === 'pods') admitPod(context, object, metadata.namespace ?? '')
  if (key === 'persistentvolumeclaims') {
    addFinalizer(object, 'kubernetes.io/pvc-protection')
    const spec = childOf(object, 'spec')
    const found = defaultStorageClass(context.store.list('storageclasses.storage.k8s.io'))
    if (spec['storageClassName'] === undefined && found !== undefined) spec['storageClassName'] = found
  }
  if (key === 'persistentvolumes') addFinalizer(object, 'kubernetes.io/pv-protection')
  if (key === 'ingresses.networking.k8s.io') {
    const isDefault = (each: KubeObject) =>
      each.metadata.annotations?.['ingressclass.kubernetes.io/is-default-class'] === 'true'
    const found = context.store.list('ingressclasses.networking.k8s.io').find(isDefault)
    const spec = childOf(object, 'spec')
    if (spec['ingressClassName'] === undefined && found !== undefined)
      spec['ingressClassName'] = found.metadata.name
  }
}

function addFinalizer({ metadata }: KubeObject, finalizer: string): void {
  if (!(metadata.finalizers ?? []).includes(finalizer))
    metadata.finalizers = [...(metadata.finalizers ?? []), finalizer]
}

export async function admitUpdate(
  context: ClusterContext,
  target: Target,
  { object, old, options }: { object: KubeObject; old: KubeObject; options: WriteOptions },
): Promise<void> {
  if (storageKey(target.resource) === 'pods' && target.subresource === '')
    addTolerations(childOf(object, 'spec'))
  await mutateByWebhooks(context, { target, operation: 'UPDATE', object, old }, options)
}

/** Admits a valid object before it is written. */
export async function admitValid(
  context: ClusterContext,
  target: Target,
  { object, old, options }: { object: KubeObject; old?: KubeObject; options: WriteOptions },
): Promise<void> {
  const operation = old === undefined ? 'CREATE' : 'UPDATE'
  await validateByWebhooks(context, { target, operation, object, old }, options)
  // No other write may come between counting and writing.
  if (old === undefined && target.resource.namespaced) checkQuota(context, target.resource, object)
}

export async function admitDelete(
  context: ClusterContext,
  target: Target,
  { old, options }: { old: KubeObject; options: Pick<WriteOptions, 'actor' | 'dryRun'> },
): Promise<void> {
  const { resource, name } = target
  if (resource.group === '' && resource.plural === 'namespaces' && protectedNamespaces.has(name))
    throw forbidden(resource, name, { message: 'this namespace may not be deleted' })
  await validateByWebhooks(context, { target, operation: 'DELETE', old }, options)
}

const protectedNamespaces = new Set(['default', 'kube-system', 'kube-public'])
