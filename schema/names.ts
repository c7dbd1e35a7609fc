/** The project of objects that specify none. The first server that starts creates it. */
export const defaultProject = 'default'

/** Returns what a command of qleetctl needs to find an object of a project; nothing for the default project and objects without one. */
export function inProject(project: string | null | undefined): string {
  return project == null || project === defaultProject ? '' : ` --project ${project}`
}

/**
 * The name of an object with its project. A reference is the name of an object of the same project, or `project/name`.
 */
export interface QualifiedName {
  project: string
  name: string
}

/** Returns a reference as it is stored: an object of the same project by its bare name. */
export function shortReference(reference: string, project: string): string {
  const own = `${project}/`
  return reference.startsWith(own) ? reference.slice(own.length) : reference
}

export function parseQualifiedName(reference: string, project: string): QualifiedName {
  const slash = reference.indexOf('/')
  if (slash < 0) return { project, name: reference }
  return { project: reference.slice(0, slash), name: reference.slice(slash + 1) }
}

/** Returns a reference with its project: `project/name`. */
export function qualify(reference: string, project: string): string {
  return reference.includes('/') ? reference : `${project}/${reference}`
}

/** Converts `WorkloadInstance` and `dryRun` to the spelling of the command line: `workload-instance`, `dry-run`. */
export function kebabCase(name: string): string {
  return name.replaceAll(/(?<=[a-z0-9])(?=[A-Z])/g, '-').toLowerCase()
}

export { dependencyLabel, profileLabel, supportServiceLabel } from './own-labels.ts'
