import { forbiddenField, immutable, invalidValue, unsupported } from '../errors/field-errors.ts'
import type { FieldError } from '../errors/status-error.ts'
import {
  at,
  childOf,
  clone,
  equal,
  numberOf,
  objectOf,
  objectsOf,
  stringOf,
  type Json,
  type JsonObject,
} from '../json.ts'
import type { KubeObject } from '../storage/object.ts'
import { setDefaults, specOf } from './default-fields.ts'
import { isEmptySelector, workloadSelectorErrors } from './labels.ts'
import { defaultPodTemplate } from './pod-defaults.ts'
import { podTemplateErrors } from './pod-validation.ts'
import { podWarnings } from './pod-warnings.ts'
import type { Strategy } from './strategy.ts'

const always = ['Always']

const warnings = (object: KubeObject) =>
  podWarnings(objectOf(at(object, 'spec', 'template', 'spec')), 'spec.template.spec')

function selectorIsImmutable(object: KubeObject, old: KubeObject): FieldError[] {
  const { selector } = objectOf(object['spec'])
  return equal(selector, objectOf(old['spec'])['selector'])
    ? []
    : [invalidValue('spec.selector', selector, immutable)]
}

export function notNegative(value: Json | undefined, field: string): FieldError[] {
  return typeof value === 'number' && value < 0
    ? [invalidValue(field, value, 'must be greater than or equal to 0')]
    : []
}

function counts(spec: JsonObject): FieldError[] {
  return ['replicas', 'minReadySeconds', 'revisionHistoryLimit'].flatMap((key) =>
    notNegative(spec[key], `spec.${key}`),
  )
}

export const deployment: Strategy = {
  generation: true,
  countsAnnotations: true,
  warnings,
  defaults(object) {
    const spec = specOf(object)
    setDefaults(spec, { replicas: 1, revisionHistoryLimit: 10, progressDeadlineSeconds: 600 })
    const strategy = childOf(spec, 'strategy')
    setDefaults(strategy, { type: 'RollingUpdate' })
    if (strategy['type'] === 'RollingUpdate')
      setDefaults(childOf(strategy, 'rollingUpdate'), { maxUnavailable: '25%', maxSurge: '25%' })
    defaultPodTemplate(spec)
  },
  validate(object) {
    const spec = objectOf(object['spec'])
    return [
      ...counts(spec),
      ...workloadSelectorErrors(spec, 'deployment'),
      ...podTemplateErrors(objectOf(spec['template']), 'spec.template', always),
      ...deploymentStrategyErrors(objectOf(spec['strategy'])),
      ...deadlineErrors(spec),
    ]
  },
  validateUpdate: selectorIsImmutable,
}

function deadlineErrors(spec: JsonObject): FieldError[] {
  const deadline = spec['progressDeadlineSeconds']
  if (typeof deadline !== 'number') return []
  const errors = notNegative(deadline, 'spec.progressDeadlineSeconds')
  return deadline <= numberOf(spec['minReadySeconds'])
    ? [
        ...errors,
        invalidValue('spec.progressDeadlineSeconds', deadline, 'must be greater than minReadySeconds'),
      ]
    : errors
}

function deploymentStrategyErrors(strategy: JsonObject): FieldError[] {
  const { type, rollingUpdate } = strategy
  if (type === 'Recreate')
    return rollingUpdate === undefined
      ? []
      : [
          forbiddenField(
            'spec.strategy.rollingUpdate',
            "may not be specified when strategy `type` is 'Recreate'",
          ),
        ]
  if (type !== 'RollingUpdate')
    return [unsupported('spec.strategy', { Type: type, RollingUpdate: null }, ['Recreate', 'RollingUpdate'])]
  const { maxUnavailable, maxSurge } = objectOf(rollingUpdate)
  const errors = [
    ...amountErrors(maxUnavailable, 'spec.strategy.rollingUpdate.maxUnavailable'),
    ...amountErrors(maxSurge, 'spec.strategy.rollingUpdate.maxSurge'),
  ]
  if (isZeroAmount(maxUnavailable) && isZeroAmount(maxSurge))
    errors.push(
      invalidValue(
        'spec.strategy.rollingUpdate.maxUnavailable',
        maxUnavailable,
        'may not be 0 when `maxSurge` is 0',
      ),
    )
  return errors
}

/** Checks a number or a percentage. */
export function amountErrors(amount: Json | undefined, field: string): FieldError[] {
  if (typeof amount === 'number') return notNegative(amount, field)
  if (typeof amount !== 'string' || /^[0-9]+%$/.test(amount)) return []
  return [
    invalidValue(
      field,
      amount,
      "a valid percent string must be a numeric string followed by an ending '%' (e.g. '1%',  or '93%', regex used for validation is '[0-9]+%')",
    ),
  ]
}

function isZeroAmount(amount: Json | undefined): boolean {
  return amount === 0 || amount === '0%'
}

export const replicaSet: Strategy = {
  generation: true,
  warnings,
  defaults(object) {
    const spec = specOf(object)
    setDefaults(spec, { replicas: 1 })
    defaultPodTemplate(spec)
  },
  validate(object) {
    const spec = objectOf(object['spec'])
    return [
      ...counts(spec),
      ...workloadSelectorErrors(spec, 'deployment'),
      ...podTemplateErrors(objectOf(spec['template']), 'spec.template', always),
    ]
  },
  validateUpdate: selectorIsImmutable,
}

export const replicationController: Strategy = {
  generation: true,
  refuse: (object) =>
    numberOf(at(object, 'spec', 'replicas')) > 0
      ? 'the simulated cluster runs no pods for a ReplicationController: use a Deployment'
      : undefined,
  orphansByDefault: true,
  defaults(object) {
    const spec = specOf(object)
    setDefaults(spec, { replicas: 1 })
    defaultPodTemplate(spec)
    const labels = objectOf(objectOf(spec['template'])['metadata'])['labels']
    if (labels === undefined) return
    setDefaults(spec, { selector: clone(labels) })
    setDefaults(childOf(object, 'metadata'), { labels: clone(labels) })
  },
  validate: (object) => counts(objectOf(object['spec'])),
}

const templateGeneration = 'deprecated.daemonset.template.generation'

export const daemonSet: Strategy = {
  generation: true,
  warnings,
  defaults(object) {
    const spec = specOf(object)
    setDefaults(spec, { revisionHistoryLimit: 10 })
    const strategy = childOf(spec, 'updateStrategy')
    setDefaults(strategy, { type: 'RollingUpdate' })
    if (strategy['type'] === 'RollingUpdate')
      setDefaults(childOf(strategy, 'rollingUpdate'), { maxUnavailable: 1, maxSurge: 0 })
    setDefaults(childOf(childOf(object, 'metadata'), 'annotations'), { [templateGeneration]: '0' })
    defaultPodTemplate(spec)
  },
  prepareCreate: (object) => setTemplateGeneration(object, 1),
  prepareUpdate(object, old) {
    const before = Number(old.metadata.annotations?.[templateGeneration] ?? 1)
    const isSame = equal(objectOf(object['spec'])['template'], objectOf(old['spec'])['template'])
    setTemplateGeneration(object, isSame ? before : before + 1)
  },
  validate(object) {
    const spec = objectOf(object['spec'])
    return [
      ...counts(spec),
      ...workloadSelectorErrors(spec, 'daemonset'),
      ...podTemplateErrors(objectOf(spec['template']), 'spec.template', always),
      ...updateStrategyErrors(objectOf(spec['updateStrategy'])),
    ]
  },
  validateUpdate: selectorIsImmutable,
}

function updateStrategyErrors({ type, rollingUpdate }: JsonObject): FieldError[] {
  if (type === 'RollingUpdate' || type === 'OnDelete') return []
  const internal = { Type: type ?? '', RollingUpdate: rollingUpdate ?? null }
  return [unsupported('spec.updateStrategy', internal, ['RollingUpdate', 'OnDelete'])]
}

function setTemplateGeneration({ metadata }: KubeObject, generation: number): void {
  metadata.annotations = { ...metadata.annotations, [templateGeneration]: String(generation) }
}

const changeableOfStatefulSet = [
  'replicas',
  'ordinals',
  'template',
  'updateStrategy',
  'revisionHistoryLimit',
  'persistentVolumeClaimRetentionPolicy',
  'minReadySeconds',
] as const

export const statefulSet: Strategy = {
  generation: true,
  warnings,
  defaults(object) {
    const spec = specOf(object)
    setDefaults(spec, { replicas: 1, revisionHistoryLimit: 10, podManagementPolicy: 'OrderedReady' })
    const strategy = childOf(spec, 'updateStrategy')
    setDefaults(strategy, { type: 'RollingUpdate' })
    if (strategy['type'] === 'RollingUpdate')
      setDefaults(childOf(strategy, 'rollingUpdate'), { partition: 0 })
    setDefaults(childOf(spec, 'persistentVolumeClaimRetentionPolicy'), {
      whenDeleted: 'Retain',
      whenScaled: 'Retain',
    })
    for (const claim of objectsOf(spec['volumeClaimTemplates'])) {
      Object.assign(claim, { apiVersion: 'v1', kind: 'PersistentVolumeClaim' })
      setDefaults(childOf(claim, 'spec'), { volumeMode: 'Filesystem' })
      setDefaults(childOf(claim, 'status'), { phase: 'Pending' })
    }
    defaultPodTemplate(spec)
  },
  validate(object) {
    const spec = objectOf(object['spec'])
    const policy = stringOf(spec['podManagementPolicy'])
    return [
      ...(['OrderedReady', 'Parallel'].includes(policy)
        ? []
        : [invalidValue('spec.podManagementPolicy', policy, "must be 'OrderedReady' or 'Parallel'")]),
      ...counts(spec),
      ...(isEmptySelector(spec['selector']) && spec['selector'] !== undefined
        ? [invalidValue('spec.selector', spec['selector'], 'empty selector is invalid for statefulset')]
        : workloadSelectorErrors(spec, 'statefulset')),
      ...podTemplateErrors(withClaims(spec), 'spec.template', always),
    ]
  },
  validateUpdate(object, old) {
    const rest = (each: KubeObject) => {
      const spec = { ...objectOf(each['spec']) }
      for (const key of changeableOfStatefulSet) delete spec[key]
      return spec
    }
    if (equal(rest(object), rest(old))) return []
    const names = changeableOfStatefulSet
      .slice(0, -1)
      .map((name) => `'${name}'`)
      .join(', ')
    return [
      forbiddenField(
        'spec',
        `updates to statefulset spec for fields other than ${names} and 'minReadySeconds' are forbidden`,
      ),
    ]
  },
}

/** Returns the template with the set's claims as volumes, which its pods may mount. */
function withClaims(spec: JsonObject): JsonObject {
  const template = objectOf(spec['template'])
  const pod = objectOf(template['spec'])
  const claims = objectsOf(spec['volumeClaimTemplates']).map((claim) => {
    const name = objectOf(claim['metadata'])['name'] ?? ''
    return { name, persistentVolumeClaim: { claimName: name } }
  })
  const named = new Set(claims.map(({ name }) => name))
  const others = objectsOf(pod['volumes']).filter(({ name }) => !named.has(name ?? ''))
  return { ...template, spec: { ...pod, volumes: [...others, ...claims] } }
}
