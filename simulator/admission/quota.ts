import type { ClusterContext } from '../context.ts'
import { forbidden } from '../errors/status-error.ts'
import { at, objectOf, objectsOf, own, stringOf } from '../json.ts'
import { storageKey } from '../resources/registry.ts'
import type { Resource } from '../resources/resource.ts'
import { addQuantities, compareQuantities, parseQuantity } from '../schema/quantity.ts'
import type { KubeObject } from '../storage/object.ts'

const countNames: Readonly<Record<string, string>> = {
  pods: 'pods',
  services: 'services',
  secrets: 'secrets',
  configmaps: 'configmaps',
  persistentvolumeclaims: 'persistentvolumeclaims',
  replicationcontrollers: 'replicationcontrollers',
  resourcequotas: 'resourcequotas',
}

/** Returns the usage of one name of a quota by one object: `pods`, `requests.cpu`, `count/deployments.apps`. */
function shareOf(key: string, object: KubeObject, name: string): string {
  if (name === `count/${key}` || own(countNames, name) === key)
    return key === 'pods' && isFinished(object) ? '0' : '1'
  if (key === 'services') {
    const type = at(object, 'spec', 'type')
    if (name === 'services.loadbalancers') return type === 'LoadBalancer' ? '1' : '0'
    if (name === 'services.nodeports')
      return type === 'LoadBalancer' || type === 'NodePort'
        ? String(objectsOf(at(object, 'spec', 'ports')).length)
        : '0'
  }
  if (key === 'persistentvolumeclaims' && name === 'requests.storage')
    return stringOf(at(object, 'spec', 'resources', 'requests', 'storage')) || '0'
  if (key !== 'pods' || isFinished(object)) return '0'
  const [kind, resource] = name.includes('.') ? splitOnce(name) : ['requests', name]
  if (kind !== 'requests' && kind !== 'limits') return '0'
  return objectsOf(at(object, 'spec', 'containers'))
    .map((container) => stringOf(at(container, 'resources', kind, resource)) || '0')
    .reduce(addQuantities, '0')
}

function splitOnce(name: string): [string, string] {
  const dot = name.indexOf('.')
  return [name.slice(0, dot), name.slice(dot + 1)]
}

function isFinished(object: KubeObject): boolean {
  const phase = at(object, 'status', 'phase')
  return phase === 'Succeeded' || phase === 'Failed'
}

/** Returns the usage of a name of the quota in its namespace. */
export function usageOf({ store, registry }: ClusterContext, quota: KubeObject, name: string): string {
  const keys = new Set(registry.all().map(storageKey))
  let sum = '0'
  for (const key of keys) {
    if (!concerns(key, name)) continue
    for (const object of store.list(key, quota.metadata.namespace))
      sum = addQuantities(sum, shareOf(key, object, name))
  }
  return sum
}

function concerns(key: string, name: string): boolean {
  if (name.startsWith('count/')) return name === `count/${key}`
  const counted = own(countNames, name)
  if (counted !== undefined) return counted === key
  if (name.startsWith('services.')) return key === 'services'
  return name === 'requests.storage' ? key === 'persistentvolumeclaims' : key === 'pods'
}

/** Thrown Forbidden: if the new object would exceed a quota of its namespace. */
export function checkQuota(context: ClusterContext, resource: Resource, object: KubeObject): void {
  const key = storageKey(resource)
  for (const quota of context.store.list('resourcequotas', object.metadata.namespace)) {
    const hard = objectOf(at(quota, 'spec', 'hard'))
    if (key === 'pods') checkSpecified(quota, object, Object.keys(hard))
    const exceeded = Object.entries(hard).flatMap(([name, limit]) => {
      const share = concerns(key, name) ? shareOf(key, object, name) : '0'
      if ((parseQuantity(share)?.nanos ?? 0n) === 0n) return []
      const used = usageOf(context, quota, name)
      return compareQuantities(addQuantities(used, share), stringOf(limit)) > 0
        ? [{ name, share, used, limit: stringOf(limit) }]
        : []
    })
    if (exceeded.length === 0) continue
    const format = (field: 'share' | 'used' | 'limit') =>
      exceeded.map((each) => `${each.name}=${each[field]}`).join(',')
    throw forbidden(resource, object.metadata.name, {
      message: `exceeded quota: ${quota.metadata.name}, requested: ${format('share')}, used: ${format('used')}, limited: ${format('limit')}`,
    })
  }
}

/** Requires every container to set what a quota counts. */
function checkSpecified(quota: KubeObject, pod: KubeObject, names: readonly string[]): void {
  const missing = names
    .filter((name) => /^(cpu|memory|(requests|limits)\.(cpu|memory))$/.test(name))
    .sort()
    .flatMap((name) => {
      const [kind, resource] = name.includes('.') ? splitOnce(name) : ['requests', name]
      const incomplete = objectsOf(at(pod, 'spec', 'containers')).filter(
        (container) => at(container, 'resources', kind, resource) === undefined,
      )
      return incomplete.length === 0
        ? []
        : [`${name} for: ${incomplete.map((container) => stringOf(container['name'])).join(',')}`]
    })
  if (missing.length > 0)
    throw forbidden({ group: '', plural: 'pods' }, pod.metadata.name, {
      message: `failed quota: ${quota.metadata.name}: must specify ${missing.join('; ')}`,
    })
}
