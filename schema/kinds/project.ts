import { z } from 'zod'
import { tierField } from '../profiles/fields.ts'
import { defineKind } from './kind.ts'

export const Project = defineKind({
  kind: 'Project',
  plural: 'projects',
  description:
    'A namespace for objects that belong together, such as those of a team, a product or an environment.',
  aliases: ['proj'],
  scope: 'global',
  spec: z.strictObject({
    description: z
      .string()
      .max(1000)
      .optional()
      .meta({ description: 'The purpose of the project.', filterable: true }),
    tier: tierField().meta({
      description:
        'The tier of the objects in the project, with its quotas. Default: none, as in `development`.',
    }),
  }),
  examples: [{}, { description: 'The shop and its dependencies.' }],
  outputs: z.strictObject({}),
  columns: [
    { header: 'TIER', path: 'spec.tier', wide: true },
    { header: 'DESCRIPTION', path: 'spec.description', wide: true },
  ],
  reconciled: false,
  rest: { path: 'projects' },
})

export const kinds = [Project]
