import { allKinds } from '../kinds/index.ts'
import type { Kind } from '../kinds/kind.ts'
import { hostLabel } from '../host-name.ts'
import { decidedFields } from '../profiles/fields.ts'
import type { Dependency } from './declaration.ts'

/** The kinds behind the name of a dependency's kind. */
export interface DependencyType {
  /** The kind that a definition has; undefined for kinds without definitions. */
  definition: Kind | undefined
  instance: Kind
  /** The spec field of the instance that refers to its definition. */
  definitionField: string | undefined
  /** The spec field of the instance that refers to its runtime. */
  runtimeField: string | undefined
  /** The spec field of the instance that refers to the application it is attached to. */
  attachedBy: string | undefined
  /** True if an object serves only the application that it is attached to. */
  isPrivate: boolean
  /** The one of its kinds whose objects profiles provide; undefined if there is none. */
  profiled: Kind | undefined
}

const types = new Map(
  allKinds
    .filter(({ dependency }) => dependency !== undefined)
    .map((kind) => [kind.pair?.name ?? kind.kind, typeOf(kind)]),
)

/** The names of all kinds that declare `dependency`, in the order of the registry. */
export const declaredDependencyKinds: readonly string[] = [...types.keys()]

/** The kinds to which dependencies may refer: definitions and instances. */
export const dependencyTargets: readonly string[] = [
  ...new Set(
    [...types.values()].flatMap(({ definition, instance }) => [instance.kind, definition?.kind ?? []].flat()),
  ),
]

/** Returns the kinds of a dependency. */
export function dependencyType({ kind }: Pick<Dependency, 'kind'>): DependencyType {
  const type = types.get(kind)
  if (type === undefined) throw new Error(`no kind declares to be the dependency ${kind}`)
  return type
}

function typeOf(instance: Kind): DependencyType {
  const definition = allKinds.find(({ kind }) => kind === instance.pair?.definition)
  const fieldTo = (to: string | undefined): string | undefined =>
    instance.references.find((reference) => reference.to === to)?.field
  return {
    definition,
    instance,
    definitionField: definition && fieldTo(definition.kind),
    runtimeField: fieldTo('KubernetesRuntimeInstance'),
    attachedBy: instance.dependency?.attachedBy,
    isPrivate: instance.dependency?.isPrivate === true,
    profiled: [instance, definition].find((kind) => kind?.profiled !== undefined),
  }
}

/**
 * Returns the spec field by which an object is attached to an application of a kind; undefined for an object that is attached
 * to none.
 */
export function attachingField(
  { instance, attachedBy }: Pick<DependencyType, 'instance' | 'attachedBy'>,
  application: string,
): string | undefined {
  if (attachedBy === undefined) return undefined
  const fields = instance.references.filter(
    ({ field, insteadOf }) => field === attachedBy || insteadOf === attachedBy,
  )
  return fields.find(({ to }) => to === application)?.field
}

/** Returns the spec fields that a dependency may set: those that QleetOS does not set itself. */
export function settableFields(
  { definition, instance, ...filled }: DependencyType,
  usesDefinition: boolean,
): string[] {
  const own = usesDefinition ? [] : Object.keys(definition?.spec.shape ?? {})
  const instead = instance.references.filter(({ insteadOf }) => insteadOf === filled.attachedBy)
  const given = [
    ...(filled.attachedBy === undefined ? [] : instead.map(({ field }) => field)),
    filled.definitionField,
    filled.runtimeField,
    filled.attachedBy,
    'tier',
    ...(instance.profiled === undefined ? [] : decidedFields),
  ]
  const decided: readonly string[] = decidedFields
  const fields = Object.keys(instance.spec.shape).filter((field) => !given.includes(field))
  const isOwn = (field: string): boolean => definition?.profiled === undefined || !decided.includes(field)
  return [...new Set([...own.filter(isOwn), ...fields])]
}

/** The specs of the objects of a dependency, from the one spec that it declares. */
export interface DependencySpecs {
  definition: Record<string, unknown>
  instance: Record<string, unknown>
}

/**
 * Divides the spec of a dependency between its definition, if it has one of its own, and its instance.
 *
 * @param application The name of the application, which `{name}` in host names stands for. Default: one that is valid there.
 */
export function divideSpec(dependency: Dependency, application = 'name'): DependencySpecs {
  const { definition, instance } = dependencyType(dependency)
  const ofDefinition = dependency.definition === undefined ? definition : undefined
  const hostFields = instance.dependency?.hostFields ?? []
  const entries = Object.entries(dependency.spec ?? {}).map(([field, value]): [string, unknown] => [
    field,
    hostFields.includes(field) && typeof value === 'string'
      ? value.replaceAll('{name}', hostLabel(application))
      : value,
  ])
  const isOf = (kind: Kind | undefined, field: string): boolean =>
    kind !== undefined && Object.hasOwn(kind.spec.shape, field)
  return {
    definition: Object.fromEntries(entries.filter(([field]) => isOf(ofDefinition, field))),
    instance: Object.fromEntries(
      entries.filter(([field]) => isOf(instance, field) && !isOf(ofDefinition, field)),
    ),
  }
}
