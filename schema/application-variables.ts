import { allKinds } from './kinds/index.ts'

/* Objects that give the applications to which they are attached environment variables. */

/** The kinds of these objects. */
export const givingKinds: readonly string[] = allKinds
  .filter(({ givesVariables }) => givesVariables === true)
  .map(({ kind }) => kind)

/** The kinds of applications that get variables. A canary gets those of its workload. */
export const receivingKinds: readonly string[] = [
  'WorkloadInstance',
  'HelmWorkloadInstance',
  'CanaryWorkload',
]

/** The spec fields by which an object is attached to an application. */
export const attachingFields: readonly string[] = [
  ...new Set(
    allKinds
      .filter(({ givesVariables }) => givesVariables === true)
      .flatMap(({ references }) => references.filter(({ to }) => receivingKinds.includes(to)))
      .map(({ field }) => field),
  ),
]

/** Merges the variables of several objects. Those of an earlier one take precedence. */
export function mergeVariables(given: readonly Readonly<Record<string, string>>[]): Record<string, string> {
  return Object.assign({}, ...given.toReversed()) as Record<string, string>
}
