import { forbiddenField, invalidValue, required, unsupported } from '../errors/field-errors.ts'
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
import type { KubeObject } from '../storage/object.ts'
import { setDefaults, specOf } from './default-fields.ts'
import { immutableFields, immutableFieldErrors } from './immutable-fields.ts'
import { selectorErrors } from './labels.ts'
import type { Strategy } from './strategy.ts'
import { amountErrors, notNegative } from './workloads.ts'

export const podDisruptionBudget: Strategy = {
  generation: true,
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
function internalForm({ minAvailable, maxUnavailable, selector }: JsonObject): JsonObject {
  return {
    MinAvailable: minAvailable ?? null,
    Selector: selector ?? null,
    MaxUnavailable: maxUnavailable ?? null,
    UnhealthyPodEvictionPolicy: null,
  }
}

const stableSide = { selectPolicy: 'Max' }

export const horizontalPodAutoscaler: Strategy = {
  defaults(object) {
    const spec = specOf(object)
    setDefaults(spec, { minReplicas: 1 })
    if (object['apiVersion'] === 'autoscaling/v1') {
      setDefaults(spec, { targetCPUUtilizationPercentage: 80 })
      return
    }
    setDefaults(spec, {
      metrics: [
        {
          type: 'Resource',
          resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: 80 } },
        },
      ],
    })
    const behavior = spec['behavior']
    if (!isObject(behavior)) return
    behavior['scaleUp'] = {
      stabilizationWindowSeconds: 0,
      ...stableSide,
      policies: [
        { type: 'Pods', value: 4, periodSeconds: 15 },
        { type: 'Percent', value: 100, periodSeconds: 15 },
      ],
      ...objectOf(behavior['scaleUp']),
    }
    behavior['scaleDown'] = {
      ...stableSide,
      policies: [{ type: 'Percent', value: 100, periodSeconds: 15 }],
      ...objectOf(behavior['scaleDown']),
    }
  },
  validate(object) {
    const spec = objectOf(object['spec'])
    const { minReplicas, maxReplicas } = spec
    const errors: FieldError[] = []
    if (typeof minReplicas === 'number' && minReplicas < 1)
      errors.push(invalidValue('spec.minReplicas', minReplicas, 'must be greater than or equal to 1'))
    if (typeof maxReplicas !== 'number' || maxReplicas < 1)
      errors.push(required('spec.maxReplicas', 'must be set and greater than 0'))
    if (typeof minReplicas === 'number' && numberOf(maxReplicas) < minReplicas)
      errors.push(
        invalidValue('spec.maxReplicas', maxReplicas ?? 0, 'must be greater than or equal to `minReplicas`'),
      )
    for (const key of ['kind', 'name'])
      if (!at(spec, 'scaleTargetRef', key)) errors.push(required(`spec.scaleTargetRef.${key}`))
    if (!String(at(spec, 'scaleTargetRef', 'apiVersion') ?? '').includes('/'))
      errors.push(
        invalidValue(
          'spec.scaleTargetRef.apiVersion',
          at(spec, 'scaleTargetRef', 'apiVersion') ?? '',
          'apiVersion must specify API group',
        ),
      )
    return errors
  },
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
    if (stringOf(subject['name']) === '') errors.push(required(`${field}.name`))
    const subjectKinds = ['ServiceAccount', 'User', 'Group']
    if (!subjectKinds.includes(stringOf(subject['kind'])))
      errors.push(unsupported(`${field}.kind`, subject['kind'], subjectKinds))
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

export const priorityClass: Strategy = {
  generation: true,
  defaults: (object) => setDefaults(object, { preemptionPolicy: 'PreemptLowerPriority' }),
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
  unconditionalUpdate: false,
  validate(object) {
    const spec = objectOf(object['spec'])
    return notNegative(spec['leaseDurationSeconds'], 'spec.leaseDurationSeconds')
  },
}

export const event: Strategy = { createOnUpdate: true }

/** Sets the defaults of limit ranges: the maximum is the default limit, which is the default request. */
export const limitRange: Strategy = {
  defaults(object) {
    for (const item of objectsOf(specOf(object)['limits'])) {
      if (item['type'] !== 'Container') continue
      const { max, min } = item
      if (isObject(max)) item['default'] = { ...max, ...objectOf(item['default']) }
      if (isObject(item['default']))
        item['defaultRequest'] = { ...item['default'], ...objectOf(item['defaultRequest']) }
      if (isObject(min)) item['defaultRequest'] = { ...min, ...objectOf(item['defaultRequest']) }
    }
  },
}

export const ingressClass: Strategy = { generation: true, validateUpdate: immutableFields('spec.controller') }

export const runtimeClass: Strategy = { validateUpdate: immutableFields('handler') }

export const controllerRevision: Strategy = { validateUpdate: immutableFields('data') }

export const resourceQuota: Strategy = { validateUpdate: immutableFields('spec.scopes') }

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
