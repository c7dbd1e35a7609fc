import { z } from 'zod'
import { PartNames } from '../delivery/composition.ts'
import { PlanBasis } from '../delivery/plan-basis.ts'
import { Name } from '../name-rules.ts'
import { defineKind, reference } from './kind.ts'

const Planned = z
  .strictObject({
    by: z.string().meta({ description: 'The name of the token whose user has made the plan.' }),
    basis: PlanBasis,
  })
  .meta({ description: 'Who has made a plan, and what it was based on.' })

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
    only: PartNames.optional().meta({
      description:
        'The parts of the revision that are promoted: `image` for all images, `image.example.com/shop` for one, `config` for everything ' +
        'else, `config.Deployment/web` for a resource, or a field such as `config.Deployment/web.spec.replicas`. The rest is that of ' +
        '`base`; both make a revision of their own. Default: the whole revision.',
    }),
    base: z.int().min(1).optional().meta({
      description:
        'The number of the revision that the environment runs, which gets the parts. Required with `only`.',
    }),
    reason: z.string().min(1).max(500).optional().meta({ description: 'The reason.' }),
    expiresAt: z.iso
      .datetime({ offset: true, error: 'must be a time such as 2026-12-20T00:00:00Z' })
      .optional()
      .meta({
        description:
          'The time from which the promotion has no effect, unless its revision was chosen before: a window or a hold may delay it past ' +
          'the moment for which it was meant. Default: never.',
      }),
    plan: z
      .string()
      .regex(/^[a-z0-9]{10}$/, { error: 'must be the ID of a plan, as `--dry-run=plan` prints it' })
      .optional()
      .meta({
        description:
          'The ID of the plan that is approved, which is about this promotion. The approval holds only as long as the rollout would do what ' +
          'the plan says.',
      }),
    planned: Planned.optional().meta({
      description: 'Who has made the plan, and what it was based on. The control plane records it.',
    }),
    approver: z.string().optional().meta({
      description: 'The name of the token whose user has approved it. The control plane records it.',
    }),
  }),
  check: ({ only, base }) =>
    (only === undefined) === (base === undefined)
      ? []
      : [
          {
            path: only === undefined ? 'only' : 'base',
            code: 'REQUIRED' as const,
            message: `is missing, and ${only === undefined ? 'base' : 'only'} is set`,
            remedy: 'Set both to promote parts of a revision, or none of them.',
          },
        ],
  immutable: [
    'application',
    'environment',
    'revision',
    'only',
    'base',
    'plan',
    'planned',
    'reason',
    'expiresAt',
    'approver',
  ],
  actorField: 'approver',
  examples: [{ environment: 'production', revision: 1 }],
  outputs: z.strictObject({}),
  columns: [
    { header: 'APPLICATION', path: 'spec.application' },
    { header: 'ENVIRONMENT', path: 'spec.environment' },
    { header: 'REVISION', path: 'spec.revision' },
    { header: 'ONLY', path: 'spec.only', wide: true },
    { header: 'APPROVER', path: 'spec.approver' },
    { header: 'PLAN', path: 'spec.plan' },
    { header: 'EXPIRES', path: 'spec.expiresAt', wide: true },
    { header: 'REASON', path: 'spec.reason' },
  ],
  reconciled: false,
  rest: { path: 'promotions' },
})

export const kinds = [Promotion]
