import type { ClusterContext } from '../context.ts'
import { listOf, objectsOf, stringsOf, type JsonObject } from '../json.ts'
import { matchesSelector } from '../selectors/selectors.ts'
import type { KubeObject } from '../storage/object.ts'
import { stringMap } from '../strategy/labels.ts'
import type { Target } from '../target.ts'

export type Operation = 'CREATE' | 'UPDATE' | 'DELETE'

/** A write as webhooks see it. */
export interface Admitted {
  target: Target
  operation: Operation
  /** The new object; undefined for a deletion. */
  object?: KubeObject | undefined
  /** The old object; undefined for a creation. */
  old?: KubeObject | undefined
}

/** Reports whether a webhook is to be called: by its rules, and by the labels of the object and of its namespace. */
export function isConcerned(context: ClusterContext, webhook: JsonObject, admitted: Admitted): boolean {
  const { target } = admitted
  // A webhook could prevent the repair of its own configuration.
  if (target.resource.group === 'admissionregistration.k8s.io') return false
  if (!objectsOf(webhook['rules']).some((rule) => matchesRule(rule, admitted))) return false
  const labelled = [admitted.object, admitted.old].filter((each) => each !== undefined)
  return (
    matchesNamespace(context, webhook, admitted) &&
    labelled.some(({ metadata }) => matchesSelector(webhook['objectSelector'], stringMap(metadata.labels)))
  )
}

function matchesRule(rule: JsonObject, { target, operation }: Admitted): boolean {
  const { resource, subresource } = target
  const scope = resource.namespaced ? 'Namespaced' : 'Cluster'
  return (
    includes(rule['operations'], operation) &&
    includes(rule['apiGroups'], resource.group) &&
    includes(rule['apiVersions'], resource.version) &&
    (rule['scope'] === '*' || rule['scope'] === scope) &&
    stringsOf(rule['resources']).some((pattern) => matchesResource(pattern, resource.plural, subresource))
  )
}

function includes(list: unknown, value: string): boolean {
  return listOf(list).includes('*') || listOf(list).includes(value)
}

/** Matches patterns such as `deployments`, `deployments/status`, `*`, or `*` on one side of the slash. */
function matchesResource(pattern: string, plural: string, subresource: string): boolean {
  const [resource, part = ''] = pattern.split('/')
  return (resource === '*' || resource === plural) && (part === '*' || part === subresource)
}

/** Matches the namespace selector: a namespace by its own labels, any other cluster-scoped object always. */
function matchesNamespace(
  { store }: ClusterContext,
  webhook: JsonObject,
  { target, object, old }: Admitted,
): boolean {
  const { resource, namespace } = target
  const isNamespace = resource.group === '' && resource.plural === 'namespaces'
  if (!resource.namespaced && !isNamespace) return true
  const found = isNamespace
    ? (object ?? old)
    : store.get({ resource: 'namespaces', namespace: '', name: namespace })
  return matchesSelector(webhook['namespaceSelector'], stringMap(found?.metadata.labels))
}
