import { z } from 'zod'
import { reference } from '../kinds/kind.ts'
import { defaultProject } from '../names.ts'

/*
 * The spec fields in which a decision of a profile is recorded. It is made once, when the object is created, and stays until a
 * user moves the object to the current version of the profile.
 */

/** Spec fields of kinds that a profile provides. Such a kind also declares `profiled` and a field `provider`. */
export const profileFields = {
  profile: reference(
    'Profile',
    'The profile that decides how the object is provided: of its project, or of project `default`. Default: the one ' +
      'that takes precedence.',
  ).optional(),
  profileVersion: z
    .int()
    .min(1)
    .optional()
    .meta({
      description:
        'The version of the profile by which the object is provided. It changes only when the object is moved to the ' +
        'current version, with `rollProfile`.',
    }),
  parameters: z
    .record(z.string(), z.unknown(), { error: 'must be a map' })
    .optional()
    .meta({ description: 'The parameters of the provider, as the profile decided.' }),
}

/** The names of the fields that a profile decides. */
export const decidedFields = ['profile', 'profileVersion', 'provider', 'parameters'] as const

/** Declares the spec field with the tier of an object. */
export function tierField() {
  return reference(
    'Tier',
    'The tier, which sets defaults, limits and protection. It applies if it is more critical than that of the project. ' +
      'Default: the tier of the project.',
    { in: defaultProject },
  ).optional()
}
