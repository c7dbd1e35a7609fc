import { z } from 'zod'
import { builtImageProblems } from '../delivery/image-problems.ts'
import { BuiltImage, ResolvedImage } from '../delivery/images.ts'
import { previewStates, PreviewTtl, type PreviewSettings } from '../delivery/previews.ts'
import { Overrides } from '../overrides.ts'
import { ParameterValue } from '../parameters.ts'
import { defineKind, reference, type OtherSpecs, type SpecProblem } from './kind.ts'

const spec = z.strictObject({
  application: reference('Application', 'The application, which must have `previews`.', { parent: true }),
  pullRequest: z.int().min(1).max(Number.MAX_SAFE_INTEGER).meta({
    description:
      'The number of the pull request, or of the merge request. An application has one preview for each.',
    filterable: true,
  }),
  url: z.url().max(2000).optional().meta({ description: 'The address of the pull request.' }),
  commit: z
    .string()
    .min(1)
    .max(255)
    .optional()
    .meta({ description: 'The commit of the build.', filterable: true }),
  images: z
    .array(BuiltImage)
    .min(1, 'must have at least one image')
    .max(50)
    .meta({ description: 'The images of the build. Other images stay as the definition has them.' }),
  build: z.int().min(0).max(Number.MAX_SAFE_INTEGER).optional().meta({
    description: 'The number of the build. An older one never replaces a newer one. Default: not numbered.',
  }),
  attempt: z.int().min(1).max(1_000_000).optional().meta({
    description: 'The number of the attempt, if the build was repeated. Default: 1.',
  }),
  runtime: z.string().min(1).max(127).optional().meta({
    description: 'The runtime, as `name` or `project/name`. Default: that in `previews` of the application.',
  }),
  parameters: z.record(z.string(), ParameterValue).optional().meta({
    description:
      'The values of the parameters that the definition declares, which take precedence over those in `previews`.',
  }),
  overrides: Overrides.optional().meta({
    description:
      'What the preview changes about the resources of the definition, instead of those in `previews`.',
  }),
  wokenAt: z.iso
    .datetime({ offset: true, error: 'must be a time such as 2026-11-26T09:00:00Z' })
    .optional()
    .meta({
      description:
        'The time at which it was last woken, as an RFC 3339 timestamp. It sleeps some time later, as `previews.sleep` of its application ' +
        'says.',
    }),
  ttl: PreviewTtl.optional().meta({
    description:
      'The seconds after its last push after which it is deleted. Default: as `previews` of the application has it.',
  }),
})
type PreviewSpec = z.infer<typeof spec>

export const Preview = defineKind({
  kind: 'Preview',
  plural: 'previews',
  description:
    'An application with the images of a pull request, in a namespace of its own and with dependencies of its own. It is deleted with ' +
    'everything that belongs to it, data included, once the pull request is closed, or some time after the last push.',
  aliases: ['pr', 'prs'],
  spec,
  immutable: ['application', 'pullRequest', 'runtime'],
  check: ({ images, attempt, build }) => [
    ...builtImageProblems(images),
    ...(attempt !== undefined && build === undefined
      ? [
          {
            path: 'attempt',
            code: 'FORBIDDEN' as const,
            message: 'requires build',
            remedy: 'Set build to the number of the build.',
          },
        ]
      : []),
  ],
  checkWithOthers: (each, { before, referenced }) => [
    ...settingsProblems(each, referenced['application']?.spec),
    ...orderProblems(each, before),
  ],
  examples: [
    { pullRequest: 1, images: [{ name: 'nginx', digest: `sha256:${'1'.repeat(64)}` }], build: 1 },
    {
      pullRequest: 1,
      images: [{ name: 'nginx', digest: `sha256:${'2'.repeat(64)}` }],
      build: 2,
      ttl: 86_400,
    },
  ],
  outputs: z.strictObject({
    state: z.enum(previewStates).meta({
      description: 'The state of the preview.',
      enumName: 'PreviewState',
      enumDescription: 'The states of a preview.',
      enumDescriptions: [
        'Its images are being looked up.',
        'The last push is being rolled out.',
        'The job that fills it with data is running.',
        'It runs the last push and is ready.',
        'Its pods are stopped until the next push, until it is woken, or for a time that its application sets.',
        'It is not ready, as the message says. The next push may repair it.',
        'It is being deleted, because its time is over, or the application has no previews any more.',
      ],
    }),
    message: z.string().optional().meta({ description: 'What it waits for, or why it failed.' }),
    url: z.string().optional().meta({ description: 'The URL of its gateway. Absent without a gateway.' }),
    urls: z.array(z.string()).optional().meta({ description: 'The URLs of all of its gateways.' }),
    namespace: z.string().optional().meta({ description: 'Its namespace. Absent until there is one.' }),
    images: z
      .array(ResolvedImage)
      .optional()
      .meta({ description: 'The images that run, with the digests that were found for their tags.' }),
    commit: z.string().optional().meta({ description: 'The commit that runs.' }),
    pushedAt: z.iso.datetime().optional().meta({ description: 'The time of the last push.' }),
    expiresAt: z.iso
      .datetime()
      .optional()
      .meta({ description: 'The time at which it is deleted, unless there is another push.' }),
    sleepsAt: z.iso
      .datetime()
      .optional()
      .meta({ description: 'The time at which it sleeps, unless there is another push or it is woken.' }),
    wakesAt: z.iso.datetime().optional().meta({ description: 'The time at which it wakes by itself.' }),
    seededAt: z.iso
      .datetime()
      .optional()
      .meta({ description: 'The time at which the job with its data had succeeded.' }),
  }),
  columns: [
    { header: 'APPLICATION', path: 'spec.application' },
    { header: 'PULL REQUEST', path: 'spec.pullRequest' },
    { header: 'STATE', path: 'status.outputs.state' },
    { header: 'URL', path: 'status.outputs.url' },
    { header: 'COMMIT', path: 'spec.commit', wide: true },
    { header: 'EXPIRES', path: 'status.outputs.expiresAt', wide: true },
  ],
  reconciled: true,
  owns: ['WorkloadDefinition', 'WorkloadInstance'],
  disposable: true,
  rest: { path: 'previews' },
})

function settingsProblems(
  { ttl }: PreviewSpec,
  application: Readonly<Record<string, unknown>> | undefined,
): SpecProblem[] {
  // A missing application is reported as a missing reference.
  if (application === undefined) return []
  // The server has validated the spec of the application with the schema of its kind.
  const settings = application['previews'] as PreviewSettings | undefined
  if (settings === undefined)
    return [
      {
        path: 'application',
        code: 'FORBIDDEN',
        message: 'has no previews',
        remedy: 'Add the field previews to the application, for example "previews: {}".',
      },
    ]
  const { maxTtl } = settings
  if (ttl === undefined || maxTtl === undefined || ttl <= maxTtl) return []
  return [
    {
      path: 'ttl',
      code: 'INVALID',
      message: `must be at most ${maxTtl}, which is previews.maxTtl of the application`,
      remedy: 'Set fewer seconds, or omit it.',
    },
  ]
}

/** Returns the problem of a build that is older than the one that the preview has, or has its number and is another. */
function orderProblems(
  { build, attempt = 1, images, commit }: PreviewSpec,
  before: OtherSpecs['before'],
): SpecProblem[] {
  // The server has validated the stored spec with this schema.
  const stored = before as PreviewSpec | undefined
  if (stored?.build === undefined) return []
  const newest = describe(stored)
  const olderBuild = (path: string, message: string, remedy: string): SpecProblem[] => [
    { path, code: 'CONFLICT', message, remedy },
  ]
  if (build === undefined)
    return olderBuild(
      'build',
      `is missing, and the preview has build ${newest}`,
      'Set it to the number of the build, so that older builds do not replace newer ones.',
    )
  const order = build - stored.build || attempt - (stored.attempt ?? 1)
  if (order > 0) return []
  if (order < 0)
    return olderBuild(
      attempt !== 1 && build === stored.build ? 'attempt' : 'build',
      `is older than build ${newest}, which the preview has`,
      'Push a newer build.',
    )
  if (same(images, stored.images) && commit === stored.commit) return []
  return olderBuild(
    'build',
    `is that of other ${same(images, stored.images) ? 'commits' : 'images'}, which the preview has`,
    'Repeat the call as it was, or set another build, or another attempt of the same build.',
  )
}

function describe({ build, attempt = 1 }: PreviewSpec): string {
  return attempt === 1 ? String(build) : `${build}, attempt ${attempt}`
}

function same(one: readonly BuiltImage[], other: readonly BuiltImage[]): boolean {
  const text = (images: readonly BuiltImage[]): string =>
    JSON.stringify(images.map(({ name, tag = '', digest = '' }) => [name, tag, digest]))
  return text(one) === text(other)
}

export const kinds = [Preview]
