import { isIP } from 'node:net'
import { immutable, invalidValue, required, unsupported } from '../errors/field-errors.ts'
import type { FieldError } from '../errors/status-error.ts'
import { at, isObject, listOf, objectOf, objectsOf, stringOf, type Json, type JsonObject } from '../json.ts'
import { nameProblems } from '../schema/names.ts'
import { setDefaults, specOf } from './default-fields.ts'
import { immutableFields } from './immutable-fields.ts'
import { selectorErrors } from './labels.ts'
import { portOrNameErrors } from './ports.ts'
import type { Strategy } from './strategy.ts'

export const ingress: Strategy = {
  generation: true,
  validate(object) {
    const spec = objectOf(object['spec'])
    const errors: FieldError[] = []
    if (spec['rules'] === undefined && spec['defaultBackend'] === undefined)
      errors.push(invalidValue('spec', undefined, 'either `defaultBackend` or `rules` must be specified'))
    if (isObject(spec['defaultBackend']))
      errors.push(...backendErrors(spec['defaultBackend'], 'spec.defaultBackend'))
    for (const [index, rule] of objectsOf(spec['rules']).entries())
      errors.push(...ruleErrors(rule, `spec.rules[${index}]`))
    for (const [index, tls] of objectsOf(spec['tls']).entries())
      errors.push(...tlsErrors(tls, `spec.tls[${index}]`))
    if (spec['ingressClassName'] !== undefined)
      errors.push(...subdomainErrors(spec['ingressClassName'], 'spec.ingressClassName'))
    return errors
  },
}

function subdomainErrors(value: Json | undefined, field: string): FieldError[] {
  return nameProblems(stringOf(value), 'subdomain').map((detail) => invalidValue(field, value ?? '', detail))
}

function tlsErrors(tls: JsonObject, field: string): FieldError[] {
  const { secretName } = tls
  return [
    ...listOf(tls['hosts']).flatMap((host, index) =>
      subdomainErrors(stringOf(host).replace(/^\*\./, ''), `${field}.hosts[${index}]`),
    ),
    ...(secretName === undefined || secretName === ''
      ? []
      : subdomainErrors(secretName, `${field}.secretName`)),
  ]
}

const pathTypes = ['Exact', 'ImplementationSpecific', 'Prefix']

function ruleErrors(rule: JsonObject, field: string): FieldError[] {
  const errors: FieldError[] = []
  const host = stringOf(rule['host'])
  if (isIP(host) !== 0)
    errors.push(invalidValue(`${field}.host`, host, 'must be a DNS name, not an IP address'))
  else if (host !== '')
    errors.push(
      ...nameProblems(host.replace(/^\*\./, ''), 'subdomain').map((detail) =>
        invalidValue(`${field}.host`, host, detail),
      ),
    )
  if (!isObject(rule['http'])) return errors
  const paths = objectsOf(at(rule, 'http', 'paths'))
  if (paths.length === 0) errors.push(required(`${field}.http.paths`))
  for (const [index, path] of paths.entries()) {
    const where = `${field}.http.paths[${index}]`
    const text = stringOf(path['path'])
    const type = path['pathType']
    if (type === undefined) errors.push(required(`${where}.pathType`, 'pathType must be specified'))
    else if (!pathTypes.includes(stringOf(type)))
      errors.push(unsupported(`${where}.pathType`, type, pathTypes))
    else if ((type !== 'ImplementationSpecific' || text !== '') && !text.startsWith('/'))
      errors.push(invalidValue(`${where}.path`, text, 'must be an absolute path'))
    errors.push(...backendErrors(objectOf(path['backend']), `${where}.backend`))
  }
  return errors
}

function backendErrors(backend: JsonObject, field: string): FieldError[] {
  const { service, resource } = backend
  if (!isObject(service))
    return resource === undefined ? [invalidValue(field, '', 'resource or service backend is required')] : []
  if (resource !== undefined)
    return [invalidValue(field, '', 'cannot set both resource and service backends')]
  const errors: FieldError[] = []
  const name = stringOf(service['name'])
  if (name === '') errors.push(required(`${field}.service.name`))
  else
    errors.push(
      ...nameProblems(name, 'label').map((detail) => invalidValue(`${field}.service.name`, name, detail)),
    )
  const { name: portName, number } = objectOf(service['port'])
  if (portName === undefined && number === undefined)
    errors.push(required(field, 'port name or number is required'))
  else
    errors.push(
      ...portOrNameErrors(
        portName ?? number,
        `${field}.service.port.${portName === undefined ? 'number' : 'name'}`,
      ),
    )
  return errors
}

export const networkPolicy: Strategy = {
  generation: true,
  defaults(object) {
    const spec = specOf(object)
    setDefaults(spec, {
      policyTypes: listOf(spec['egress']).length > 0 ? ['Ingress', 'Egress'] : ['Ingress'],
    })
    for (const rule of [...objectsOf(spec['ingress']), ...objectsOf(spec['egress'])])
      for (const port of objectsOf(rule['ports'])) setDefaults(port, { protocol: 'TCP' })
  },
  validate: (object) => [
    ...selectorErrors(at(object, 'spec', 'podSelector'), 'spec.podSelector'),
    ...blockErrors(at(object, 'spec', 'ingress'), 'spec.ingress', 'from'),
    ...blockErrors(at(object, 'spec', 'egress'), 'spec.egress', 'to'),
  ],
}

function blockErrors(rules: Json | undefined, field: string, side: 'from' | 'to'): FieldError[] {
  return objectsOf(rules).flatMap((rule, index) =>
    objectsOf(rule[side]).flatMap((peer, position) => {
      const block = peer['ipBlock']
      const cidr = stringOf(at(block, 'cidr'))
      const where = `${field}[${index}].${side}[${position}].ipBlock.cidr`
      if (block === undefined || isCidr(cidr)) return []
      if (cidr === '') return [required(where)]
      return [invalidValue(where, cidr, 'must be a valid CIDR value, (e.g. 10.9.8.0/24 or 2001:db8::/64)')]
    }),
  )
}

function isCidr(text: string): boolean {
  const [address = '', bits = '', ...more] = text.split('/')
  const version = isIP(address)
  return (
    version !== 0 && more.length === 0 && /^\d+$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128)
  )
}

export const endpointSlice: Strategy = {
  generation: true,
  defaults(object) {
    for (const port of objectsOf(object['ports'])) setDefaults(port, { name: '', protocol: 'TCP' })
  },
  validate: (object) => addressTypeErrors(object['addressType']),
  validateUpdate: immutableFields('addressType'),
}

export const ipAddress: Strategy = { validateUpdate: immutableFields('spec.parentRef') }

/** The strategy of address ranges: a second range of the other family may be added. */
export const serviceRange: Strategy = {
  validateUpdate(object, old) {
    const next = listOf(at(object, 'spec', 'cidrs'))
    return listOf(at(old, 'spec', 'cidrs')).flatMap((was, index) =>
      next[index] === was ? [] : [invalidValue(`spec.cidrs[${index}]`, next[index], immutable)],
    )
  },
}

function addressTypeErrors(type: Json | undefined): FieldError[] {
  const known = ['FQDN', 'IPv4', 'IPv6']
  if (type === undefined || type === '') return [required('addressType')]
  return known.includes(stringOf(type)) ? [] : [unsupported('addressType', type, known)]
}

export const endpoints: Strategy = {
  createOnUpdate: true,
  defaults(object) {
    for (const subset of objectsOf(object['subsets']))
      for (const port of objectsOf(subset['ports'])) setDefaults(port, { protocol: 'TCP' })
  },
}
