import { isRecord } from '../records.ts'
import { parseQualifiedName } from '../names.ts'
import { Dependency } from './declaration.ts'
import { dependencyType } from './types.ts'

/** A reference within the dependencies of a definition. */
export interface DependencyReference {
  /** The field by which it is stored: `dependencies.<name>`, stable when the order of dependencies changes. */
  field: string
  /** The path of the value, for errors. */
  path: string
  kind: string
  project: string
  name: string
}

/** The stored fields of all references in dependencies start with it. */
export const dependencyFieldPrefix = 'dependencies.'

interface Place {
  project: string
  /** The path of the list, for example `dependencies`. */
  path: string
  /** The field of the list, for example `dependencies`. */
  field: string
}

/**
 * Returns the references to existing definitions and instances in valid dependencies, including those of nested
 * applications.
 */
export function dependencyReferences(
  list: unknown,
  { project, path = 'dependencies', field = 'dependencies' }: Pick<Place, 'project'> & Partial<Place>,
): DependencyReference[] {
  if (!Array.isArray(list)) return []
  return list.flatMap((value: unknown, index) => {
    const parsed = Dependency.safeParse(value)
    if (!parsed.success) return []
    const dependency = parsed.data
    const { definition, instance } = dependencyType(dependency)
    const at = { field: `${field}.${dependency.name}`, path: `${path}[${index}]` }
    const own: DependencyReference[] =
      dependency.definition !== undefined && definition !== undefined
        ? [
            {
              field: at.field,
              path: `${at.path}.definition`,
              kind: definition.kind,
              ...parseQualifiedName(dependency.definition, project),
            },
          ]
        : dependency.instance === undefined
          ? []
          : [
              {
                field: at.field,
                path: `${at.path}.instance`,
                kind: instance.kind,
                ...parseQualifiedName(dependency.instance, project),
              },
            ]
    const nested = isRecord(dependency.spec) ? dependency.spec['dependencies'] : undefined
    return [
      ...own,
      ...dependencyReferences(nested, { project, path: `${at.path}.spec.dependencies`, field: at.field }),
    ]
  })
}
