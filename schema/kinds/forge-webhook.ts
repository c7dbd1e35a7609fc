import { z } from 'zod'
import { ImageTemplate } from '../delivery/image-templates.ts'
import { defineKind, reference } from './kind.ts'

/** The forges whose reports of pull requests are understood. */
const forges = ['github', 'gitlab', 'gitea'] as const
export type Forge = (typeof forges)[number]

export const ForgeWebhook = defineKind({
  kind: 'ForgeWebhook',
  plural: 'forgeWebhooks',
  description:
    'Deletes the preview of a pull request when its forge reports that it was closed or merged, at `POST /v0/webhooks/PROJECT/NAME`. With ' +
    '`images`, it also makes the preview, and follows the commits of the pull request.',
  spec: z.strictObject({
    application: reference('Application', 'The application.', { parent: true }),
    forge: z.enum(forges).meta({
      description:
        'The forge that reports pull requests, which decides the form of its reports and how they are authenticated.',
      enumDescription: 'The forges whose reports of pull requests are understood.',
      enumDescriptions: [
        'GitHub, with a webhook for `Pull requests` as `application/json`. The token is the secret of its signatures.',
        'GitLab, with a webhook for `Merge request events`. The token is its secret token.',
        'Gitea or Forgejo, with a webhook of the type Gitea or Forgejo for pull requests and their synchronisation. The token is its secret.',
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
    images: z
      .array(ImageTemplate)
      .min(1, 'must have at least one image')
      .max(50)
      .optional()
      .meta({
        description:
          'The images of a pull request, such as `example.com/shop:{{sha}}`: a pull request that is opened, opened again or pushed to has ' +
          'a preview with them, which starts once CI has pushed them. `{{sha}}` is the commit, `{{shortSha}}` its first seven digits, ' +
          '`{{pullRequest}}` the number. Default: none; CI makes the previews.',
      }),
    secret: reference(
      'SecretDefinition',
      'The definition of a Secret with the key `token`: what the forge sends, or signs with. At least 16 characters.',
    ),
  }),
  examples: [
    { forge: 'github' },
    { forge: 'gitlab', repository: 'example/shop', images: ['example.com/shop:{{sha}}'] },
  ],
  outputs: z.strictObject({}),
  columns: [
    { header: 'APPLICATION', path: 'spec.application' },
    { header: 'FORGE', path: 'spec.forge' },
    { header: 'REPOSITORY', path: 'spec.repository' },
    { header: 'IMAGES', path: 'spec.images', wide: true },
  ],
  reconciled: false,
  rest: { path: 'forge-webhooks' },
})

export const kinds = [ForgeWebhook]
