import { z } from 'zod'
import { defineKind } from './kind.ts'

export const Project = defineKind({
  kind: 'Project',
  plural: 'projects',
  description: 'A space of names for everything that belongs together: a team, a product, an environment.',
  aliases: ['proj'],
  scope: 'global',
  spec: z.strictObject({
    description: z.string().max(1000).optional().meta({ description: 'What the project is for.' }),
  }),
  examples: [{}, { description: 'The shop and what it needs.' }],
  outputs: z.strictObject({}),
  columns: [{ header: 'DESCRIPTION', path: 'spec.description', wide: true }],
  reconciled: false,
  rest: { path: 'projects' },
})

export const kinds = [Project]
