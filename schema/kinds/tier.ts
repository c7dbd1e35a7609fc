import { z } from 'zod'
import { defineKind } from './kind.ts'
import { FieldLimit } from '../profiles/limits.ts'
import { checkTier, checkTierProject } from '../profiles/check.ts'

const limitedKind = z
  .string()
  .min(1)
  .max(100)
  .meta({ description: 'The kind of the objects, for example `WorkloadInstance`.' })

export const TierLimit = FieldLimit.extend({ kind: limitedKind }).meta({
  description: 'A limit of a field of a kind.',
})
export type TierLimit = z.infer<typeof TierLimit>

export const Tier = defineKind({
  kind: 'Tier',
  plural: 'tiers',
  description:
    'A stage of operation, such as development or production: the defaults, limits, quotas and protection of the ' +
    'objects in it. Tiers belong to project `default` and are for all projects.',
  spec: z.strictObject({
    description: z.string().max(1000).optional().meta({ description: 'The purpose of the tier.' }),
    criticality: z.int().min(0).max(1000).meta({
      description:
        'How critical the tier is. Of the tiers of an object and its project, the more critical one applies.',
    }),
    defaults: z
      .array(
        z
          .strictObject({
            kind: limitedKind,
            field: z
              .string()
              .min(1)
              .max(200)
              .meta({ description: 'The field of the spec, for example `guard`.' }),
            value: z.unknown().meta({ description: 'The value of the field.' }),
          })
          .meta({ description: 'The default of a field.' }),
      )
      .max(100)
      .optional()
      .meta({ description: 'The values of fields that are omitted when an object is created.' }),
    limits: z
      .array(TierLimit)
      .max(100)
      .optional()
      .meta({ description: 'The limits of fields, which are checked whenever an object is written.' }),
    quotas: z
      .array(
        z
          .strictObject({
            kind: limitedKind,
            maximum: z
              .int()
              .min(0)
              .max(1_000_000)
              .meta({ description: 'The maximum number of objects of the kind.' }),
          })
          .meta({ description: 'The maximum number of objects of a kind.' }),
      )
      .max(100)
      .optional()
      .meta({ description: 'The maximum numbers of objects of each project in the tier.' }),
    protection: z
      .boolean()
      .optional()
      .meta({
        description:
          'Indicates whether every removal of resources, and every deletion of objects with a guard, waits for a ' +
          'confirmation. Default: false.',
      }),
  }),
  check: checkTier,
  checkWithOthers: checkTierProject,
  examples: [
    { criticality: 10 },
    { criticality: 20, quotas: [{ kind: 'WorkloadInstance', maximum: 20 }] },
    { criticality: 20, limits: [{ kind: 'WorkloadInstance', field: 'scale[].replicas', maximum: 9 }] },
  ],
  outputs: z.strictObject({}),
  columns: [
    { header: 'CRITICALITY', path: 'spec.criticality' },
    { header: 'PROTECTION', path: 'spec.protection' },
    { header: 'DESCRIPTION', path: 'spec.description', wide: true },
  ],
  reconciled: false,
  rest: { path: 'tiers' },
})

export const kinds = [Tier]
