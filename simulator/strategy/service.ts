import { isIPv4 } from 'node:net'
import type { ClusterContext } from '../context.ts'
import {
  duplicate,
  forbiddenField,
  immutable,
  invalidValue,
  required,
  unsupported,
} from '../errors/field-errors.ts'
import { invalid, type FieldError } from '../errors/status-error.ts'
import { equal, listOf, objectOf, objectsOf, stringOf, type Json, type JsonObject } from '../json.ts'
import { nameProblems } from '../schema/names.ts'
import type { KubeObject } from '../storage/object.ts'
import { setDefaults, setDefaultsIfPresent, specOf } from './default-fields.ts'
import { labelErrors, stringMap } from './labels.ts'
import { portErrors, portOrNameErrors, protocols } from './ports.ts'
import { allocationsIn } from './service-allocations.ts'
import type { Strategy } from './strategy.ts'

const types = ['ClusterIP', 'ExternalName', 'LoadBalancer', 'NodePort']

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
    allocate(object, context)
  },
  prepareUpdate(object, old, context) {
    keepAllocations(object, old)
    allocate(object, context)
  },
  validate: (object) => serviceErrors(objectOf(object['spec'])),
  validateUpdate(object, old) {
    const [next, before] = [objectOf(object['spec']), objectOf(old['spec'])]
    return [...addressChanges(next, before), ...balancerChanges(next, before)]
  },
}

const onceSet = 'may not change once set'

function addressChanges(next: JsonObject, before: JsonObject): FieldError[] {
  const isSameKind = next['type'] !== 'ExternalName' && before['type'] !== 'ExternalName'
  if (!isSameKind || equal(next['clusterIP'], before['clusterIP'])) return []
  return [invalidValue('spec.clusterIPs[0]', next['clusterIPs'], onceSet)]
}

function balancerChanges(next: JsonObject, before: JsonObject): FieldError[] {
  if (next['type'] !== 'LoadBalancer' || before['type'] !== 'LoadBalancer') return []
  const { loadBalancerClass, healthCheckNodePort } = next
  const isChecked = needsHealthCheck(next) && needsHealthCheck(before)
  return [
    ...(isChecked && healthCheckNodePort !== before['healthCheckNodePort']
      ? [forbiddenField('spec.healthCheckNodePort', immutable)]
      : []),
    ...(loadBalancerClass === before['loadBalancerClass']
      ? []
      : [invalidValue('spec.loadBalancerClass', loadBalancerClass, onceSet)]),
  ]
}

/** Reports whether a load balancer must probe each node for pods of the service. */
function needsHealthCheck(spec: JsonObject): boolean {
  return spec['type'] === 'LoadBalancer' && spec['externalTrafficPolicy'] === 'Local'
}

function isExternal(spec: JsonObject): boolean {
  return spec['type'] === 'NodePort' || spec['type'] === 'LoadBalancer'
}

/** Keeps the allocated values that an update omits, unless its type does not use them. */
function keepAllocations(object: KubeObject, old: KubeObject): void {
  const [next, before] = [specOf(object), objectOf(old['spec'])]
  if (next['type'] !== 'ExternalName' && before['type'] !== 'ExternalName')
    for (const key of ['clusterIP', 'clusterIPs', 'ipFamilies', 'ipFamilyPolicy']) {
      if (next[key] === undefined && before[key] !== undefined) next[key] = before[key]
    }
  if (next['type'] === 'ExternalName')
    for (const key of ['clusterIP', 'clusterIPs', 'ipFamilies', 'ipFamilyPolicy'])
      if (equal(next[key], before[key])) delete next[key]
  if (needsHealthCheck(next) && before['healthCheckNodePort'] !== undefined)
    setDefaults(next, { healthCheckNodePort: before['healthCheckNodePort'] })
  dropUnused(next)
  if (!isExternal(next)) {
    if (isExternal(before)) for (const port of objectsOf(next['ports'])) dropOldNodePort(port, before)
    return
  }
  for (const port of objectsOf(next['ports'])) {
    const same = objectsOf(before['ports']).find(
      (each) => each['port'] === port['port'] && each['protocol'] === port['protocol'],
    )
    if (port['nodePort'] === undefined && same?.['nodePort'] !== undefined)
      port['nodePort'] = same['nodePort']
  }
}

/** Removes the fields that only other types of services have. */
function dropUnused(spec: JsonObject): void {
  if (!isExternal(spec)) for (const key of ['externalTrafficPolicy', 'healthCheckNodePort']) delete spec[key]
  if (spec['type'] !== 'LoadBalancer')
    for (const key of ['allocateLoadBalancerNodePorts', 'loadBalancerClass']) delete spec[key]
  if (spec['type'] === 'ExternalName') delete spec['internalTrafficPolicy']
}

function dropOldNodePort(port: JsonObject, before: JsonObject): void {
  if (objectsOf(before['ports']).some((each) => each['nodePort'] === port['nodePort']))
    delete port['nodePort']
}

function allocate(object: KubeObject, context: ClusterContext): void {
  const spec = specOf(object)
  if (spec['type'] === 'ExternalName') return
  const given = stringOf(listOf(spec['clusterIPs'])[0]) || stringOf(spec['clusterIP'])
  const allocations = allocationsIn(context.store)
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
  const taken = new Set<number>()
  if (needsHealthCheck(spec)) {
    setDefaults(spec, { healthCheckNodePort: allocations.freePort(taken) })
    taken.add(Number(spec['healthCheckNodePort']))
  }
  if (!isExternal(spec) || spec['allocateLoadBalancerNodePorts'] === false) return
  for (const [index, port] of objectsOf(spec['ports']).entries()) {
    const requested = port['nodePort']
    if (typeof requested === 'number' && (taken.has(requested) || allocations.hasPort(requested, object)))
      throw invalid({ group: '', kind: 'Service' }, object.metadata.name, [
        invalidValue(`spec.ports[${index}].nodePort`, requested, 'provided port is already allocated'),
      ])
    const number = typeof requested === 'number' ? requested : allocations.freePort(taken)
    port['nodePort'] = number
    taken.add(number)
  }
}

function serviceErrors(spec: JsonObject): FieldError[] {
  const errors: FieldError[] = []
  const type = stringOf(spec['type'])
  const ports = objectsOf(spec['ports'])
  const isHeadless = spec['clusterIP'] === 'None'
  if (ports.length === 0 && !isHeadless && type !== 'ExternalName') errors.push(required('spec.ports'))
  if (type === 'LoadBalancer' && isHeadless)
    errors.push(
      invalidValue('spec.clusterIPs[0]', 'None', "may not be set to 'None' for LoadBalancer services"),
    )
  if (type === 'ExternalName') {
    if (spec['clusterIP'] !== undefined && spec['clusterIP'] !== '')
      errors.push(forbiddenField('spec.clusterIPs', 'may not be set for ExternalName services'))
    const name = stringOf(spec['externalName'])
    if (name === '') errors.push(required('spec.externalName'))
    else
      errors.push(
        ...nameProblems(name.replace(/\.$/, ''), 'subdomain').map((detail) =>
          invalidValue('spec.externalName', name, detail),
        ),
      )
  }
  const names = new Set<string>()
  const numbers = new Set<string>()
  for (const [index, port] of ports.entries()) {
    const at = `spec.ports[${index}]`
    errors.push(...onePort(port, at, { named: ports.length > 1, names }))
    const id = `${String(port['protocol'])}:${String(port['port'])}`
    if (numbers.has(id))
      errors.push(
        duplicate(at, {
          Name: '',
          Protocol: port['protocol'],
          AppProtocol: null,
          Port: port['port'],
          TargetPort: 0,
          NodePort: 0,
        }),
      )
    numbers.add(id)
  }
  errors.push(...labelErrors(stringMap(spec['selector']), 'spec.selector'))
  if (!['ClientIP', 'None'].includes(stringOf(spec['sessionAffinity'])))
    errors.push(unsupported('spec.sessionAffinity', spec['sessionAffinity'], ['ClientIP', 'None']))
  if (!types.includes(type)) errors.push(unsupported('spec.type', type, types))
  errors.push(...addressErrors(spec['clusterIP']))
  return errors
}

function onePort(
  port: JsonObject,
  at: string,
  { named, names }: { named: boolean; names: Set<string> },
): FieldError[] {
  const errors: FieldError[] = []
  const name = stringOf(port['name'])
  if (name === '') {
    if (named) errors.push(required(`${at}.name`))
  } else {
    errors.push(...nameProblems(name, 'label').map((detail) => invalidValue(`${at}.name`, name, detail)))
    if (names.has(name)) errors.push(duplicate(`${at}.name`, name))
    names.add(name)
  }
  errors.push(...portErrors(port['port'], `${at}.port`))
  const { protocol } = port
  if (!protocols.some((each) => each === protocol))
    errors.push(unsupported(`${at}.protocol`, protocol, protocols))
  errors.push(...portOrNameErrors(port['targetPort'], `${at}.targetPort`))
  return errors
}

function addressErrors(address: Json | undefined): FieldError[] {
  if (typeof address !== 'string' || address === '' || address === 'None' || isIPv4(address)) return []
  return [
    invalidValue(
      'spec.clusterIPs[0]',
      address,
      'must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)',
    ),
  ]
}
