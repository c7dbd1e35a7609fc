import { z } from 'zod'
import { JobName, maxJobs } from './jobs.ts'

/* Decisions about a rollout. Each decision names the rollout by its number, so that it never applies to another one. */

export const decisionActions = ['pause', 'abort', 'retry', 'skip'] as const

export const decisionFields = {
  action: z.enum(decisionActions).meta({
    description: 'What was decided.',
    enumName: 'RolloutAction',
    enumDescription: 'What can be decided about a rollout.',
    enumDescriptions: [
      'It stays where it is, as long as the decision exists.',
      'Its revision counts as failed, and the last healthy one is restored.',
      'Its revision, which has failed, is rolled out again.',
      'It goes on without some of its jobs, or, without `jobs`, without the remaining steps and the analysis of its canary.',
    ],
  }),
  attempt: z.int().min(1).meta({
    description: 'The number of the rollout in the environment, as the outputs of the stage have it.',
  }),
  jobs: z.array(JobName).min(1).max(maxJobs).optional().meta({
    description:
      'The jobs without which the rollout goes on, with `skip`, or the next one, with `retry`. Without jobs, `skip` promotes the canary now.',
  }),
  reason: z.string().min(1).max(500).meta({ description: 'The reason.' }),
  owner: z.string().min(1).max(255).optional().meta({ description: 'Who to ask about it.' }),
}

/** A decision, as stages have it. */
export const Decision = z.strictObject(decisionFields).meta({ description: 'A decision about a rollout.' })
export type Decision = z.infer<typeof Decision>
