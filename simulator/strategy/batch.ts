import { invalidValue, required, unsupported } from '../errors/field-errors.ts'
import type { FieldError } from '../errors/status-error.ts'
import { at, childOf, objectOf, stringOf, type Json, type JsonObject } from '../json.ts'
import { parseSchedule } from '../schema/schedule.ts'
import type { KubeObject } from '../storage/object.ts'
import { setDefaults, specOf } from './default-fields.ts'
import { immutableFields, immutableFieldErrors } from './immutable-fields.ts'
import { stringMap } from './labels.ts'
import { defaultPodTemplate } from './pod-defaults.ts'
import { podTemplateErrors } from './pod-validation.ts'
import type { Strategy } from './strategy.ts'
import { notNegative } from './workloads.ts'

const restartable = ['Never', 'OnFailure']

export const job: Strategy = {
  generation: true,
  orphansByDefault: true,
  defaults(object) {
    const spec = specOf(object)
    if (spec['completions'] === undefined && spec['parallelism'] === undefined)
      setDefaults(spec, { completions: 1 })
    setDefaults(spec, {
      parallelism: 1,
      backoffLimit: 6,
      completionMode: 'NonIndexed',
      suspend: false,
      manualSelector: false,
      podReplacementPolicy: spec['podFailurePolicy'] === undefined ? 'TerminatingOrFailed' : 'Failed',
    })
    defaultPodTemplate(spec)
  },
  prepareCreate(object) {
    const spec = specOf(object)
    if (spec['manualSelector'] === true) return
    const given = objectOf(objectOf(spec['selector'])['matchLabels'])
    const { name, uid } = object.metadata
    const labels = childOf(childOf(childOf(spec, 'template'), 'metadata'), 'labels')
    Object.assign(labels, {
      'job-name': name,
      'batch.kubernetes.io/job-name': name,
      'controller-uid': uid,
      'batch.kubernetes.io/controller-uid': uid,
    })
    spec['selector'] = { matchLabels: { ...given, 'batch.kubernetes.io/controller-uid': uid } }
    object.metadata.labels ??= stringMap(labels)
  },
  validate(object) {
    const spec = objectOf(object['spec'])
    return [
      ...[
        'parallelism',
        'completions',
        'backoffLimit',
        'activeDeadlineSeconds',
        'ttlSecondsAfterFinished',
      ].flatMap((key) => notNegative(spec[key], `spec.${key}`)),
      ...selectorProblems(object),
      ...restartErrors(spec, 'spec.template'),
    ]
  },
  validateUpdate(object, old) {
    return [...completionErrors(object, old), ...immutableFieldsOfJob(object, old)]
  },
}

const immutableFieldsOfJob = immutableFields(
  'spec.selector',
  'spec.template',
  'spec.completionMode',
  'spec.podFailurePolicy',
  'spec.backoffLimitPerIndex',
  'spec.managedBy',
  'spec.successPolicy',
)

/** Refuses a change of the completions, unless each pod has an index and all of them run concurrently. */
function completionErrors(object: KubeObject, old: KubeObject): FieldError[] {
  const { completions, parallelism, completionMode } = objectOf(object['spec'])
  const was = at(old, 'spec', 'completions')
  if (completionMode !== 'Indexed' || completions === undefined || was === undefined)
    return immutableFieldErrors(object, old, { path: 'spec.completions' })
  return completions === was || completions === parallelism
    ? []
    : [invalidValue('spec.completions', completions, 'can only be modified in tandem with spec.parallelism')]
}

/** Checks the selector of a job, which the server generates unless `manualSelector` is set. */
function selectorProblems(object: KubeObject): FieldError[] {
  const { selector, manualSelector, template } = objectOf(object['spec'])
  if (manualSelector === true || Object.keys(objectOf(objectOf(selector)['matchLabels'])).length <= 1)
    return []
  const labels = stringMap(objectOf(objectOf(template)['metadata'])['labels'])
  return [
    invalidValue('spec.selector', selector, '`selector` not auto-generated'),
    invalidValue('spec.template.metadata.labels', labels, '`selector` does not match template `labels`'),
  ]
}

/** Refuses the restart policy Always, which is the default but impossible for jobs. */
function restartErrors(spec: JsonObject, field: string): FieldError[] {
  const template = objectOf(spec['template'])
  const policy = stringOf(objectOf(template['spec'])['restartPolicy'])
  const errors = podTemplateErrors(template, field, ['Always', ...restartable])
  if (restartable.includes(policy)) return errors
  // The most frequent omission: the default is the one policy that jobs cannot have.
  return [...errors, required(`${field}.spec.restartPolicy`, 'valid values: "OnFailure", "Never"')]
}

const policies = ['Allow', 'Forbid', 'Replace']

export const cronJob: Strategy = {
  generation: true,
  defaults(object) {
    const spec = specOf(object)
    setDefaults(spec, {
      concurrencyPolicy: 'Allow',
      suspend: false,
      successfulJobsHistoryLimit: 3,
      failedJobsHistoryLimit: 1,
    })
    defaultPodTemplate(childOf(childOf(spec, 'jobTemplate'), 'spec'))
  },
  validate(object: KubeObject) {
    const spec = objectOf(object['spec'])
    const schedule = stringOf(spec['schedule'])
    const problem = schedule === '' ? undefined : parseSchedule(schedule)
    return [
      ...(schedule === '' ? [required('spec.schedule')] : []),
      ...(typeof problem === 'string' ? [invalidValue('spec.schedule', schedule, problem)] : []),
      ...notNegative(spec['startingDeadlineSeconds'], 'spec.startingDeadlineSeconds'),
      ...zoneErrors(spec['timeZone']),
      ...(policies.includes(stringOf(spec['concurrencyPolicy']))
        ? []
        : [unsupported('spec.concurrencyPolicy', spec['concurrencyPolicy'], policies)]),
      ...notNegative(spec['successfulJobsHistoryLimit'], 'spec.successfulJobsHistoryLimit'),
      ...notNegative(spec['failedJobsHistoryLimit'], 'spec.failedJobsHistoryLimit'),
      ...restartErrors(objectOf(objectOf(spec['jobTemplate'])['spec']), 'spec.jobTemplate.spec.template'),
      ...(object.metadata.name.length > 52
        ? [invalidValue('metadata.name', object.metadata.name, 'must be no more than 52 characters')]
        : []),
    ]
  },
}

function zoneErrors(zone: Json | undefined): FieldError[] {
  if (zone === undefined) return []
  const name = stringOf(zone)
  if (name === '') return [invalidValue('spec.timeZone', name, 'timeZone must be nil or non-empty string')]
  const explicit = 'timeZone must be an explicit time zone as defined in https://www.iana.org/time-zones'
  return [
    ...(name.toLowerCase() === 'local' ? [invalidValue('spec.timeZone', name, explicit)] : []),
    ...(isTimeZone(name) ? [] : [invalidValue('spec.timeZone', name, `unknown time zone ${name}`)]),
  ]
}

function isTimeZone(name: string): boolean {
  // JavaScript knows offsets as well, as in +01:00.
  if (!/^[A-Za-z]/.test(name)) return false
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}
