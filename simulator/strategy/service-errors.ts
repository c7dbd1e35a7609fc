import { isIPv4 } from 'node:net'
import {
  duplicate,
  forbiddenField,
  immutable,
  invalidValue,
  required,
  unsupported,
} from '../errors/field-errors.ts'
import type { FieldError } from '../errors/status-error.ts'
import { equal, objectsOf, stringOf, type Json, type JsonObject } from '../json.ts'
import { nameProblems } from '../schema/names.ts'
import { labelErrors, stringMap } from './labels.ts'
import { portErrors, portOrNameErrors, protocols } from './ports.ts'
import { isExternal, needsHealthCheck } from './service-node-ports.ts'

const types = ['ClusterIP', 'ExternalName', 'LoadBalancer', 'NodePort']

/** Returns the problems of the spec of a service. */
export function serviceErrors(spec: JsonObject): FieldError[] {
  const errors: FieldError[] = []
  const type = stringOf(spec['type'])
  const ports = objectsOf(spec['ports'])
  const isHeadless = spec['clusterIP'] === 'None'
  if (ports.length === 0 && !isHeadless && type !== 'ExternalName') errors.push(required('spec.ports'))
  if (isExternal(spec) && isHeadless)
    errors.push(invalidValue('spec.clusterIPs[0]', 'None', `may not be set to 'None' for ${type} services`))
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
  errors.push(...addressErrors(spec['clusterIP']), ...nodePortErrors(spec), ...balancerErrors(spec))
  return errors
}

function nodePortErrors(spec: JsonObject): FieldError[] {
  const errors: FieldError[] = []
  const seen = new Set<string>()
  for (const [index, { protocol, nodePort }] of objectsOf(spec['ports']).entries()) {
    if (nodePort === undefined) continue
    const field = `spec.ports[${index}].nodePort`
    if (spec['type'] === 'ClusterIP')
      errors.push(forbiddenField(field, "may not be used when `type` is 'ClusterIP'"))
    const id = `${String(protocol)}:${String(nodePort)}`
    if (seen.has(id)) errors.push(duplicate(field, nodePort))
    seen.add(id)
  }
  return errors
}

const trafficPolicies = ['Cluster', 'Local']

/** Returns the errors of fields that only services reachable from outside have, or only load balancers. */
function balancerErrors(spec: JsonObject): FieldError[] {
  const errors: FieldError[] = []
  const { type, allocateLoadBalancerNodePorts, loadBalancerClass, healthCheckNodePort } = spec
  const policy = spec['externalTrafficPolicy']
  const only = "may only be used when `type` is 'LoadBalancer'"
  if (type !== 'LoadBalancer') {
    if (allocateLoadBalancerNodePorts !== undefined)
      errors.push(forbiddenField('spec.allocateLoadBalancerNodePorts', only))
    if (loadBalancerClass !== undefined) errors.push(forbiddenField('spec.loadBalancerClass', only))
  }
  if (isExternal(spec)) {
    if (!trafficPolicies.includes(stringOf(policy)))
      errors.push(unsupported('spec.externalTrafficPolicy', policy, trafficPolicies))
  } else if (policy !== undefined)
    errors.push(
      invalidValue(
        'spec.externalTrafficPolicy',
        policy,
        'may only be set for externally-accessible services',
      ),
    )
  if (needsHealthCheck(spec)) errors.push(...portErrors(healthCheckNodePort, 'spec.healthCheckNodePort'))
  else if (healthCheckNodePort !== undefined)
    errors.push(
      invalidValue(
        'spec.healthCheckNodePort',
        healthCheckNodePort,
        "may only be set when `type` is 'LoadBalancer' and `externalTrafficPolicy` is 'Local'",
      ),
    )
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

const onceSet = 'may not change once set'

/** Returns the changes of the spec of a service that are refused. */
export function serviceChangeErrors(next: JsonObject, before: JsonObject): FieldError[] {
  return [...addressChanges(next, before), ...balancerChanges(next, before)]
}

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
