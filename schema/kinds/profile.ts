import { z } from 'zod'
import { definitionRollout } from '../placement/definition-rollout.ts'
import { defineKind } from './kind.ts'
import { Name } from '../name-rules.ts'
import { FieldLimit } from '../profiles/limits.ts'
import { checkProfile } from '../profiles/check.ts'
import { typesInWords } from '../profiles/types.ts'

function values(description: string) {
  return z.array(z.string().min(1).max(200)).min(1).max(100).optional().meta({ description })
}

/** The conditions of a profile. Each that is set must hold. */
export const ProfileConditions = z
  .strictObject({
    projects: z.array(Name).min(1).max(100).optional().meta({
      description: 'The projects. Only for profiles of project `default`, which all projects share.',
    }),
    engine: values('The engines, for example `postgres`.'),
    tier: values('The tiers.'),
    runtimeProvider: values('The providers of the runtime, for example `kind`.'),
    locations: values('The locations of the runtime, for example `Europe:Frankfurt`.'),
    labels: z
      .record(z.string().min(1).max(317), z.string().max(63))
      .optional()
      .meta({ description: 'The labels that the object or its project must have.' }),
  })
  .meta({
    description:
      'The objects that a profile applies to. A condition with several values holds for any of them.',
  })
export type ProfileConditions = z.infer<typeof ProfileConditions>

export const Profile = defineKind({
  kind: 'Profile',
  plural: 'profiles',
  description:
    'Decides how a type of dependency is provided: by which provider, with which parameters and limits. Platform ' +
    'teams write profiles; those of project `default` are for all projects.',
  spec: z.strictObject({
    type: z
      .string({ error: 'must be a string' })
      .max(200)
      .meta({
        description: `The type of what the profile provides: ${typesInWords}. Cannot change after creation.`,
        filterable: true,
      }),
    description: z
      .string()
      .max(1000)
      .optional()
      .meta({ description: 'The purpose of the profile, for the developers who choose it.' }),
    conditions: ProfileConditions.optional().meta({
      description: 'The objects that the profile applies to. Default: all of its type.',
    }),
    provider: z.string({ error: 'must be a string' }).max(200).meta({
      description: 'The provider, for example `cloudnative-pg`.',
      filterable: true,
    }),
    parameters: z
      .record(z.string(), z.unknown(), { error: 'must be a map' })
      .optional()
      .meta({ description: 'The parameters of the provider.' }),
    limits: z
      .array(FieldLimit)
      .max(100)
      .optional()
      .meta({ description: 'The limits of the fields that developers set.' }),
    default: z.boolean().optional().meta({
      description:
        'Indicates whether the profile is chosen rather than others with equal conditions. Default: false.',
    }),
    rollout: definitionRollout(),
  }),
  check: checkProfile,
  examples: [
    { type: 'Database', provider: 'cloudnative-pg', conditions: { engine: ['postgres'] } },
    {
      type: 'Database',
      provider: 'cloudnative-pg',
      conditions: { engine: ['postgres'] },
      parameters: { instances: 3 },
      limits: [{ field: 'size', allowed: ['small', 'medium'] }],
    },
  ],
  outputs: z.strictObject({}),
  columns: [
    { header: 'TYPE', path: 'spec.type' },
    { header: 'PROVIDER', path: 'spec.provider' },
    { header: 'DESCRIPTION', path: 'spec.description', wide: true },
  ],
  reconciled: false,
  immutable: ['type'],
  rest: { path: 'profiles' },
})

export const kinds = [Profile]
