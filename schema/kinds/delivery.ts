import { z } from 'zod'
import { builtImageProblems } from '../delivery/image-problems.ts'
import { BuiltImage, ResolvedImage } from '../delivery/images.ts'
import { DeliverySummary } from './application.ts'
import { defineKind, reference } from './kind.ts'

export const Delivery = defineKind({
  kind: 'Delivery',
  plural: 'deliveries',
  description:
    'A build of an application, as CI delivers it with `qleetctl deliver`. It never changes; its outputs tell what has become of it.',
  spec: z.strictObject({
    application: reference('Application', 'The application.', { parent: true }),
    images: z
      .array(BuiltImage)
      .min(1, 'must have at least one image')
      .max(50)
      .meta({ description: 'The images of the build. Other images of the application stay as they are.' }),
    source: z
      .string()
      .min(1)
      .max(255)
      .optional()
      .meta({
        description:
          'What numbers the builds, such as the repository and its workflow. Builds are compared only with those of the same source. ' +
          'Default: `default`.',
        filterable: true,
      }),
    build: z.int().min(0).max(Number.MAX_SAFE_INTEGER).meta({
      description: 'The number of the build. An older one never replaces a newer one.',
    }),
    attempt: z.int().min(1).max(1_000_000).optional().meta({
      description: 'The number of the attempt, if the build was repeated. Default: 1.',
    }),
    commit: z
      .string()
      .min(1)
      .max(255)
      .optional()
      .meta({ description: 'The commit of the build.', filterable: true }),
    committedAt: z.iso
      .datetime({ offset: true })
      .optional()
      .meta({
        description:
          'The time of the commit, as `git show -s --format=%cI` prints it. The lead time of the build counts from then. Default: the ' +
          'time of the delivery.',
      }),
    url: z.url().max(2000).optional().meta({ description: 'The address of the build.' }),
  }),
  immutable: ['application', 'images', 'source', 'build', 'attempt', 'commit', 'committedAt', 'url'],
  check: ({ images }) => builtImageProblems(images),
  examples: [{ images: [{ name: 'nginx', tag: '1.29' }], build: 1 }],
  outputs: DeliverySummary.omit({ name: true })
    .partial({ state: true })
    .extend({
      images: z
        .array(ResolvedImage)
        .optional()
        .meta({
          description:
            'The images with the digests that were found for their tags, and with their signers. Absent if the spec has all digests and the ' +
            'application requires no signatures.',
        }),
    }),
  columns: [
    { header: 'APPLICATION', path: 'spec.application' },
    { header: 'BUILD', path: 'spec.build' },
    { header: 'STATE', path: 'status.outputs.state' },
    { header: 'REVISION', path: 'status.outputs.revision' },
    { header: 'COMMIT', path: 'spec.commit', wide: true },
  ],
  reconciled: true,
  rest: { path: 'deliveries' },
})

export const kinds = [Delivery]
