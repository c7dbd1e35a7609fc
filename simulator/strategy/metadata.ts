import { forbiddenField, immutable, invalidValue, required } from '../errors/field-errors.ts'
import type { FieldError } from '../errors/status-error.ts'
import { equal } from '../json.ts'
import { nameProblems, type NameRule, qualifiedNameProblems } from '../schema/names.ts'
import type { KubeObject, Metadata } from '../storage/object.ts'
import { labelErrors } from './labels.ts'

const annotationLimit = 256 * 1024

export function validateMetadata(metadata: Metadata, rule: NameRule, namespaced: boolean): FieldError[] {
  const errors: FieldError[] = []
  if (metadata.generateName !== undefined && metadata.generateName !== '') {
    // A trailing dash is valid, because a suffix follows it.
    const prefix = metadata.generateName.replace(/-$/, 'a')
    errors.push(
      ...nameProblems(prefix, rule).map((detail) =>
        invalidValue('metadata.generateName', metadata.generateName, detail),
      ),
    )
  }
  if (metadata.name === '') errors.push(required('metadata.name', 'name or generateName is required'))
  else
    errors.push(
      ...nameProblems(metadata.name, rule).map((detail) =>
        invalidValue('metadata.name', metadata.name, detail),
      ),
    )
  if (namespaced && metadata.namespace !== undefined)
    errors.push(
      ...nameProblems(metadata.namespace, 'label').map((detail) =>
        invalidValue('metadata.namespace', metadata.namespace, detail),
      ),
    )
  errors.push(...labelErrors(metadata.labels, 'metadata.labels'))
  errors.push(...annotationErrors(metadata.annotations))
  errors.push(...ownerErrors(metadata))
  errors.push(...finalizerErrors(metadata))
  return errors
}

const standardFinalizers = new Set(['kubernetes', 'orphan', 'foregroundDeletion'])

function isStandardOrQualified(finalizer: string): boolean {
  return finalizer.includes('/') || standardFinalizers.has(finalizer)
}

function finalizerErrors({ finalizers = [] }: Metadata): FieldError[] {
  return finalizers.flatMap((finalizer) =>
    qualifiedNameProblems(finalizer).map((detail) => invalidValue('metadata.finalizers', finalizer, detail)),
  )
}

/** Returns the errors of finalizers without a domain, which most built-in kinds refuse in every write. */
export function unqualifiedFinalizerErrors({ finalizers = [] }: Metadata): FieldError[] {
  return finalizers.flatMap((finalizer, index) =>
    isStandardOrQualified(finalizer)
      ? []
      : [
          invalidValue(
            `metadata.finalizers[${index}]`,
            finalizer,
            'name is neither a standard finalizer name nor is it fully qualified',
          ),
        ],
  )
}

/** Returns the warnings about new finalizers without a domain, which custom resources may have. */
export function unqualifiedFinalizerWarnings(object: KubeObject, old: KubeObject | undefined): string[] {
  const before = old?.metadata.finalizers ?? []
  return (object.metadata.finalizers ?? [])
    .filter((finalizer) => !isStandardOrQualified(finalizer) && !before.includes(finalizer))
    .map(
      (finalizer) =>
        `metadata.finalizers: ${JSON.stringify(finalizer)}: prefer a domain-qualified finalizer name to avoid accidental conflicts with other finalizer writers`,
    )
}

function annotationErrors(annotations: Readonly<Record<string, string>> | undefined): FieldError[] {
  const errors: FieldError[] = []
  let size = 0
  for (const [key, value] of Object.entries(annotations ?? {})) {
    errors.push(
      ...qualifiedNameProblems(key.toLowerCase()).map((detail) =>
        invalidValue('metadata.annotations', key, detail),
      ),
    )
    size += Buffer.byteLength(key) + Buffer.byteLength(value)
  }
  if (size > annotationLimit)
    errors.push({
      type: 'too long',
      field: 'metadata.annotations',
      detail: `may not be more than ${annotationLimit} bytes`,
    })
  return errors
}

function ownerErrors(metadata: Metadata): FieldError[] {
  const owners = metadata.ownerReferences ?? []
  const errors: FieldError[] = owners.flatMap((owner) => {
    const field = 'metadata.ownerReferences'
    const value = { ...owner }
    return [
      ...(owner.apiVersion === '' || owner.apiVersion === undefined
        ? [invalidValue(`${field}.apiVersion`, '', 'version must not be empty')]
        : []),
      ...(owner.kind ? [] : [invalidValue(`${field}.kind`, value.kind ?? '', 'must not be empty')]),
      ...(owner.name ? [] : [invalidValue(`${field}.name`, value.name ?? '', 'must not be empty')]),
      ...(owner.uid ? [] : [invalidValue(`${field}.uid`, value.uid ?? '', 'must not be empty')]),
    ]
  })
  const controllers = owners.filter((owner) => owner.controller === true)
  const [first, second] = controllers
  if (first !== undefined && second !== undefined)
    errors.push(
      invalidValue(
        'metadata.ownerReferences',
        owners,
        `Only one reference can have Controller set to true. Found "true" in references for ${first.kind}/${first.name} and ${second.kind}/${second.name}`,
      ),
    )
  return errors
}

/** Returns the errors of an update: changes of immutable metadata, and values that are never valid. */
export function validateMetadataUpdate(object: KubeObject, old: KubeObject): FieldError[] {
  const [next, before] = [object.metadata, old.metadata]
  const errors: FieldError[] = []
  for (const key of [
    'name',
    'namespace',
    'uid',
    'creationTimestamp',
    'deletionTimestamp',
    'deletionGracePeriodSeconds',
  ] as const)
    if (!equal(next[key], before[key])) errors.push(invalidValue(`metadata.${key}`, next[key], immutable))
  if (before.deletionTimestamp !== undefined) {
    const added = (next.finalizers ?? []).filter((each) => !(before.finalizers ?? []).includes(each))
    if (added.length > 0)
      errors.push(
        forbiddenField(
          'metadata.finalizers',
          `no new finalizers can be added if the object is being deleted, found new finalizers []string{${added.map((each) => JSON.stringify(each)).join(', ')}}`,
        ),
      )
  }
  return [
    ...errors,
    ...labelErrors(next.labels, 'metadata.labels'),
    ...annotationErrors(next.annotations),
    ...ownerErrors(next),
  ]
}
