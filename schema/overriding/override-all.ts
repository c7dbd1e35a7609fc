import { parseManifests, type Manifest } from '../manifests.ts'
import type { Parameter } from '../parameters.ts'
import { OverrideError } from './override-error.ts'
import { overridden, type Overridable, type Overriding } from './overridden.ts'

/** Changes to the resources of a definition. */
export interface OverrideTask {
  /** The texts with the manifests of the definition. */
  texts: readonly string[]
  parameters: readonly Parameter[]
  changes: readonly Overriding[]
}

/** A change that fails or matches nothing; see {@link OverrideError}. */
export type OverrideFailure = Pick<OverrideError, 'field' | 'problem' | 'remedy'>

/** The resources after a change. */
export type OverrideResult = { manifests: readonly Manifest[] } | { failure: OverrideFailure }

/** Applies each of several changes to the resources of a definition. */
export function overrideAll({ texts, parameters, changes }: OverrideTask): OverrideResult[] {
  const manifests = texts.flatMap((text) => parseManifests(text).manifests)
  return changes.map((change) => overrideResult({ manifests, parameters }, change))
}

/** Applies one change to resources. */
export function overrideResult(resources: Overridable, change: Overriding): OverrideResult {
  try {
    return { manifests: overridden(resources, change) }
  } catch (error) {
    if (!(error instanceof OverrideError)) throw error
    const { field, problem, remedy } = error
    return { failure: { field, problem, remedy } }
  }
}

/** Returns the failures among results, by their positions. */
export function failuresOf(results: readonly OverrideResult[]): (OverrideFailure | undefined)[] {
  return results.map((result) => ('failure' in result ? result.failure : undefined))
}

/** Returns the error of a failure. */
export function overrideError({ field, problem, remedy }: OverrideFailure): OverrideError {
  return new OverrideError(field, problem, remedy)
}
