import { z } from 'zod'
import { Composition } from './composition.ts'
import { DeliveredImage } from './images.ts'
import { JobRecord } from './jobs.ts'

/** The number of rollouts that a stage remembers. */
export const maxRollouts = 100

/** The states of a rollout, as a stage remembers it. */
export const rolloutStates = ['RollingOut', 'Healthy', 'Failed', 'RolledBack', 'Superseded'] as const

const time = (description: string) => z.iso.datetime().optional().meta({ description })

/** A rollout of a revision in one environment: what ran there, from when until when, and how it went. */
export const RolloutRecord = z
  .strictObject({
    revision: z.int().meta({ description: 'The number of the revision.' }),
    attempt: z.int().optional().meta({
      description: 'The number of the rollout in the environment, counted from 1.',
    }),
    rank: z.number().optional().meta({
      description:
        'The place of the revision in the order of all, if it is made of two others: between theirs. Default: its number.',
    }),
    composition: Composition.optional().meta({
      description: 'The two revisions of which it is made, after a promotion of parts.',
    }),
    delivery: z.string().optional().meta({ description: 'The name of the delivery of the revision.' }),
    images: z.array(DeliveredImage).max(50).optional().meta({
      description: 'The images of the revision by digest. Absent if all are as the definition has them.',
    }),
    commit: z.string().optional().meta({ description: 'The commit of the build.' }),
    state: z.enum(rolloutStates).meta({
      description: 'How it went.',
      enumName: 'RolloutState',
      enumDescription: 'The states of a rollout that a stage remembers.',
      enumDescriptions: [
        'It is in progress.',
        'It became healthy.',
        'It failed, and no earlier revision has been restored yet.',
        'It failed, and an earlier revision runs again.',
        'Another revision took its place before it became healthy.',
      ],
    }),
    requestedAt: time('The time of the delivery, or of the change of the definition.'),
    committedAt: z.iso
      .datetime({ offset: true })
      .optional()
      .meta({ description: 'The time of the commit, if the delivery names it.' }),
    startedAt: z.iso.datetime().meta({ description: 'The time at which it started.' }),
    healthyAt: time('The time at which it became healthy.'),
    failedAt: time('The time at which it failed.'),
    restoredAt: time('The time at which the earlier revision was healthy again.'),
    endedAt: time('The time at which another revision took its place.'),
    wave: z.int().optional().meta({
      description: 'The last wave that it has reached, in an environment with several locations.',
    }),
    waves: z.int().optional().meta({ description: 'The number of its waves.' }),
    jobs: z.array(JobRecord).optional().meta({ description: 'Its jobs that have run, in their order.' }),
    cause: z.string().max(1000).optional().meta({ description: 'Why it failed.' }),
  })
  .meta({ description: 'A rollout of a revision in an environment.' })
export type RolloutRecord = z.infer<typeof RolloutRecord>
