import { invalidValue } from '../errors/field-errors.ts'
import { invalid } from '../errors/status-error.ts'
import { equal, listOf, objectOf, objectsOf, stringOf, type JsonObject } from '../json.ts'
import type { KubeObject } from '../storage/object.ts'
import { setDefaults, setDefaultsIfPresent, specOf } from './default-fields.ts'
import { allocationsIn, type ServiceAllocations } from './service-allocations.ts'
import { serviceChangeErrors, serviceErrors } from './service-errors.ts'
import { assignAddedNodePorts, assignNodePorts, isExternal, keepNodePorts } from './service-node-ports.ts'
import type { Strategy } from './strategy.ts'

const addressFields = ['clusterIP', 'clusterIPs', 'ipFamilies', 'ipFamilyPolicy']

export const service: Strategy = {
  nameRule: 'label',
  defaults(object) {
    const spec = specOf(object)
    setDefaults(spec, { sessionAffinity: 'None', type: 'ClusterIP' })
    for (const port of objectsOf(spec['ports'])) {
      setDefaults(port, { protocol: 'TCP' })
      if (port['targetPort'] === undefined && port['port'] !== undefined) port['targetPort'] = port['port']
    }
    if (spec['sessionAffinity'] === 'ClientIP') {
      spec['sessionAffinityConfig'] = objectOf(spec['sessionAffinityConfig'])
      setDefaultsIfPresent(spec, 'sessionAffinityConfig', { clientIP: { timeoutSeconds: 10_800 } })
    }
    if (spec['type'] !== 'ExternalName') setDefaults(spec, { internalTrafficPolicy: 'Cluster' })
    if (isExternal(spec)) setDefaults(spec, { externalTrafficPolicy: 'Cluster' })
    if (spec['type'] === 'LoadBalancer') setDefaults(spec, { allocateLoadBalancerNodePorts: true })
  },
  prepareCreate(object, context) {
    object['status'] = { loadBalancer: {} }
    const allocations = allocationsIn(context.store)
    assignAddress(object, allocations)
    assignNodePorts(object, allocations)
  },
  prepareUpdate(object, old, context) {
    keepUnchanged(object, old)
    const allocations = allocationsIn(context.store)
    assignAddress(object, allocations)
    assignAddedNodePorts(object, old, allocations)
  },
  validate: (object) => serviceErrors(objectOf(object['spec'])),
  validateUpdate: (object, old) => serviceChangeErrors(objectOf(object['spec']), objectOf(old['spec'])),
}

/** Keeps the addresses that an update omits, and removes fields that its type does not have, if the user did not change them. */
function keepUnchanged(object: KubeObject, old: KubeObject): void {
  const [next, before] = [specOf(object), objectOf(old['spec'])]
  if (next['type'] === 'ExternalName') dropSame(next, before, addressFields)
  else if (before['type'] !== 'ExternalName')
    for (const key of addressFields)
      if (next[key] === undefined && before[key] !== undefined) next[key] = before[key]
  keepNodePorts(next, before)
  if (!isExternal(next)) dropSame(next, before, ['externalTrafficPolicy'])
  if (next['type'] === 'LoadBalancer') return
  dropSame(next, before, ['allocateLoadBalancerNodePorts', 'loadBalancerClass'])
  object['status'] = { ...objectOf(object['status']), loadBalancer: {} }
}

function dropSame(next: JsonObject, before: JsonObject, fields: readonly string[]): void {
  for (const key of fields) if (equal(next[key], before[key])) delete next[key]
}

function assignAddress(object: KubeObject, allocations: ServiceAllocations): void {
  const spec = specOf(object)
  if (spec['type'] === 'ExternalName') return
  const given = stringOf(listOf(spec['clusterIPs'])[0]) || stringOf(spec['clusterIP'])
  if (given !== '' && given !== 'None' && allocations.hasAddress(given, object))
    throw invalid({ group: '', kind: 'Service' }, object.metadata.name, [
      invalidValue(
        'spec.clusterIPs',
        [given],
        `failed to allocate IP ${given}: provided IP is already allocated`,
      ),
    ])
  const address = given === '' ? allocations.freeAddress() : given
  spec['clusterIP'] ??= address
  spec['clusterIPs'] ??= [address]
  // A headless service without a selector may have addresses of either family.
  const isOpen = spec['clusterIP'] === 'None' && spec['selector'] === undefined
  setDefaults(
    spec,
    isOpen
      ? { ipFamilies: ['IPv4', 'IPv6'], ipFamilyPolicy: 'RequireDualStack' }
      : { ipFamilies: ['IPv4'], ipFamilyPolicy: 'SingleStack' },
  )
}
