import { forbiddenField, invalidValue, oneOf, required } from '../errors/field-errors.ts'
import type { FieldError } from '../errors/status-error.ts'
import { at, isObject, numberOf, objectOf, objectsOf, stringOf, type Json, type JsonObject } from '../json.ts'
import { compareQuantities } from '../schema/quantity.ts'
import { setDefaults, specOf } from './default-fields.ts'
import type { Strategy } from './strategy.ts'

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
    return [...errors, ...metricErrors(spec['metrics']), ...behaviorErrors(objectOf(spec['behavior']))]
  },
}

/** The fields of metrics that hold their sources, by type. */
const metricSources: Readonly<Record<string, string>> = {
  ContainerResource: 'containerResource',
  External: 'external',
  Object: 'object',
  Pods: 'pods',
  Resource: 'resource',
}

function metricErrors(metrics: Json | undefined): FieldError[] {
  return objectsOf(metrics).flatMap((metric, index) => {
    const field = `spec.metrics[${index}]`
    const name = metricSources[stringOf(metric['type'])]
    if (name === undefined) return oneOf(metric['type'] ?? '', Object.keys(metricSources), `${field}.type`)
    const source = metric[name]
    return isObject(source)
      ? sourceErrors(name, source, `${field}.${name}`)
      : [required(`${field}.${name}`, 'must populate information for the given metric source')]
  })
}

function sourceErrors(name: string, source: JsonObject, field: string): FieldError[] {
  const isResource = name === 'resource' || name === 'containerResource'
  const target = objectOf(source['target'])
  return [
    ...(isResource ? resourceErrors(name, source, field) : metricNameErrors(source, field)),
    ...targetErrors(target, `${field}.target`),
    ...(isResource
      ? utilizationErrors(target, `${field}.target`)
      : valueErrors(name, target, `${field}.target`)),
  ]
}

function resourceErrors(name: string, source: JsonObject, field: string): FieldError[] {
  return [
    ...(source['name'] ? [] : [required(`${field}.name`, 'must specify a resource name')]),
    ...(name === 'resource' || source['container']
      ? []
      : [required(`${field}.container`, 'must specify a container')]),
  ]
}

function metricNameErrors(source: JsonObject, field: string): FieldError[] {
  const described = source['describedObject']
  return [
    ...(isObject(described)
      ? ['kind', 'name']
          .filter((key) => !described[key])
          .map((key) => required(`${field}.describedObject.${key}`))
      : []),
    ...(at(source, 'metric', 'name') ? [] : [required(`${field}.metric.name`, 'must specify a metric name')]),
  ]
}

const targetTypes = ['Utilization', 'Value', 'AverageValue']

function targetErrors(target: JsonObject, field: string): FieldError[] {
  const { type, averageUtilization } = target
  const errors: FieldError[] = []
  if (!type) errors.push(required(`${field}.type`, 'must specify a metric target type'))
  else if (!targetTypes.includes(stringOf(type)))
    errors.push(invalidValue(`${field}.type`, type, 'must be either Utilization, Value, or AverageValue'))
  for (const key of ['value', 'averageValue']) {
    const quantity = target[key]
    if (quantity !== undefined && compareQuantities(String(quantity), '0') <= 0)
      errors.push(invalidValue(`${field}.${key}`, quantity, 'must be positive'))
  }
  if (typeof averageUtilization === 'number' && averageUtilization < 1)
    errors.push(invalidValue(`${field}.averageUtilization`, averageUtilization, 'must be greater than 0'))
  return errors
}

function utilizationErrors({ averageUtilization, averageValue }: JsonObject, field: string): FieldError[] {
  if (averageUtilization === undefined && averageValue === undefined)
    return [
      required(`${field}.averageUtilization`, 'must set either a target raw value or a target utilization'),
    ]
  return averageUtilization === undefined || averageValue === undefined
    ? []
    : [
        forbiddenField(
          `${field}.averageValue`,
          'may not set both a target raw value and a target utilization',
        ),
      ]
}

function valueErrors(name: string, { value, averageValue }: JsonObject, field: string): FieldError[] {
  if (averageValue !== undefined)
    return name === 'external' && value !== undefined
      ? [forbiddenField(`${field}.value`, 'may not set both a target value for metric and a per-pod target')]
      : []
  if (name === 'pods')
    return [required(`${field}.averageValue`, 'must specify a positive target averageValue')]
  if (value !== undefined) return []
  const what =
    name === 'object'
      ? 'must set either a target value or averageValue'
      : 'must set either a target value for metric or a per-pod target'
  return [required(`${field}.averageValue`, what)]
}

const longestWindow = 3600
const longestPeriod = 1800

function behaviorErrors(behavior: JsonObject): FieldError[] {
  return ['scaleUp', 'scaleDown'].flatMap((direction) => {
    const rules = behavior[direction]
    return isObject(rules) ? scalingErrors(rules, `spec.behavior.${direction}`) : []
  })
}

function scalingErrors(rules: JsonObject, field: string): FieldError[] {
  const { stabilizationWindowSeconds: window, selectPolicy } = rules
  const policies = objectsOf(rules['policies'])
  return [
    ...(window === undefined || numberOf(window) >= 0
      ? []
      : [
          invalidValue(
            `${field}.stabilizationWindowSeconds`,
            window,
            'must be greater than or equal to zero',
          ),
        ]),
    ...atMost(window, longestWindow, `${field}.stabilizationWindowSeconds`),
    ...oneOf(selectPolicy, ['Disabled', 'Max', 'Min'], `${field}.selectPolicy`),
    ...(policies.length === 0 ? [required(`${field}.policies`, 'must specify at least one Policy')] : []),
    ...policies.flatMap((policy, index) => policyErrors(policy, `${field}.policies[${index}]`)),
  ]
}

function policyErrors({ type, value, periodSeconds }: JsonObject, field: string): FieldError[] {
  const positive = (each: Json | undefined, key: string): FieldError[] =>
    numberOf(each) > 0 ? [] : [invalidValue(`${field}.${key}`, each ?? 0, 'must be greater than zero')]
  return [
    ...oneOf(type ?? '', ['Percent', 'Pods'], `${field}.type`),
    ...positive(value, 'value'),
    ...positive(periodSeconds, 'periodSeconds'),
    ...atMost(periodSeconds, longestPeriod, `${field}.periodSeconds`),
  ]
}

function atMost(value: Json | undefined, limit: number, field: string): FieldError[] {
  return numberOf(value) > limit ? [invalidValue(field, value, `must be less than or equal to ${limit}`)] : []
}
