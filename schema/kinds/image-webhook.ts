import { z } from 'zod'
import { imageAddress, type ImageAddress } from '../delivery/image-address.ts'
import { DeliveredImage } from '../delivery/images.ts'
import { imageRegistries, type ImageRegistryName } from '../delivery/webhooks.ts'
import { defineKind, reference, type SpecProblem } from './kind.ts'

/** The hosts of the registries that have one; for others, the secret of the webhook says that the event is of the right one. */
const hosts: Partial<Record<ImageRegistryName, { pattern: RegExp; example: string }>> = {
  dockerhub: { pattern: /^docker\.io$/, example: 'docker.io/example/shop' },
  ghcr: { pattern: /^ghcr\.io$/, example: 'ghcr.io/example/shop' },
  ecr: {
    pattern: /^\d{12}\.dkr\.ecr\.[a-z0-9-]+\.amazonaws\.com(\.cn)?$/,
    example: '123456789012.dkr.ecr.eu-central-1.amazonaws.com/shop',
  },
}

export const ImageWebhook = defineKind({
  kind: 'ImageWebhook',
  plural: 'imageWebhooks',
  description:
    'Delivers an image to an application whenever its registry reports a push, at `POST /v0/webhooks/PROJECT/NAME`. Each push is a ' +
    '`Delivery` whose source is the name of the webhook.',
  aliases: ['webhook', 'webhooks'],
  spec: z.strictObject({
    application: reference('Application', 'The application.', { parent: true }),
    registry: z.enum(imageRegistries).meta({
      description:
        'The registry that reports pushes, which decides the form of its reports and how they are authenticated.',
      enumName: 'ImageRegistry',
      enumDescription: 'The registries whose reports of pushes are understood.',
      enumDescriptions: [
        'Docker Hub. It signs nothing: the token is the last part of the address, `/v0/webhooks/PROJECT/NAME/TOKEN`.',
        'The container registry of GitHub, with the webhook of a repository or an organisation. The token is the secret of its signatures.',
        'Amazon ECR, with an API destination of EventBridge that sends the token in the header `Authorization`.',
        'Harbor, with the token as its authorization header.',
        'A registry of the CNCF distribution, whose configuration has the token in the header `Authorization`.',
      ],
    }),
    image: DeliveredImage.shape.name.meta({
      description:
        'The name of the image, as the definition of the application has it, for example `ghcr.io/example/shop`. Pushes of other ' +
        'images are ignored.',
    }),
    tags: z
      .array(
        z
          .string()
          .max(128)
          .regex(/^[a-zA-Z0-9_.-]*(\*[a-zA-Z0-9_.-]*){0,2}$/, {
            error: 'must be a tag in which at most two "*" stand for any characters',
          })
          .min(1),
      )
      .min(1, 'must have at least one pattern')
      .max(20)
      .optional()
      .meta({
        description:
          'The tags to deliver: patterns in which `*` stands for any characters, such as `v1.*`. Default: all. Pushes without a tag, and ' +
          'of signatures, are always ignored.',
      }),
    secret: reference(
      'SecretDefinition',
      'The definition of a Secret with the key `token`: what the registry sends, or signs with. At least 16 characters.',
    ),
  }),
  check: checkImage,
  examples: [
    { registry: 'harbor', image: 'example.com/shop' },
    { registry: 'distribution', image: 'example.com/shop', tags: ['v*'] },
  ],
  outputs: z.strictObject({}),
  columns: [
    { header: 'APPLICATION', path: 'spec.application' },
    { header: 'REGISTRY', path: 'spec.registry' },
    { header: 'IMAGE', path: 'spec.image' },
    { header: 'TAGS', path: 'spec.tags' },
  ],
  reconciled: false,
  rest: { path: 'image-webhooks' },
})

function checkImage({ registry, image }: { registry: ImageRegistryName; image: string }): SpecProblem[] {
  const address: ImageAddress | undefined = imageAddress(image)
  const host = hosts[registry]
  if (address !== undefined && (host === undefined || host.pattern.test(address.registry))) return []
  return [
    {
      path: 'image',
      code: 'INVALID',
      message: `is not the name of an image in ${registry}`,
      remedy: `Use a name in lower case such as "${host?.example ?? 'example.com/shop'}", without tag and digest.`,
    },
  ]
}

export const kinds = [ImageWebhook]
