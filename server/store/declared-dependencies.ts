import { Dependency } from '../../schema/dependencies/declaration.ts'
import { kindNamed } from '../../schema/kinds/index.ts'

/** Returns the kind of the definitions of an instance, if these can declare dependencies. */
export function dependentDefinitionOf(kind: string): string | undefined {
  const definition = kindNamed(kind).pair?.definition
  return definition !== undefined && kindNamed(definition).dependencies !== undefined ? definition : undefined
}

/** Returns the dependencies that the spec of a definition declares. */
export function declaredDependencies(
  kind: string,
  spec: Readonly<Record<string, unknown>> | undefined,
): Dependency[] {
  const list = spec?.[kindNamed(kind).dependencies ?? '']
  return Array.isArray(list) ? list.map((each) => Dependency.parse(each)) : []
}
