import { z } from 'zod'
import { Name } from '../name-rules.ts'
import { defineKind, reference } from './kind.ts'

export const Hold = defineKind({
  kind: 'Hold',
  plural: 'holds',
  description:
    'Holds an application at a revision, in one or all of its environments: deliveries are recorded and wait until the hold is ' +
    'deleted, with `qleetctl release`. A rollback is a hold at an earlier revision.',
  spec: z.strictObject({
    application: reference('Application', 'The application.', { parent: true }),
    environment: Name.optional().meta({
      description: 'The name of the environment. Default: all of the application.',
    }),
    revision: z.int().min(1).optional().meta({
      description: 'The number of the revision to run. Default: the one that runs.',
    }),
    reason: z.string().min(1).max(500).meta({ description: 'The reason, shown to those who wait.' }),
    owner: z.string().min(1).max(255).optional().meta({ description: 'Who to ask about the hold.' }),
  }),
  examples: [{ reason: 'A bug in payments.' }, { reason: 'An incident.', owner: 'payments' }],
  outputs: z.strictObject({}),
  columns: [
    { header: 'APPLICATION', path: 'spec.application' },
    { header: 'ENVIRONMENT', path: 'spec.environment' },
    { header: 'REVISION', path: 'spec.revision' },
    { header: 'OWNER', path: 'spec.owner' },
    { header: 'REASON', path: 'spec.reason' },
  ],
  reconciled: false,
  rest: { path: 'holds' },
})

export const kinds = [Hold]
