import { z } from 'zod'
import { Name } from '../names.ts'
import { defineKind, reference } from './kind.ts'

export const Promotion = defineKind({
  kind: 'Promotion',
  plural: 'promotions',
  description:
    'Approves exactly one revision of an application for an environment. The newest promotion for the environment applies, once as ' +
    'many different users have approved its revision as the environment asks for.',
  spec: z.strictObject({
    application: reference('Application', 'The application.', { parent: true }),
    environment: Name.meta({ description: 'The name of the environment.' }),
    revision: z.int().min(1).meta({ description: 'The number of the revision.' }),
    reason: z.string().min(1).max(500).optional().meta({ description: 'The reason.' }),
    expiresAt: z.iso
      .datetime({ offset: true, error: 'must be a time such as 2026-12-20T00:00:00Z' })
      .optional()
      .meta({
        description:
          'The time from which the promotion has no effect, unless its revision was chosen before: a window or a hold may delay it past ' +
          'the moment for which it was meant. Default: never.',
      }),
    approver: z.string().optional().meta({
      description: 'The name of the token whose user has approved it. The control plane records it.',
    }),
  }),
  immutable: ['application', 'environment', 'revision', 'reason', 'expiresAt', 'approver'],
  actorField: 'approver',
  examples: [{ environment: 'production', revision: 1 }],
  outputs: z.strictObject({}),
  columns: [
    { header: 'APPLICATION', path: 'spec.application' },
    { header: 'ENVIRONMENT', path: 'spec.environment' },
    { header: 'REVISION', path: 'spec.revision' },
    { header: 'APPROVER', path: 'spec.approver' },
    { header: 'EXPIRES', path: 'spec.expiresAt', wide: true },
    { header: 'REASON', path: 'spec.reason' },
  ],
  reconciled: false,
  rest: { path: 'promotions' },
})

export const kinds = [Promotion]
