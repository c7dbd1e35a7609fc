import { z } from 'zod'
import { defineKind, reference } from './kind.ts'

/** The forges whose reports of pull requests are understood. */
const forges = ['github', 'gitlab'] as const
export type Forge = (typeof forges)[number]

export const ForgeWebhook = defineKind({
  kind: 'ForgeWebhook',
  plural: 'forgeWebhooks',
  description:
    'Deletes the preview of a pull request when its forge reports that it was closed or merged, at `POST /v0/webhooks/PROJECT/NAME`.',
  spec: z.strictObject({
    application: reference('Application', 'The application.', { parent: true }),
    forge: z.enum(forges).meta({
      description:
        'The forge that reports pull requests, which decides the form of its reports and how they are authenticated.',
      enumDescription: 'The forges whose reports of pull requests are understood.',
      enumDescriptions: [
        'GitHub, with a webhook for `Pull requests` as `application/json`. The token is the secret of its signatures.',
        'GitLab, with a webhook for `Merge request events`. The token is its secret token.',
      ],
    }),
    repository: z
      .string()
      .min(1)
      .max(512)
      .regex(/^[^/\s]+(\/[^/\s]+)+$/, { error: 'must be the path of a repository, such as "example/shop"' })
      .optional()
      .meta({
        description:
          'The path of the repository, such as `example/shop`. Reports of others are ignored. Default: any, which is right for the webhook of ' +
          'one repository.',
      }),
    secret: reference(
      'SecretDefinition',
      'The definition of a Secret with the key `token`: what the forge sends, or signs with. At least 16 characters.',
    ),
  }),
  examples: [{ forge: 'github' }, { forge: 'gitlab', repository: 'example/shop' }],
  outputs: z.strictObject({}),
  columns: [
    { header: 'APPLICATION', path: 'spec.application' },
    { header: 'FORGE', path: 'spec.forge' },
    { header: 'REPOSITORY', path: 'spec.repository' },
  ],
  reconciled: false,
  rest: { path: 'forge-webhooks' },
})

export const kinds = [ForgeWebhook]
