import type { Manifest } from '../manifests.ts'
import type { Overrides } from '../overrides.ts'
import type { Parameter, ParameterValue } from '../parameters.ts'
import { withContainerOverrides } from './containers.ts'
import { withParameters } from './parameters.ts'
import { withPatches } from './patches.ts'

/** The resources of a definition, and the parameters that it declares. */
export interface Overridable {
  manifests: readonly Manifest[]
  parameters: readonly Parameter[]
}

/** What an instance changes about the resources of its definition. */
export interface Overriding {
  parameters?: Readonly<Record<string, ParameterValue>> | undefined
  overrides?: Overrides | undefined
}

/**
 * Returns the resources of a definition as an instance changes them: parameters first, then patches, then images, variables
 * and resources of containers. Throws an OverrideError for a change that fails or matches nothing.
 */
export function overridden(
  { manifests, parameters: declared }: Overridable,
  { parameters = {}, overrides = {} }: Overriding,
): readonly Manifest[] {
  const set = withParameters(manifests, declared, parameters)
  return withContainerOverrides(withPatches(set, overrides.patches ?? []), overrides)
}
