import { forbidden } from '../api/status-error.ts'
import type { ClusterContext } from '../context.ts'
import { at } from '../json.ts'
import { requireNamespace } from './namespace.ts'
import type { Target, WriteOptions } from '../operations/target.ts'
import type { KubeObject } from '../storage/object.ts'

/** What happens to every new object between reading and validating it: in place, or refused. */
export async function admitCreate(
  context: ClusterContext,
  target: Target,
  { object }: { object: KubeObject; options: WriteOptions },
): Promise<void> {
  const { resource, namespace } = target
  if (!resource.namespaced) return
  const found = requireNamespace(context, namespace)
  const isTerminating = at(found, 'status', 'phase') === 'Terminating'
  if (isTerminating && resource.plural !== 'localsubjectaccessreviews')
    throw forbidden(resource, object.metadata.name, {
      message: `unable to create new content in namespace ${namespace} because it is being terminated`,
      causes: [{ reason: 'NamespaceTerminating', message: `namespace ${namespace} is being terminated`, field: 'metadata.namespace' }],
    })
}

export async function admitUpdate(
  _context: ClusterContext,
  _target: Target,
  _change: { object: KubeObject; old: KubeObject; options: WriteOptions },
): Promise<void> {}

export async function admitDelete(
  _context: ClusterContext,
  { resource, name }: Target,
  _change: { old: KubeObject; options: Pick<WriteOptions, 'actor' | 'dryRun'> },
): Promise<void> {
  if (resource.group === '' && resource.plural === 'namespaces' && protectedNamespaces.has(name))
    throw forbidden(resource, name, { message: 'this namespace may not be deleted' })
}

const protectedNamespaces = new Set(['default', 'kube-system', 'kube-public'])
