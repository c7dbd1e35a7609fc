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

/** Returns the problems of an exception that would have no effect: of rules that its policy does not have, or of a time that is over. */
export function checkException(
  { rules = [], expiresAt }: { rules?: readonly string[] | undefined; expiresAt: string },
  others: OtherSpecs,
): SpecProblem[] {
  const policy = others.referenced['policy']?.spec
  const known = policy === undefined ? undefined : ruleNamesOf(policy)
  const unknown = rules.flatMap((name, index): SpecProblem[] =>
    known === undefined || known.includes(name)
      ? []
      : [
          {
            path: `rules[${index}]`,
            code: 'NOT_FOUND',
            message: `is no rule of the policy: ${shownValue(name)}`,
            remedy: `Its rules are ${known.join(', ')}.`,
          },
        ],
  )
  // A file with an exception that has expired since can still be applied.
  const isOver = others.before?.['expiresAt'] !== expiresAt && Date.parse(expiresAt) <= Date.now()
  const remedy = 'Choose a later time. To end an exception, delete it.'
  const over: SpecProblem[] = isOver
    ? [{ path: 'expiresAt', code: 'OUT_OF_RANGE', message: `is over: ${shownValue(expiresAt)}`, remedy }]
    : []
  return [...checkSharedProject('exceptions')({}, others), ...unknown, ...over]
}

/** Returns the names of the rules in the spec of a policy. */
export function ruleNamesOf({ rules }: Readonly<Record<string, unknown>>): string[] {
  // The spec was validated with the schema of the kind.
  return (rules as readonly { name: string }[]).map(({ name }) => name)
}

/** Returns the check of a kind whose objects belong to the project that all projects share. */
export function checkSharedProject(what: string) {
  return (_spec: unknown, { project }: OtherSpecs): SpecProblem[] => {
    if (project === defaultProject) return []
    const message = `is in project ${shownValue(project)}, but ${what} are for all projects`
    return [{ path: '', code: 'FORBIDDEN', message, remedy: `Create it in project ${defaultProject}.` }]
  }
}
