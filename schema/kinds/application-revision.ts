import { z } from 'zod'
import { Composition } from '../delivery/composition.ts'
import { DeliveredImage } from '../delivery/images.ts'
import { ApplicationJob, maxJobs } from '../delivery/jobs.ts'
import { defineKind, reference } from './kind.ts'

export const ApplicationRevision = defineKind({
  kind: 'ApplicationRevision',
  plural: 'applicationRevisions',
  description:
    'A version of an application that never changes: a copy of its definition, and its images by digest. Revisions are numbered. One that ' +
    'a promotion of parts has made has parts of another revision.',
  spec: z.strictObject({
    application: reference('Application', 'The application.', { parent: true }),
    definition: reference('WorkloadDefinition', 'The definition that it is a copy of.'),
    number: z.int().min(1).meta({ description: 'The number of the revision, counted from 1.' }),
    images: z
      .array(DeliveredImage)
      .max(50)
      .meta({ description: 'The images by digest, in the order of their names.' }),
    delivered: z.array(z.string()).max(50).optional().meta({
      description: 'The names of the images that its delivery brought, which the definition must have.',
    }),
    jobs: z.array(ApplicationJob).max(maxJobs).optional().meta({
      description: 'The jobs of the application when the revision was made.',
    }),
    delivery: z.string().max(63).optional().meta({
      description: 'The name of the delivery that it is for. Absent after a change of the definition.',
    }),
    source: z.string().max(255).optional().meta({ description: 'The source of the build.' }),
    build: z.int().min(0).optional().meta({ description: 'The number of the build.' }),
    attempt: z.int().min(1).optional().meta({ description: 'The number of the attempt of the build.' }),
    commit: z.string().max(255).optional().meta({ description: 'The commit of the build.' }),
    deliveredAt: z.iso.datetime().optional().meta({ description: 'The time of the delivery.' }),
    committedAt: z.iso
      .datetime({ offset: true })
      .optional()
      .meta({ description: 'The time of the commit, if the delivery names it.' }),
    composition: Composition.optional().meta({
      description:
        'The two revisions of which it is made, after a promotion of parts. Absent for the others.',
    }),
    rank: z.number().optional().meta({
      description:
        'The place of a revision that is made of two in the order of all: between theirs. Default: its number.',
    }),
    baseDefinition: reference(
      'WorkloadDefinition',
      'The definition of the revision that most of it is of, until it is recorded.',
    ).optional(),
    sourceDefinition: reference(
      'WorkloadDefinition',
      'The definition of the revision that its parts are of, until it is recorded.',
    ).optional(),
  }),
  aliases: ['revision', 'revisions', 'rev'],
  ownedOnly: true,
  examples: [{ number: 1, images: [] }],
  outputs: z.strictObject({
    definition: z.string().meta({ description: 'The name of the copy of the definition.' }),
    generation: z.int().meta({ description: 'The generation of the definition that was copied.' }),
    images: z.array(DeliveredImage).meta({ description: 'The images by digest that the definition has.' }),
  }),
  columns: [
    { header: 'APPLICATION', path: 'spec.application' },
    { header: 'NUMBER', path: 'spec.number' },
    { header: 'BUILD', path: 'spec.build' },
    { header: 'COMMIT', path: 'spec.commit', wide: true },
    { header: 'DEFINITION', path: 'status.outputs.definition', wide: true },
  ],
  reconciled: true,
  immutable: [
    'application',
    'number',
    'images',
    'delivered',
    'jobs',
    'delivery',
    'source',
    'build',
    'attempt',
    'commit',
    'deliveredAt',
    'committedAt',
    'composition',
    'rank',
  ],
  owns: ['WorkloadDefinition'],
  copies: 'definition',
  rest: {
    path: 'application-revisions',
    fields: { baseDefinition: 'BaseWorkloadDefinitionID', sourceDefinition: 'SourceWorkloadDefinitionID' },
  },
})

export const kinds = [ApplicationRevision]
