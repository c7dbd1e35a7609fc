import { z } from 'zod'
import { Location } from '../kinds/kubernetes-runtime.ts'
import { runtimeProviders } from '../runtimes.ts'
import { supportServices } from '../support-services.ts'
import type { SpecProblem } from '../kinds/kind.ts'
import { LabelKey, LabelValue, Name } from '../name-rules.ts'
import { LocationRollout, waveErrors, waveStates } from './waves.ts'

/* The requirements by which a runtime is chosen for an instance that names none. */

const location = (description: string) => Location.meta({ ...Location.meta(), description })

const requirements = {
  location: location('The location of the runtime. Default: any.').optional(),
  provider: z
    .enum(runtimeProviders)
    .optional()
    .meta({ description: 'The provider of the runtime. Default: any.', enumName: 'RuntimeProvider' }),
  labels: z
    .record(LabelKey, LabelValue)
    .optional()
    .meta({ description: 'Labels that the runtime must have.' }),
  tier: z.string().min(1).max(63).optional().meta({
    description: 'The tier of the runtime: the value of its label `qleet.io/tier`. Default: any.',
  }),
  capabilities: z
    .array(z.enum(supportServices).meta({ enumName: 'SupportServiceInstanceService' }))
    .max(supportServices.length)
    .optional()
    .meta({
      description:
        'Support services that the application needs: the runtime must provide them, or its credentials must permit ' +
        'their installation.',
    }),
  isolation: z
    .enum(['shared', 'dedicated'])
    .optional()
    .meta({
      description: 'Indicates whether the runtime may have other instances. Default: `shared`.',
      enumName: 'PlacementIsolation',
      enumDescription: 'The ways of sharing a runtime.',
      enumDescriptions: [
        'The runtime may have other instances.',
        'No other instance is placed in the runtime.',
      ],
    }),
  runtimeProfile: Name.optional().meta({
    description:
      'The Profile from which a runtime is created if none fits. Default: the first in the order of profiles that fits.',
  }),
}

/** What a location may change about an instance: fields of its kind, all of them optional. */
type LocationFields = Record<string, z.ZodOptional>

/** Returns the spec field with the requirements of an instance. */
export function placement<Fields extends LocationFields>(fields: Fields) {
  return z
    .strictObject({ ...fieldsOf(fields), rollout: LocationRollout.optional() })
    .optional()
    .meta(described)
}

/** Returns the spec field with the requirements of the instances in an environment, which has the rules of rollouts itself. */
export function placementOfAll<Fields extends LocationFields>(fields: Fields) {
  return z.strictObject(fieldsOf(fields)).optional().meta(described)
}

const described = {
  description:
    'The requirements by which a runtime is chosen, instead of a named one. The choice is made once and recorded: a ' +
    'later change of runtimes or requirements does not move the instance.',
}

function fieldsOf<Fields extends LocationFields>(fields: Fields) {
  return {
    ...requirements,
    locations: z
      .array(location('A location.'))
      .min(1)
      .max(50)
      .optional()
      .meta({
        description:
          'Several locations. The instance itself then runs nowhere: it owns one instance per location, each with these ' +
          'requirements. Locations can be added and removed later.',
      }),
    overrides: z
      .array(
        z
          .strictObject({ location: location('One of `locations`.'), ...fields })
          .meta({ description: 'What a location changes about the instance.' }),
      )
      .max(50)
      .optional()
      .meta({
        description: 'What single locations change about the instance, merged over its own fields.',
      }),
  }
}

/** The requirements of an instance, as stored. */
export interface Placement {
  location?: string | undefined
  provider?: string | undefined
  labels?: Readonly<Record<string, string>> | undefined
  tier?: string | undefined
  capabilities?: readonly string[] | undefined
  isolation?: 'shared' | 'dedicated' | undefined
  runtimeProfile?: string | undefined
  locations?: readonly string[] | undefined
  overrides?: readonly LocationOverride[] | undefined
  rollout?: LocationRollout | undefined
}

/** The fields that one location changes. */
export type LocationOverride = { location: string } & Readonly<Record<string, unknown>>

/** Returns the contradictions within the requirements of an instance. */
export function placementErrors({ placement }: { placement?: Placement | undefined }): SpecProblem[] {
  if (placement === undefined) return []
  const { location, locations, overrides = [], rollout } = placement
  const problems = waveErrors(rollout?.waves ?? [], 'placement.rollout.waves')
  if (rollout !== undefined && locations === undefined)
    problems.push({
      path: 'placement.rollout',
      code: 'CONFLICT',
      message: 'is only for instances with locations',
      remedy: 'Remove it, or set locations.',
    })
  if (location !== undefined && locations !== undefined)
    problems.push({
      path: 'placement.location',
      code: 'CONFLICT',
      message: 'cannot be combined with locations',
      remedy: 'Set location for one runtime, or locations for one instance per location.',
    })
  const repeated = locations?.find((each, index) => locations.indexOf(each) !== index)
  if (repeated !== undefined)
    problems.push({
      path: 'placement.locations',
      code: 'DUPLICATE',
      message: `must not contain ${repeated} twice`,
      remedy: 'Keep one of them.',
    })
  const seen = new Set<string>()
  for (const [index, each] of overrides.entries()) {
    const path = `placement.overrides[${index}].location`
    if (locations?.includes(each.location) !== true)
      problems.push({
        path,
        code: 'CONFLICT',
        message: `must be one of placement.locations: ${locations?.join(', ') ?? 'there are none'}`,
        remedy: 'Add the location to placement.locations, or remove the override.',
      })
    if (seen.has(each.location))
      problems.push({
        path,
        code: 'DUPLICATE',
        message: `must not have two overrides for ${each.location}`,
        remedy: 'Merge them.',
      })
    seen.add(each.location)
  }
  return problems
}

/** The output of an instance about its runtime. */
export const placementOutput = z
  .strictObject({
    runtime: z.string().optional().meta({ description: 'The chosen runtime. Absent until one fits.' }),
    reason: z.string().meta({ description: 'The reason for the choice, or for its absence.' }),
    rejected: z
      .array(
        z
          .strictObject({
            runtime: z.string().meta({ description: 'The name of the runtime, or of a Profile.' }),
            reason: z.string().meta({ description: 'The reason why it was not chosen.' }),
          })
          .meta({ description: 'A runtime that was not chosen.' }),
      )
      .meta({ description: 'The runtimes that were not chosen, at most 20.' }),
  })
  .optional()
  .meta({ description: 'The choice of the runtime, for an instance with requirements. It is not repeated.' })

/** The output of an instance with several locations. */
export const locationsOutput = z
  .array(
    z
      .strictObject({
        location: z.string().meta({ description: 'The location.' }),
        instance: z.string().meta({ description: 'The name of the instance there.' }),
        runtime: z.string().optional().meta({ description: 'Its runtime. Absent until it is chosen.' }),
        definition: z.string().optional().meta({
          description: 'The definition that it has. In a rollout, that may still be the one before.',
        }),
        outdated: z.boolean().optional().meta({
          description: 'Indicates whether it still waits for the latest change. Default: false.',
        }),
        ready: z.boolean().meta({ description: 'Indicates whether it is ready.' }),
        reason: z.string().optional().meta({ description: 'The reason why it is not ready.' }),
      })
      .meta({ description: 'The instance of a location.' }),
  )
  .optional()
  .meta({ description: 'The instances of the locations, for an instance with several.' })

/** The output of an instance with several locations about the rollout of a change. */
export const locationRolloutOutput = z
  .strictObject({
    state: z.enum(waveStates).meta({
      description: 'The state of the rollout.',
      enumName: 'LocationRolloutState',
      enumDescription: 'The states of a rollout to several locations.',
      enumDescriptions: [
        'The locations of a wave get the change, or settle.',
        'It is paused.',
        'More locations failed than may fail. No further location gets the change.',
        'All locations have the change.',
      ],
    }),
    generation: z.int().meta({ description: 'The generation of the instance that it is about.' }),
    wave: z.int().meta({ description: 'The current wave, counted from 1.' }),
    waves: z.int().meta({ description: 'The number of waves.' }),
    cause: z.string().optional().meta({ description: 'The locations that failed, and why.' }),
  })
  .optional()
  .meta({ description: 'The rollout of the latest change, for an instance with `placement.rollout`.' })
