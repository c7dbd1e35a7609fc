import { z } from 'zod'
import { decisionFields } from '../delivery/decisions.ts'
import { Name } from '../name-rules.ts'
import { defineKind, reference } from './kind.ts'

export const RolloutDecision = defineKind({
  kind: 'RolloutDecision',
  plural: 'rolloutDecisions',
  description:
    'A decision about one rollout of an application: to pause it, as long as the decision exists, to abort it, to try it ' +
    'again after it failed, to go on without some of its jobs, or to promote its canary now. It has no effect on other rollouts.',
  spec: z.strictObject({
    application: reference('Application', 'The application.', { parent: true }),
    environment: Name.meta({ description: 'The name of the environment.' }),
    revision: z.int().min(1).meta({ description: 'The number of the revision that is rolled out.' }),
    ...decisionFields,
  }),
  check: ({ action, jobs }) =>
    (action === 'pause' || action === 'abort') && jobs !== undefined
      ? [
          {
            path: 'jobs',
            code: 'INVALID' as const,
            message: `has no effect with ${action}`,
            remedy: 'Remove it.',
          },
        ]
      : [],
  immutable: ['application', 'environment', 'revision', 'action', 'attempt', 'jobs', 'reason', 'owner'],
  examples: [{ environment: 'production', revision: 1, attempt: 1, action: 'pause', reason: 'An incident.' }],
  outputs: z.strictObject({}),
  columns: [
    { header: 'APPLICATION', path: 'spec.application' },
    { header: 'ENVIRONMENT', path: 'spec.environment' },
    { header: 'ACTION', path: 'spec.action' },
    { header: 'REVISION', path: 'spec.revision' },
    { header: 'ATTEMPT', path: 'spec.attempt', wide: true },
    { header: 'OWNER', path: 'spec.owner' },
    { header: 'REASON', path: 'spec.reason' },
  ],
  reconciled: false,
  rest: { path: 'rollout-decisions' },
})

export const kinds = [RolloutDecision]
