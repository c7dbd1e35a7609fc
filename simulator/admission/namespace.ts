import type { ClusterContext } from '../context.ts'
import { notFound } from '../errors/status-error.ts'
import type { KubeObject } from '../storage/object.ts'

/** Returns the namespace of a request. Thrown NotFound: if it does not exist. */
export function requireNamespace(context: ClusterContext, namespace: string): KubeObject {
  const found = context.store.get({ resource: 'namespaces', namespace: '', name: namespace })
  if (found === undefined) throw notFound({ group: '', plural: 'namespaces' }, namespace)
  return found
}
