import { forbiddenField, invalidValue, oneOf, required, unsupported } from '../errors/field-errors.ts'
import type { FieldError } from '../errors/status-error.ts'
import {
  at,
  equal,
  isObject,
  listOf,
  numberOf,
  objectOf,
  objectsOf,
  stringOf,
  type Json,
  type JsonObject,
} from '../json.ts'
import { nameProblems } from '../schema/names.ts'
import type { KubeObject } from '../storage/object.ts'
import { setDefaults, specOf } from './default-fields.ts'
import { immutableFields, immutableFieldErrors } from './immutable-fields.ts'
import { selectorErrors } from './labels.ts'
import type { Strategy } from './strategy.ts'
import { amountErrors, notNegative } from './workloads.ts'

export const podDisruptionBudget: Strategy = {
  generation: true,
  anyFinalizers: true,
  unconditionalUpdate: false,
  validate(object) {
    const spec = objectOf(object['spec'])
    const both = spec['minAvailable'] !== undefined && spec['maxUnavailable'] !== undefined
    return [
      ...(both
        ? [invalidValue('spec', internalForm(spec), 'minAvailable and maxUnavailable cannot be both set')]
        : []),
      ...shareErrors(spec['minAvailable'], 'spec.minAvailable'),
      ...shareErrors(spec['maxUnavailable'], 'spec.maxUnavailable'),
      ...oneOf(
        spec['unhealthyPodEvictionPolicy'],
        ['AlwaysAllow', 'IfHealthyBudget'],
        'spec.unhealthyPodEvictionPolicy',
      ),
      ...selectorErrors(spec['selector'], 'spec.selector'),
    ]
  },
}

/** Checks a number of pods, or a percentage of at most 100. */
function shareErrors(value: Json | undefined, field: string): FieldError[] {
  const isTooMuch = typeof value === 'string' && /^\d+%$/.test(value) && Number.parseInt(value, 10) > 100
  return [
    ...amountErrors(value, field),
    ...(isTooMuch ? [invalidValue(field, value, 'must not be greater than 100%')] : []),
  ]
}

/** Formats the spec for the message as the server's internal type. */
function internalForm({
  minAvailable,
  maxUnavailable,
  selector,
  unhealthyPodEvictionPolicy,
}: JsonObject): JsonObject {
  return {
    MinAvailable: minAvailable ?? null,
    Selector: selector ?? null,
    MaxUnavailable: maxUnavailable ?? null,
    UnhealthyPodEvictionPolicy: unhealthyPodEvictionPolicy ?? null,
  }
}

const rbacGroup = 'rbac.authorization.k8s.io'

function bindingErrors(object: KubeObject): FieldError[] {
  const role = objectOf(object['roleRef'])
  const errors: FieldError[] = []
  if (role['apiGroup'] !== rbacGroup)
    errors.push(unsupported('roleRef.apiGroup', role['apiGroup'], [rbacGroup]))
  const kinds = object.kind === 'RoleBinding' ? ['Role', 'ClusterRole'] : ['ClusterRole']
  if (!kinds.includes(stringOf(role['kind'])))
    errors.push(unsupported('roleRef.kind', role['kind'] ?? '', kinds))
  if (stringOf(role['name']) === '') errors.push(required('roleRef.name'))
  for (const [index, subject] of objectsOf(object['subjects']).entries()) {
    const field = `subjects[${index}]`
    const name = stringOf(subject['name'])
    if (name === '') errors.push(required(`${field}.name`))
    else if (subject['kind'] === 'ServiceAccount')
      errors.push(
        ...nameProblems(name, 'subdomain').map((detail) => invalidValue(`${field}.name`, name, detail)),
      )
    const subjectKinds = ['ServiceAccount', 'User', 'Group']
    if (!subjectKinds.includes(stringOf(subject['kind'])))
      errors.push(unsupported(`${field}.kind`, subject['kind'], subjectKinds))
    const group = subject['kind'] === 'ServiceAccount' ? '' : rbacGroup
    if (subjectKinds.includes(stringOf(subject['kind'])) && stringOf(subject['apiGroup']) !== group)
      errors.push(unsupported(`${field}.apiGroup`, subject['apiGroup'] ?? '', [group]))
    if (
      subject['kind'] === 'ServiceAccount' &&
      object.kind === 'ClusterRoleBinding' &&
      stringOf(subject['namespace']) === ''
    )
      errors.push(required(`${field}.namespace`))
  }
  return errors
}

function internalRole({ apiGroup, kind, name }: JsonObject): JsonObject {
  return { APIGroup: apiGroup, Kind: kind, Name: name }
}

export const roleBinding: Strategy = {
  nameRule: 'path-segment',
  defaults(object) {
    setDefaults(objectOf(object['roleRef']), { apiGroup: rbacGroup })
    if (objectOf(object['roleRef'])['apiGroup'] === '') objectOf(object['roleRef'])['apiGroup'] = rbacGroup
    for (const subject of objectsOf(object['subjects']))
      if (subject['kind'] === 'User' || subject['kind'] === 'Group')
        setDefaults(subject, { apiGroup: rbacGroup })
  },
  validate: bindingErrors,
  validateUpdate(object, old) {
    return equal(object['roleRef'], old['roleRef'])
      ? []
      : [invalidValue('roleRef', internalRole(objectOf(object['roleRef'])), 'cannot change roleRef')]
  },
}

export const role: Strategy = {
  nameRule: 'path-segment',
  validate(object) {
    return objectsOf(object['rules']).flatMap((rule, index) =>
      ruleErrors(rule, `rules[${index}]`, object.kind === 'ClusterRole'),
    )
  },
}

function ruleErrors(rule: JsonObject, field: string, isCluster: boolean): FieldError[] {
  const has = (key: string) => listOf(rule[key]).length > 0
  const errors: FieldError[] = has('verbs')
    ? []
    : [required(`${field}.verbs`, 'verbs must contain at least one value')]
  if (has('nonResourceURLs')) {
    if (!isCluster)
      errors.push(
        invalidValue(
          `${field}.nonResourceURLs`,
          rule['nonResourceURLs'],
          'namespaced rules cannot apply to non-resource URLs',
        ),
      )
    return errors
  }
  if (!has('apiGroups'))
    errors.push(required(`${field}.apiGroups`, 'resource rules must supply at least one api group'))
  if (!has('resources'))
    errors.push(required(`${field}.resources`, 'resource rules must supply at least one resource'))
  return errors
}

/** The classes of the system, which may have higher values than those of users. */
const systemPriorities: Readonly<Record<string, number>> = {
  'system-node-critical': 2_000_001_000,
  'system-cluster-critical': 2_000_000_000,
}
const highestPriority = 1_000_000_000

function priorityErrors(object: KubeObject): FieldError[] {
  const { name } = object.metadata
  const { value, preemptionPolicy } = object
  const isSystem = name.startsWith('system-')
  const isKnown = systemPriorities[name] !== undefined && systemPriorities[name] === value
  return [
    ...(isSystem && !isKnown
      ? [
          forbiddenField(
            'metadata.name',
            `priority class names with 'system-' prefix are reserved for system use only. error: ${
              systemPriorities[name] === undefined
                ? `${name} is not a known system priority class`
                : `value of ${name} PriorityClass must be ${systemPriorities[name]}`
            }`,
          ),
        ]
      : []),
    ...(!isSystem && numberOf(value) > highestPriority
      ? [forbiddenField('value', `maximum allowed value of a user defined priority is ${highestPriority}`)]
      : []),
    ...oneOf(preemptionPolicy, ['PreemptLowerPriority', 'Never'], 'preemptionPolicy'),
  ]
}

export const priorityClass: Strategy = {
  generation: true,
  defaults: (object) => setDefaults(object, { preemptionPolicy: 'PreemptLowerPriority' }),
  validate: priorityErrors,
  validateUpdate(object, old) {
    return [
      ...(object['value'] === old['value']
        ? []
        : [forbiddenField('value', 'may not be changed in an update.')]),
      ...immutableFieldErrors(object, old, { path: 'preemptionPolicy' }),
    ]
  },
}

export const lease: Strategy = {
  createOnUpdate: true,
  anyFinalizers: true,
  unconditionalUpdate: false,
  validate(object) {
    const spec = objectOf(object['spec'])
    const { leaseDurationSeconds: seconds } = spec
    return [
      ...(typeof seconds === 'number' && seconds <= 0
        ? [invalidValue('spec.leaseDurationSeconds', seconds, 'must be greater than 0')]
        : []),
      ...notNegative(spec['leaseTransitions'], 'spec.leaseTransitions'),
    ]
  },
}

export const event: Strategy = { createOnUpdate: true }

export const ingressClass: Strategy = {
  generation: true,
  defaults(object) {
    const parameters = at(object, 'spec', 'parameters')
    if (isObject(parameters)) setDefaults(parameters, { scope: 'Cluster' })
  },
  validate(object) {
    const spec = objectOf(object['spec'])
    const controller = stringOf(spec['controller'])
    const parameters = spec['parameters']
    return [
      ...(controller === '' ? [required('spec.controller')] : []),
      ...(controller !== '' && !/^[^/]+\/.+/.test(controller)
        ? [
            invalidValue(
              'spec.controller',
              controller,
              'must be a domain-prefixed path (such as "acme.io/foo")',
            ),
          ]
        : []),
      ...(isObject(parameters) ? parameterErrors(parameters, 'spec.parameters') : []),
    ]
  },
  validateUpdate: immutableFields('spec.controller'),
}

function parameterErrors(parameters: JsonObject, field: string): FieldError[] {
  const { scope, namespace } = parameters
  return [
    ...['kind', 'name'].filter((key) => !parameters[key]).map((key) => required(`${field}.${key}`)),
    ...oneOf(scope, ['Cluster', 'Namespace'], `${field}.scope`),
    ...(scope === 'Namespace' && !namespace
      ? [required(`${field}.namespace`, "`parameters.scope` is set to 'Namespace'")]
      : []),
    ...(scope === 'Cluster' && namespace !== undefined
      ? [forbiddenField(`${field}.namespace`, "`parameters.scope` is set to 'Cluster'")]
      : []),
  ]
}

export const runtimeClass: Strategy = {
  validate(object) {
    const handler = stringOf(object['handler'])
    if (handler === '') return [required('handler')]
    return nameProblems(handler, 'label').map((detail) => invalidValue('handler', handler, detail))
  },
  validateUpdate: immutableFields('handler'),
}

export const controllerRevision: Strategy = { validateUpdate: immutableFields('data') }

const notReady = { effect: 'NoSchedule', key: 'node.kubernetes.io/not-ready' }

/** The strategy of nodes: a new node has a taint until it is ready. */
export const node: Strategy = {
  prepareCreate(object) {
    const spec = specOf(object)
    spec['taints'] = [...objectsOf(spec['taints']), notReady]
  },
  validateUpdate(object, old) {
    const isChanged = (field: string) => {
      const was = at(old, 'spec', field)
      return was !== undefined && !equal(at(object, 'spec', field), was)
    }
    return ['podCIDRs', 'providerID'].filter(isChanged).map((field) => {
      const what = field === 'podCIDRs' ? 'podCIDR' : field
      return forbiddenField(`spec.${field}`, `node updates may not change ${what} except from "" to valid`)
    })
  },
}
