import { z } from 'zod'
import { shownValue, type FieldError } from './errors.ts'
import { plainMessages } from './input-messages.ts'
import { hiddenFieldsOf, issueErrors, join } from './issue-errors.ts'
import { findKind, allKinds } from './kinds/index.ts'
import type { Kind, SpecProblem } from './kinds/kind.ts'
import { Autoscaling, autoscalingErrors } from './autoscaling.ts'
import { dependencyErrors } from './dependencies/check.ts'
import { defined } from './defined.ts'
import { Dependency } from './dependencies/declaration.ts'
import { maxSpecValues } from './limits.ts'
import { manifestTextErrors } from './manifest-text.ts'
import { digestManifests, isRecord, type ResourceIdentity } from './manifests.ts'
import { onceForEach } from './once-for-each.ts'
import { own } from './own.ts'
import { Parameter, parameterErrors } from './parameters.ts'
import { valuesErrors } from './values-document.ts'
import { placeholderPattern } from './secret-syntax.ts'
import { Annotations, Labels, Name } from './name-rules.ts'
import { defaultProject, shortReference } from './names.ts'

/** The desired state of an object as a client sends it, before validation. */
export interface ObjectInput {
  kind: string
  name: unknown
  project?: unknown
  labels?: unknown
  /** The complete annotations; omitted to retain those of the stored object. */
  annotations?: unknown
  spec: unknown
  /** Fails the write if the object has been edited since this version, or, with 0, if the object exists. */
  expectedVersion?: number | undefined
}

/** The desired state of an object after validation without regard to other objects. */
export interface Draft {
  kind: Kind
  name: string
  project: string
  labels: Record<string, string>
  /** Absent to retain those of the stored object. */
  annotations?: Record<string, string>
  spec: Record<string, unknown>
  /** The outputs of a kind without a reconciler: see `derive` of the kind. */
  outputs: Record<string, unknown>
  /** The object of the same kind that it is a copy of: equal secret values of both have equal placeholders. */
  copyOf?: Pick<Draft, 'project' | 'name'>
}

/**
 * Returns the schema of a spec as users write it: fields for which the store has a default are optional.
 * Building and compiling a schema takes longer than many validations.
 */
export const inputSpec = onceForEach((kind: Kind): z.ZodObject => {
  const defaulted = kind.references.flatMap(({ field, defaultsToWhere }) =>
    defaultsToWhere === undefined ? [] : [field],
  )
  const fields = kind.profiled === undefined ? defaulted : [...defaulted, 'provider']
  return kind.spec.extend(
    Object.fromEntries(fields.map((field) => [field, z.optional(kind.spec.shape[field] ?? z.never())])),
  )
})

/** Returns the schema of the fields that an edit of a spec contains. */
const patchSpec = onceForEach((kind: Kind) => kind.spec.partial())

const GivenAnnotations = Annotations.optional()
const Dependencies = z.array(Dependency)
const Parameters = z.array(Parameter)
const Autoscalings = z.array(Autoscaling)

export function unknownKind(kind: string, path: string): FieldError {
  const known = allKinds.map((each) => each.kind).join(', ')
  return {
    path,
    code: 'NOT_SUPPORTED',
    message: 'is not a kind',
    value: shownValue(kind),
    remedy: `Use one of ${known}.`,
  }
}

/** Validates an object without regard to other objects, and collects all errors under `path`. */
export function checkObject(input: ObjectInput, path: string): { draft?: Draft; errors: FieldError[] } {
  const kind = findKind(input.kind)
  if (kind === undefined) return { errors: [unknownKind(input.kind, join(path, 'kind'))] }
  const tooLarge = specSizeErrors(input.spec, join(path, 'spec'))
  if (tooLarge.length > 0) return { errors: tooLarge }
  const given = kind.nameOf === undefined ? input.name : (input.name ?? givenName(kind, input.spec))
  const name = Name.safeParse(given, plainMessages)
  const project = Name.safeParse(input.project ?? defaultProject, plainMessages)
  const labels = Labels.safeParse(input.labels ?? {}, plainMessages)
  const annotations = GivenAnnotations.safeParse(input.annotations ?? undefined, plainMessages)
  const spec = inputSpec(kind).safeParse(input.spec ?? {}, plainMessages)
  const errors = [
    ...unstorable(
      {
        name: input.name,
        labels: labels.success ? input.labels : {},
        annotations: annotations.success ? input.annotations : {},
        spec: input.spec,
      },
      path,
    ),
    ...(name.success ? [] : issueErrors(name.error, { at: join(path, 'name'), input: input.name })),
    ...(project.success
      ? []
      : issueErrors(project.error, { at: join(path, 'project'), input: input.project })),
    ...(labels.success ? [] : issueErrors(labels.error, { at: join(path, 'labels'), input: input.labels })),
    ...(annotations.success
      ? []
      : issueErrors(annotations.error, { at: join(path, 'annotations'), input: input.annotations })),
    ...textErrors(kind, input.spec, join(path, 'spec')),
    ...dependencyErrorsOf(kind, input.spec, join(path, 'spec')),
    ...parameterErrorsOf(kind, input.spec, join(path, 'spec')),
    ...autoscalingErrorsOf(kind, input.spec, join(path, 'spec')),
    ...(spec.success ? [] : issueErrors(spec.error, { at: join(path, 'spec'), input: input.spec, kind })),
  ]
  if (!name.success || !project.success || !labels.success || !annotations.success || !spec.success)
    return { errors }
  if (errors.length > 0) return { errors }
  const contradictions = [
    ...(kind.check?.(spec.data) ?? []).map((problem) => problemError(problem, join(path, 'spec'))),
    ...nameErrors(kind, { name: name.data, spec: spec.data }, join(path, 'name')),
  ]
  if (contradictions.length > 0) return { errors: contradictions }
  const outputs = kind.derive?.(spec.data, { digestManifests }) ?? {}
  const draft = {
    kind,
    name: name.data,
    project: project.data,
    labels: labels.data,
    ...defined({ annotations: annotations.data }),
    spec: spec.data,
    outputs,
  }
  return { draft: { ...draft, spec: withShortReferences(draft) }, errors }
}

/** Returns the name that follows from a spec, or one that is valid for a spec that is not. */
function givenName(kind: Kind, spec: unknown): string {
  const { success, data } = inputSpec(kind).safeParse(spec ?? {})
  const name = success ? kind.nameOf?.(data) : undefined
  return Name.safeParse(name).data ?? kind.kind
}

/** Returns the error of a name that is not the one that follows from the spec. */
function nameErrors(kind: Kind, { name, spec }: Pick<Draft, 'name' | 'spec'>, path: string): FieldError[] {
  const expected = kind.nameOf?.(spec)
  if (expected === undefined || name === expected || !Name.safeParse(expected).success) return []
  const message = `must be ${shownValue(expected)}, which follows from its spec`
  return [{ path, code: 'INVALID', message, value: shownValue(name), remedy: 'Change it, or omit it.' }]
}

/**
 * Normalises references within the project of an object to the bare name, so that equal references are equal strings.
 */
function withShortReferences({ kind, project, spec }: Draft): Record<string, unknown> {
  const short = kind.references.flatMap(({ field, in: home = project }) => {
    const value = spec[field]
    if (kind.scope !== 'project' || typeof value !== 'string') return []
    const bare = shortReference(value, home)
    return bare === value ? [] : [[field, bare]]
  })
  const lists = kind.referenceLists.flatMap(({ field, key }) => {
    const names = spec[field]
    return key === undefined && Array.isArray(names)
      ? [[field, [...new Set(names.map((name) => shortReference(String(name), project)))]]]
      : []
  })
  return short.length + lists.length === 0
    ? spec
    : { ...spec, ...(Object.fromEntries([...short, ...lists]) as Record<string, unknown>) }
}

/** Returns a contradiction within a spec as the error of a field. */
export function problemError({ path, ...problem }: SpecProblem, specPath: string): FieldError {
  return { path: path === '' ? specPath : `${specPath}.${path}`, ...problem }
}

/** Validates the fields of a spec that an edit contains. */
export function checkPatch(kind: Kind, spec: unknown, path: string): FieldError[] {
  const tooLarge = specSizeErrors(spec, path)
  if (tooLarge.length > 0) return tooLarge
  const given = isRecord(spec)
    ? Object.fromEntries(Object.entries(spec).filter(([, value]) => value !== null))
    : (spec ?? {})
  const checked = patchSpec(kind).safeParse(given, plainMessages)
  return [
    ...textErrors(kind, given, path),
    ...dependencyErrorsOf(kind, given, path),
    ...parameterErrorsOf(kind, given, path),
    ...autoscalingErrorsOf(kind, given, path),
    ...(checked.success ? [] : issueErrors(checked.error, { at: path, input: given, kind })),
  ]
}

/** Validates the manifests and the values of charts in a spec. */
function textErrors(kind: Kind, spec: unknown, path: string): FieldError[] {
  if (!isRecord(spec)) return []
  const textsOf = (fields: readonly string[]): [field: string, text: string][] =>
    fields.flatMap((field) => {
      const text = own(spec, field)
      return typeof text === 'string' ? [[field, text]] : []
    })
  // The placeholder of a stored secret keeps its value.
  const values = textsOf(kind.values).filter(
    ([field, text]) => !(kind.secrets.includes(field) && placeholderPattern.test(text)),
  )
  return [
    ...textsOf(kind.manifests).flatMap(([field, text]) => manifestTextErrors(text, join(path, field))),
    ...values.flatMap(([field, text]) => valuesErrors(text, join(path, field))),
    ...overrideErrors(kind, spec, path),
  ]
}

/** Validates the values of charts in what single locations change. */
function overrideErrors(kind: Kind, spec: Record<string, unknown>, path: string): FieldError[] {
  const placement = own(spec, 'placement')
  const overrides = isRecord(placement) ? own(placement, 'overrides') : undefined
  if (!Array.isArray(overrides)) return []
  return overrides.flatMap((override: unknown, index) =>
    isRecord(override) ? textErrors(kind, override, join(path, `placement.overrides[${index}]`)) : [],
  )
}

/** Validates the dependencies in a spec, unless their fields have wrong types, which are errors of the spec. */
function dependencyErrorsOf(kind: Kind, spec: unknown, path: string): FieldError[] {
  const field = kind.dependencies
  if (field === undefined || !isRecord(spec)) return []
  const parsed = Dependencies.safeParse(own(spec, field))
  if (!parsed.success) return []
  return dependencyErrors(parsed.data, join(path, field), {
    checkSpec: dependencySpecErrors,
    resources: resourcesIn(kind, spec),
  })
}

/** Validates the parameters that a definition declares, unless their fields have wrong types. */
function parameterErrorsOf(kind: Kind, spec: unknown, path: string): FieldError[] {
  if (!kind.declaresParameters || !isRecord(spec)) return []
  const parsed = Parameters.safeParse(own(spec, 'parameters'))
  return parsed.success ? parameterErrors(parsed.data, join(path, 'parameters'), resourcesIn(kind, spec)) : []
}

/** Validates the autoscaling of a definition, unless its fields have wrong types. */
function autoscalingErrorsOf(kind: Kind, spec: unknown, path: string): FieldError[] {
  if (!('autoscaling' in kind.spec.shape) || !isRecord(spec)) return []
  const parsed = Autoscalings.safeParse(own(spec, 'autoscaling'))
  return parsed.success
    ? autoscalingErrors(parsed.data, join(path, 'autoscaling'), resourcesIn(kind, spec))
    : []
}

/** Returns the resources in the manifests of a spec; undefined if it has none, or a chart that renders others. */
function resourcesIn(kind: Kind, spec: Record<string, unknown>): ResourceIdentity[] | undefined {
  if (kind.values.length > 0) return undefined
  const texts = kind.manifests.map((each) => own(spec, each)).filter((text) => typeof text === 'string')
  return texts.length === 0 ? undefined : texts.flatMap((text) => [...digestManifests(text).resources])
}

/** Validates the spec of an object of a dependency. Its references are set when the object is created. */
function dependencySpecErrors(kind: Kind, spec: Record<string, unknown>, path: string): FieldError[] {
  const isSet = (field: string): boolean =>
    field === kind.dependency?.attachedBy || kind.spec.shape[field]?.safeParse(undefined).success === false
  const filled = Object.fromEntries(
    kind.references.flatMap(({ field }) => (isSet(field) ? [[field, 'x']] : [])),
  )
  const checked = kind.spec.safeParse({ ...filled, ...spec }, plainMessages)
  return [
    ...textErrors(kind, spec, path),
    ...inlineSecretErrors(kind, spec, path),
    ...dependencyErrorsOf(kind, spec, path),
    ...(checked.success
      ? (kind.check?.(checked.data) ?? []).map((problem) => ({ ...problem, path: join(path, problem.path) }))
      : issueErrors(checked.error, { at: path, input: spec, kind })),
  ]
}

/** Returns errors for secret values in the spec of a dependency, where they would not be stored encrypted. */
function inlineSecretErrors(kind: Kind, spec: Record<string, unknown>, path: string): FieldError[] {
  const holdsSecret = (text: unknown): boolean =>
    typeof text === 'string' && digestManifests(text).resources.some((each) => each.kind === 'Secret')
  const fields = [
    ...kind.secrets.filter((field) => own(spec, field) !== undefined),
    ...kind.secretMaps.flatMap(({ field }) => (own(spec, field) === undefined ? [] : [field])),
    ...kind.manifests.filter((field) => holdsSecret(own(spec, field))),
  ]
  return fields.map((field) => ({
    path: join(path, field),
    code: 'FORBIDDEN',
    message: 'contains secret values, which a dependency would not store encrypted',
    remedy: `Create a ${kind.kind} with it, and name that in the dependency.`,
  }))
}

/** Returns an error if a spec has too many values. Runs before any value is validated, and stops at the limit. */
function specSizeErrors(spec: unknown, path: string): FieldError[] {
  const pending: unknown[] = [spec]
  let count = 0
  while (pending.length > 0) {
    const value = pending.pop()
    if (typeof value !== 'object' || value === null) continue
    const keys = Object.keys(value)
    if ((count += keys.length) > maxSpecValues) {
      const message = `has more than ${maxSpecValues.toLocaleString('en')} values`
      return [{ path, code: 'TOO_MANY', message, remedy: 'Split it into several objects.' }]
    }
    for (const key of keys) pending.push(Reflect.get(value, key))
  }
  return []
}

const hiddenFields = new Set(allKinds.flatMap(hiddenFieldsOf))

/**
 * Returns an invalid value for display where the kind of the object is unknown. Omits possible secrets: values of
 * fields that are secret in any kind, objects and lists.
 */
export function shownAt(path: string, value: unknown): { value?: string } {
  const isHidden = path.split(/[.[\]]+/).some((segment) => hiddenFields.has(segment))
  return isHidden || (typeof value === 'object' && value !== null) ? {} : { value: shownValue(value) }
}

/**
 * Returns errors for strings with NUL or an unpaired surrogate, which Postgres cannot store, while the field is still
 * known.
 */
export function unstorable(value: unknown, path: string): FieldError[] {
  if (typeof value === 'string') {
    if (value.isWellFormed() && !value.includes('\0')) return []
    const message = 'contains a character that cannot be stored (NUL or an unpaired surrogate)'
    return [{ path, code: 'INVALID', message, remedy: 'Remove the character.' }]
  }
  if (Array.isArray(value)) return value.flatMap((item, index) => unstorable(item, `${path}[${index}]`))
  if (!isRecord(value)) return []
  return Object.entries(value).flatMap(([key, entry]) => [
    ...(key.isWellFormed() && !key.includes('\0') ? [] : unstorable(key, path)),
    // JSON parsers treat this key differently, and zod ignores it silently.
    ...(key === '__proto__'
      ? [
          {
            path: join(path, key),
            code: 'FORBIDDEN' as const,
            message: 'is not allowed as a field name',
            remedy: 'Choose another name.',
          },
        ]
      : []),
    ...unstorable(entry, join(path, key)),
  ])
}
