import type { FieldError } from '../errors.ts'
import { shownValue } from '../errors.ts'
import { Name } from '../name-rules.ts'
import { parseQualifiedName } from '../names.ts'
import { duplicateNameErrors, unknownNameError } from '../names-in-lists.ts'
import { didYouMean } from '../similar.ts'
import type { Kind } from '../kinds/kind.ts'
import type { ResourceIdentity } from '../manifests.ts'
import type { Dependency } from './declaration.ts'
import { dependencyType, divideSpec, settableFields } from './types.ts'

/** The validation of one object of a dependency. */
export interface DependencyChecks {
  /** Returns the errors of the spec of an object without its references, at `path`. */
  checkSpec(kind: Kind, spec: Record<string, unknown>, path: string): FieldError[]
  /** The resources of the application, against which the names of `inject` are checked; undefined if they are unknown. */
  resources: readonly ResourceIdentity[] | undefined
}

/** The maximum depth of applications that are declared within applications. */
const maxDepth = 4

/** Returns the errors of dependencies whose fields have the right types, at `path`. */
export function dependencyErrors(
  list: readonly Dependency[],
  path: string,
  checks: DependencyChecks,
): FieldError[] {
  return [
    ...duplicateNameErrors(list, path),
    ...list.flatMap((dependency, index) => errorsOf(dependency, `${path}[${index}]`, checks)),
  ]
}

function errorsOf(dependency: Dependency, path: string, checks: DependencyChecks): FieldError[] {
  return [
    ...sourceErrors(dependency, path),
    ...nameErrors(dependency, path),
    ...specErrors(dependency, path, checks),
    ...injectionErrors(dependency, path, checks),
  ]
}

/** Returns the errors of the fields that say where the object of a dependency comes from. */
function sourceErrors({ name, ...dependency }: Dependency, path: string): FieldError[] {
  const { definition, instance, shared, profile, kind, spec } = dependency
  const type = dependencyType(dependency)
  const forbid = (field: string, message: string, remedy: string): FieldError => ({
    path: `${path}.${field}`,
    code: 'FORBIDDEN',
    message,
    remedy,
  })
  const errors: FieldError[] = []
  if (instance !== undefined && type.isPrivate) {
    const remedy = `Set definition to the name of a ${type.definition?.kind ?? kind}.`
    errors.push(forbid('instance', `is not possible for ${kind}, which serves one application`, remedy))
  }
  if (instance !== undefined) {
    const others = { definition, spec, shared, profile }
    for (const [field, value] of Object.entries(others))
      if (value !== undefined)
        errors.push(
          forbid(
            field,
            'cannot be combined with instance',
            `Remove it, or remove instance to get an object of its own.`,
          ),
        )
    return errors
  }
  if (profile !== undefined && type.profiled === undefined)
    errors.push(forbid('profile', `is not possible for ${kind}, which has no profiles`, 'Remove it.'))
  if (definition !== undefined && type.definition === undefined)
    errors.push(
      forbid('definition', `is not a field of ${kind}, which has no definitions`, 'Use spec instead.'),
    )
  if (definition === undefined && spec === undefined)
    errors.push({
      path,
      code: 'REQUIRED',
      message: `specifies no object for dependency ${shownValue(name)}`,
      remedy:
        type.definition === undefined
          ? `Set spec, or instance to the name of an existing ${type.instance.kind}.`
          : `Set spec, definition to the name of a ${type.definition.kind}, or instance to that of a ${type.instance.kind}.`,
    })
  if (shared !== undefined && type.attachedBy !== undefined)
    errors.push(
      forbid('shared', `is not possible for ${kind}, which belongs to one application`, 'Remove it.'),
    )
  return errors
}

function nameErrors({ definition, instance, shared, profile }: Dependency, path: string): FieldError[] {
  return Object.entries({ definition, instance, shared, profile }).flatMap(([field, value]): FieldError[] => {
    if (value === undefined) return []
    const { project, name } = parseQualifiedName(value, 'default')
    const isQualified = field !== 'shared' || !value.includes('/')
    if (isQualified && Name.safeParse(project).success && Name.safeParse(name).success) return []
    const message = field === 'shared' ? 'must be a name' : 'must be a name, or project/name'
    return [{ path: `${path}.${field}`, code: 'INVALID', message, value: shownValue(value) }]
  })
}

function specErrors(
  dependency: Dependency,
  path: string,
  { checkSpec, resources }: DependencyChecks,
): FieldError[] {
  const { spec, definition } = dependency
  if (spec === undefined) return []
  const type = dependencyType(dependency)
  const at = `${path}.spec`
  if (at.split('.spec.dependencies').length > maxDepth) {
    const message = `is nested more than ${maxDepth} levels deep`
    return [
      { path: at, code: 'TOO_MANY', message, remedy: 'Declare it as a WorkloadDefinition and name that.' },
    ]
  }
  const known = settableFields(type, definition !== undefined)
  const unknown = Object.keys(spec).filter((field) => !known.includes(field))
  if (unknown.length > 0) return unknown.map((field) => unknownFieldError(`${at}.${field}`, { field, known }))
  const specs = divideSpec(dependency)
  const { checkWithApplication } = type.instance.dependency ?? {}
  const problems = resources === undefined ? [] : (checkWithApplication?.(spec, resources) ?? [])
  return [
    ...problems.map((problem) => ({ ...problem, path: `${at}.${problem.path}` })),
    ...(type.definition === undefined || definition !== undefined
      ? []
      : checkSpec(type.definition, specs.definition, at)),
    ...checkSpec(type.instance, specs.instance, at),
  ]
}

function unknownFieldError(
  path: string,
  { field, known }: { field: string; known: readonly string[] },
): FieldError {
  const remedy = didYouMean(field, known) || `Fields are ${known.join(', ')}.`
  return { path, code: 'UNKNOWN_FIELD', message: 'is not a field of the dependency', remedy }
}

/** The kinds of resources whose pods can get environment variables. */
export const injectableKinds: ReadonlySet<string> = new Set([
  'Deployment',
  'StatefulSet',
  'DaemonSet',
  'ReplicaSet',
  'Job',
  'CronJob',
])

function injectionErrors(
  { inject = [] }: Dependency,
  path: string,
  { resources }: DependencyChecks,
): FieldError[] {
  if (resources === undefined) return []
  const names = resources.filter(({ kind }) => injectableKinds.has(kind)).map(({ name }) => name)
  return inject.flatMap(({ workload }, index): FieldError[] => {
    if (workload === undefined || names.includes(workload)) return []
    const message = 'is not a Deployment, StatefulSet, DaemonSet, Job or CronJob of the definition'
    const otherwise = names.length === 0 ? '' : `Use one of ${names.join(', ')}.`
    const at = `${path}.inject[${index}].workload`
    return [unknownNameError({ path: at, name: workload, message }, names, otherwise)]
  })
}
