import { dependencyLabel, parseQualifiedName, shortReference } from '../names.ts'
import type { Kind } from '../kinds/kind.ts'
import { shortName } from '../short-name.ts'
import type { Dependency } from './declaration.ts'
import { attachingField, dependencyType, divideSpec } from './types.ts'

/** The application whose dependencies are resolved: an instance. */
export interface Application {
  kind: string
  name: string
  project: string
  /** Its runtime, as `project/name`. */
  runtime: string
  /** Its own tier, which its dependencies share. */
  tier?: string | undefined
}

/** The desired state of an object that an application owns for one of its dependencies. */
export interface DependencyDocument {
  kind: string
  name: string
  project: string
  labels: Record<string, string>
  spec: Record<string, unknown>
}

/** The objects of one dependency of an application. */
export interface ResolvedDependency {
  dependency: Dependency
  /** The object that provides it. */
  target: { kind: string; project: string; name: string }
  /** The objects that the application owns for it, in the order of their creation; none if it uses an existing one. */
  documents: readonly DependencyDocument[]
}

/**
 * Resolves the dependencies of an application to the objects that provide them. A pure function of its arguments, so that a
 * plan shows what a reconcile will do.
 */
export function resolveDependencies(
  application: Application,
  dependencies: readonly Dependency[],
): ResolvedDependency[] {
  return dependencies.map((dependency) => resolve(application, dependency))
}

function resolve(application: Application, dependency: Dependency): ResolvedDependency {
  const type = dependencyType(dependency)
  const { project } = application
  if (dependency.instance !== undefined) {
    const existing = parseQualifiedName(dependency.instance, project)
    return { dependency, target: { kind: type.instance.kind, ...existing }, documents: [] }
  }
  const name = dependency.shared ?? shortName(`${application.name}-${dependency.name}`)
  const metadata = { name, project, labels: { [dependencyLabel]: dependency.name } }
  const specs = divideSpec(dependency, application.name)
  const profileOf = (kind: Kind): { profile?: string } =>
    dependency.profile !== undefined && type.profiled === kind ? { profile: dependency.profile } : {}
  const definition =
    type.definition === undefined || dependency.definition !== undefined
      ? []
      : [
          {
            kind: type.definition.kind,
            ...metadata,
            spec: { ...specs.definition, ...profileOf(type.definition) },
          },
        ]
  const filled = [
    [type.definitionField, dependency.definition ?? name],
    [type.runtimeField, shortReference(application.runtime, project)],
    [attachingField(type, application.kind), application.name],
    ['tier' in type.instance.spec.shape ? 'tier' : undefined, application.tier],
  ].filter(([field, value]) => field !== undefined && value !== undefined)
  const instance = {
    kind: type.instance.kind,
    ...metadata,
    spec: {
      ...specs.instance,
      ...profileOf(type.instance),
      ...(Object.fromEntries(filled) as Record<string, string>),
    },
  }
  return {
    dependency,
    target: { kind: instance.kind, project, name },
    documents: [...definition, instance],
  }
}
