import { forbidden } from '../api/status-error.ts'
import type { ClusterContext } from '../context.ts'
import { at, childOf } from '../json.ts'
import type { Target, WriteOptions } from '../operations/target.ts'
import { storageKey } from '../resources/registry.ts'
import type { KubeObject } from '../storage/object.ts'
import { checkLimits } from './limit-ranges.ts'
import { requireNamespace } from './namespace.ts'
import { addTolerations, admitPod } from './pods.ts'
import { checkQuota } from './quota.ts'
import { defaultStorageClass } from './storage-class.ts'

/** What happens to every new object between reading and validating it: changed in place, or refused. */
export async function admitCreate(
  context: ClusterContext,
  target: Target,
  { object }: { object: KubeObject; options: WriteOptions },
): Promise<void> {
  const { resource, namespace } = target
  if (resource.namespaced) {
    checkNamespace(context, target, object)
    object.metadata.namespace = namespace
  }
  admitKind(context, storageKey(resource), object)
  if (!resource.namespaced) return
  checkLimits(context, resource, object)
  checkQuota(context, resource, object)
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
  _context: ClusterContext,
  target: Target,
  { object }: { object: KubeObject; old: KubeObject; options: WriteOptions },
): Promise<void> {
  if (storageKey(target.resource) === 'pods' && target.subresource === '')
    addTolerations(childOf(object, 'spec'))
}

export async function admitDelete(
  _context: ClusterContext,
  { resource, name }: Target,
  _change: { old: KubeObject; options: Pick<WriteOptions, 'actor' | 'dryRun'> },
): Promise<void> {
  if (resource.group === '' && resource.plural === 'namespaces' && protectedNamespaces.has(name))
    throw forbidden(resource, name, { message: 'this namespace may not be deleted' })
}

const protectedNamespaces = new Set(['default', 'kube-system', 'kube-public'])
