import { shownValue } from '../errors.ts'
import type { OtherSpecs, SpecProblem } from '../kinds/kind.ts'
import { defaultProject } from '../names.ts'

/** Returns the problems of a policy by itself, except for those of its expressions, which only servers and qleetctl parse. */
export function checkPolicy({ rules }: { rules: readonly { name: string }[] }): SpecProblem[] {
  return rules.flatMap(({ name }, index) =>
    rules.findIndex((each) => each.name === name) === index
      ? []
      : [
          {
            path: `rules[${index}].name`,
            code: 'DUPLICATE' as const,
            message: 'is the name of an earlier rule',
            remedy: 'Choose another name.',
          },
        ],
  )
}

/** Returns the check of a kind whose objects belong to the project that all projects share. */
export function checkSharedProject(what: string) {
  return (_spec: unknown, { project }: OtherSpecs): SpecProblem[] => {
    if (project === defaultProject) return []
    const message = `is in project ${shownValue(project)}, but ${what} are for all projects`
    return [{ path: '', code: 'FORBIDDEN', message, remedy: `Create it in project ${defaultProject}.` }]
  }
}
