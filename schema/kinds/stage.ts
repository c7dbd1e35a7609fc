import { z } from 'zod'
import { JobRecord } from '../delivery/jobs.ts'
import { CanaryProgress } from '../delivery/canary-progress.ts'
import { Decision } from '../delivery/decisions.ts'
import { RolloutSettings } from '../delivery/rollout-settings.ts'
import { maxRollouts, RolloutRecord } from '../delivery/rollouts.ts'
import { Overrides } from '../overrides.ts'
import { ParameterValue } from '../parameters.ts'
import { StageSummary } from './application.ts'
import { defineKind, reference } from './kind.ts'

export const Stage = defineKind({
  kind: 'Stage',
  plural: 'stages',
  description:
    'An application in one of its environments: the revision that was chosen for it, and how far its rollout has got.',
  spec: z.strictObject({
    application: reference('Application', 'The application.', { parent: true }),
    environment: reference('Environment', 'The environment.'),
    revision: reference('ApplicationRevision', 'The chosen revision. Absent until there is one.').optional(),
    fallback: reference(
      'ApplicationRevision',
      'The last healthy revision, which a failure restores.',
    ).optional(),
    running: reference(
      'ApplicationRevision',
      'The revision that the workload has, if it is neither of these: jobs run before the chosen one.',
    ).optional(),
    decisions: z
      .array(Decision)
      .max(20)
      .optional()
      .meta({ description: 'The decisions about the current rollout.' }),
    parameters: z
      .record(z.string(), ParameterValue)
      .optional()
      .meta({ description: 'The values of the parameters that the definition declares.' }),
    overrides: Overrides.optional().meta({
      description: 'What the environment changes about the resources of the definition.',
    }),
    rollout: RolloutSettings.optional().meta({
      description: 'How a revision takes the place of the one before. Default: as the environment sets it.',
    }),
  }),
  ownedOnly: true,
  examples: [{}],
  outputs: StageSummary.pick({ state: true, revision: true, healthy: true }).extend({
    since: z.iso.datetime().optional().meta({
      description: 'The time since which the last healthy revision is healthy.',
    }),
    failed: z.int().optional().meta({ description: 'The number of the newest revision that failed.' }),
    cause: z.string().optional().meta({ description: 'Why that revision failed.' }),
    attempt: z.int().optional().meta({
      description: 'The number of the current rollout in this environment, counted from 1.',
    }),
    running: z.int().optional().meta({ description: 'The number of the revision that the workload has.' }),
    wave: z.int().optional().meta({
      description: 'The current wave of the rollout, in an environment with several locations.',
    }),
    waves: z.int().optional().meta({ description: 'The number of its waves.' }),
    locations: z
      .array(
        z
          .strictObject({
            location: z.string().meta({ description: 'The location.' }),
            instance: z.string().meta({ description: 'The name of the instance there.' }),
            definition: z.string().optional().meta({ description: 'The name of its revision.' }),
            revision: z.int().optional().meta({ description: 'The number of its revision.' }),
            ready: z.boolean().meta({ description: 'Indicates whether it is ready.' }),
            reason: z.string().optional().meta({ description: 'The reason why it is not ready.' }),
          })
          .meta({ description: 'A location of the application in the environment.' }),
      )
      .optional()
      .meta({ description: 'The locations and their revisions, in an environment with several.' }),
    canary: CanaryProgress.optional().meta({
      description: 'The new revision beside the one before. Absent while there is none.',
    }),
    jobs: z
      .array(JobRecord)
      .optional()
      .meta({ description: 'The jobs of the current rollout that have started.' }),
    rollouts: z.array(RolloutRecord).max(maxRollouts).optional().meta({
      description: 'The rollouts in this environment, newest first, at most 100.',
    }),
  }),
  columns: [
    { header: 'APPLICATION', path: 'spec.application' },
    { header: 'ENVIRONMENT', path: 'spec.environment' },
    { header: 'STATE', path: 'status.outputs.state' },
    { header: 'REVISION', path: 'status.outputs.revision' },
    { header: 'HEALTHY', path: 'status.outputs.healthy', wide: true },
    { header: 'WAVE', path: 'status.outputs.wave', wide: true },
    { header: 'OF', path: 'status.outputs.waves', wide: true },
    { header: 'LOCATIONS', path: 'status.outputs.locations', wide: true },
    { header: 'FAILED', path: 'status.outputs.failed', wide: true },
  ],
  reconciled: true,
  immutable: ['application', 'environment'],
  owns: ['WorkloadInstance', 'CanaryWorkload', 'RolloutJob'],
  rest: { path: 'stages', fields: { fallback: 'FallbackRevisionID', running: 'RunningRevisionID' } },
})

export const kinds = [Stage]
