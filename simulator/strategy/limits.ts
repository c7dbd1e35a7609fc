import { duplicate, forbiddenField, invalidValue, required } from '../errors/field-errors.ts'
import type { FieldError } from '../errors/status-error.ts'
import { isObject, objectOf, objectsOf, stringOf, stringsOf, type JsonObject } from '../json.ts'
import { qualifiedNameProblems } from '../schema/names.ts'
import { compareQuantities } from '../schema/quantity.ts'
import type { KubeObject } from '../storage/object.ts'
import { specOf } from './default-fields.ts'
import { immutableFields } from './immutable-fields.ts'
import type { Strategy } from './strategy.ts'

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
  validate(object) {
    const limits = objectsOf(objectOf(object['spec'])['limits'])
    const types = limits.map(({ type }) => stringOf(type))
    return limits.flatMap((limit, index) => {
      const field = `spec.limits[${index}]`
      const type = types[index] ?? ''
      return types.indexOf(type) < index
        ? [duplicate(`${field}.type`, type)]
        : [...typeErrors(type, limit, field), ...boundErrors(limit, field)]
    })
  },
}

const limitedTypes = ['Container', 'Pod', 'PersistentVolumeClaim']

function typeErrors(type: string, limit: JsonObject, field: string): FieldError[] {
  if (!limitedTypes.includes(type) && !type.includes('/'))
    return [invalidValue(`${field}.type`, type, 'must be a standard limit type or fully qualified')]
  if (type === 'Pod')
    return ['default', 'defaultRequest']
      .filter((key) => Object.keys(objectOf(limit[key])).length > 0)
      .map((key) => forbiddenField(`${field}.${key}`, "may not be specified when `type` is 'Pod'"))
  const hasSize = ['min', 'max'].some((key) => objectOf(limit[key])['storage'] !== undefined)
  const neither = 'either minimum or maximum storage value is required, but neither was provided'
  return type === 'PersistentVolumeClaim' && !hasSize ? [required(`${field}.limits`, neither)] : []
}

/** The pairs of bounds of which the first may not be greater, with the one that messages name, and whose value they show. */
const pairs = [
  { low: 'min', high: 'max', named: 'min', shown: 'min', words: ['min value', 'max value'] },
  {
    low: 'min',
    high: 'defaultRequest',
    named: 'defaultRequest',
    shown: 'defaultRequest',
    words: ['min value', 'default request value'],
  },
  {
    low: 'defaultRequest',
    high: 'max',
    named: 'defaultRequest',
    shown: 'defaultRequest',
    words: ['default request value', 'max value'],
  },
  {
    low: 'defaultRequest',
    high: 'default',
    named: 'defaultRequest',
    shown: 'defaultRequest',
    words: ['default request value', 'default limit value'],
  },
  { low: 'min', high: 'default', named: 'default', shown: 'min', words: ['min value', 'default value'] },
  { low: 'default', high: 'max', named: 'default', shown: 'max', words: ['default value', 'max value'] },
] as const

function boundErrors(limit: JsonObject, field: string): FieldError[] {
  const bounds = ['min', 'max', 'default', 'defaultRequest', 'maxLimitRequestRatio']
  const names = new Set(bounds.flatMap((key) => Object.keys(objectOf(limit[key]))))
  const valueOf = (bound: string, name: string): string | undefined => {
    const value = objectOf(limit[bound])[name]
    return value === undefined ? undefined : String(value)
  }
  return [...names].sort().flatMap((name) => {
    const ratio = valueOf('maxLimitRequestRatio', name)
    return [
      ...pairs.flatMap(({ low, high, named, shown, words }) => {
        const [less, more] = [valueOf(low, name), valueOf(high, name)]
        if (less === undefined || more === undefined || compareQuantities(less, more) <= 0) return []
        const problem = `${words[0]} ${less} is greater than ${words[1]} ${more}`
        return [invalidValue(`${field}.${named}[${name}]`, valueOf(shown, name), problem)]
      }),
      ...(ratio !== undefined && compareQuantities(ratio, '1') < 0
        ? [invalidValue(`${field}.maxLimitRequestRatio[${name}]`, ratio, `ratio ${ratio} is less than 1`)]
        : []),
    ]
  })
}

export const resourceQuota: Strategy = {
  validate: (object) => [...hardErrors(object), ...scopeErrors(object)],
  validateUpdate: immutableFields('spec.scopes'),
}

const counted = new Set([
  'configmaps',
  'persistentvolumeclaims',
  'pods',
  'replicationcontrollers',
  'resourcequotas',
  'secrets',
  'services',
  'services.loadbalancers',
  'services.nodeports',
])
const measured = ['cpu', 'ephemeral-storage', 'memory']
const standard = new Set([
  ...counted,
  ...measured.flatMap((name) => [name, `requests.${name}`, `limits.${name}`]),
  'requests.storage',
])

function hardErrors(object: KubeObject): FieldError[] {
  const hard = Object.entries(objectOf(objectOf(object['spec'])['hard']))
  return hard
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([name, amount]) => [
      ...quotaNameProblems(name).map((detail) => invalidValue(`spec.hard[${name}]`, name, detail)),
      ...amountProblems(name, String(amount)).map((detail) =>
        invalidValue(`spec.hard[${name}]`, String(amount), detail),
      ),
    ])
}

function quotaNameProblems(name: string): string[] {
  const problems = qualifiedNameProblems(name)
  if (problems.length > 0) return problems
  if (name.includes('/') || standard.has(name) || /^(requests\.)?hugepages-/.test(name)) return []
  const isKnown = name === 'storage'
  return [
    ...(isKnown ? [] : ['must be a standard resource type or fully qualified']),
    'must be a standard resource for quota',
  ]
}

function amountProblems(name: string, amount: string): string[] {
  if (compareQuantities(amount, '0') < 0) return ['must be greater than or equal to 0']
  return counted.has(name) && amount.endsWith('m') ? ['must be an integer'] : []
}

const scopes = new Set([
  'BestEffort',
  'CrossNamespacePodAffinity',
  'NotBestEffort',
  'NotTerminating',
  'PriorityClass',
  'Terminating',
  'VolumeAttributesClass',
])
const opposites = [
  ['BestEffort', 'NotBestEffort'],
  ['Terminating', 'NotTerminating'],
]

function scopeErrors(object: KubeObject): FieldError[] {
  const given = stringsOf(objectOf(object['spec'])['scopes'])
  return [
    ...given
      .filter((scope) => !scopes.has(scope))
      .map(() => invalidValue('spec.scopes', given, 'unsupported scope')),
    ...opposites
      .filter((pair) => pair.every((scope) => given.includes(scope)))
      .map(() => invalidValue('spec.scopes', given, 'conflicting scopes')),
  ]
}
