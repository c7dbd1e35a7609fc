import type { FieldError } from '../errors.ts'
import { shownValue } from '../errors.ts'
import type { SpecProblem } from '../kinds/kind.ts'
import type { Dependency } from './declaration.ts'
import { dependencyType, divideSpec } from './types.ts'

/**
 * Returns the errors of changed dependencies, at `path`: what the definition of an object refuses once the object exists, such
 * as less storage of a database, is refused when the application is written, before its instances would fail.
 */
export function dependencyChangeErrors(
  before: readonly Dependency[],
  after: readonly Dependency[],
  { path, project }: { path: string; project: string },
): FieldError[] {
  return after.flatMap((dependency, index) => {
    const former = before.find(({ name, kind }) => name === dependency.name && kind === dependency.kind)
    if (former === undefined) return []
    return changeProblems(former, dependency, project).map(({ path: field, ...problem }): FieldError => ({
      ...problem,
      path: `${path}[${index}].spec${field === '' ? '' : `.${field}`}`,
      remedy: `${problem.remedy} Under another name, the dependency gets a new object.`,
    }))
  })
}

function changeProblems(before: Dependency, after: Dependency, project: string): SpecProblem[] {
  const { definition } = dependencyType(after)
  const [was, is] = [before, after].map((each) =>
    each.spec === undefined || each.definition !== undefined
      ? undefined
      : definition?.spec.safeParse(divideSpec(each).definition).data,
  )
  if (definition === undefined || was === undefined || is === undefined) return []
  const immutable = (definition.immutable ?? []).filter(
    (field) => JSON.stringify(was[field]) !== JSON.stringify(is[field]),
  )
  return [
    ...immutable.map((field) => ({
      path: field,
      code: 'IMMUTABLE' as const,
      message: `cannot change after creation; it is ${shownValue(was[field])}`,
      remedy: 'Leave the field as it is.',
    })),
    ...(definition.checkWithOthers?.(is, { before: was, referenced: {}, project }) ?? []),
  ]
}
