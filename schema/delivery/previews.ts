import { z } from 'zod'
import { DomainName } from '../host-name.ts'
import { Overrides } from '../overrides.ts'
import { ParameterValue } from '../parameters.ts'
import { tierField } from '../profiles/fields.ts'
import { PreviewSleep } from './sleep.ts'

/* Previews of pull requests: what an application allows, and the states of a preview. */

/** The seconds after the last push for which a preview exists, unless something else is set. */
export const defaultPreviewTtl = 3 * 86_400

/** The number of previews that may be open, unless the application sets another. */
export const defaultMaxPreviews = 10

export const PreviewTtl = z
  .int()
  .min(1)
  .max(366 * 86_400)

const SeedVariable = z.record(
  z.string().regex(/^[A-Za-z_][A-Za-z0-9_]*$/, {
    error: 'must be the name of an environment variable, such as "DATABASE_URL"',
  }),
  z.string().max(10_000),
)

/** The job that fills a new preview with data. */
const PreviewSeed = z
  .strictObject({
    image: z
      .string()
      .min(1)
      .max(512)
      .regex(/^\S+$/, { error: 'must be an image such as "example.com/shop:1.4"' })
      .meta({
        description:
          'The image. If it is one of those of the preview, its digest is used, so that it may be named without one.',
      }),
    command: z
      .array(z.string().max(10_000))
      .min(1)
      .max(100)
      .optional()
      .meta({ description: 'The command. Default: that of the image.' }),
    args: z
      .array(z.string().max(10_000))
      .max(100)
      .optional()
      .meta({ description: 'The arguments of the command. Default: those of the image.' }),
    env: SeedVariable.optional().meta({
      description:
        'Environment variables, in addition to those that the dependencies of the application inject into all workloads.',
    }),
    deadline: z
      .int()
      .min(1)
      .max(86_400)
      .optional()
      .meta({ description: 'The seconds after which the job has failed. Default: 1800.' }),
  })
  .meta({ description: 'The job that fills a new preview with data.' })
export type PreviewSeed = z.infer<typeof PreviewSeed>

/** What an application allows and sets for previews of pull requests. */
export const PreviewSettings = z
  .strictObject({
    runtime: z
      .string()
      .min(1)
      .max(127)
      .optional()
      .meta({
        description:
          'The runtime of the previews, as `name` or `project/name`. A preview keeps that in which it was created. Default: the default ' +
          'runtime.',
      }),
    tier: tierField(),
    domain: DomainName.optional().meta({
      description:
        'The domain of the host names of gateways: the preview `shop-pr-42` is at `shop-pr-42.preview.example.com`, if this is ' +
        '`preview.example.com`. Its DNS records, such as one for `*.preview.example.com`, are not maintained. Default: gateways with ' +
        '`domainName` get the name of the preview as their subdomain, and others stay as they are.',
    }),
    parameters: z
      .record(z.string(), ParameterValue)
      .optional()
      .meta({
        description:
          'The values of the parameters that the definition declares. `{pullRequest}` in a text stands for the number of the pull ' +
          'request, and `{name}` for the name of the preview.',
      }),
    overrides: Overrides.optional().meta({
      description: 'What previews change about the resources of the definition.',
    }),
    ttl: PreviewTtl.optional().meta({
      description:
        'The seconds after its last push after which a preview is deleted, unless it sets another. Default: 259200, which is three days.',
    }),
    maxTtl: PreviewTtl.optional().meta({
      description:
        'The most seconds that a preview may set as its `ttl`. Default: no limit but that of `ttl`.',
    }),
    sleep: PreviewSleep.optional(),
    max: z.int().min(1).max(100).optional().meta({
      description: 'The number of previews that may be open at the same time. Default: 10.',
    }),
    seed: PreviewSeed.optional().meta({
      description:
        'The job that runs once, after a preview has become ready for the first time. One that fails is repeated with the next push.',
    }),
  })
  .meta({ description: 'What an application allows and sets for previews of pull requests.' })
export type PreviewSettings = z.infer<typeof PreviewSettings>

/** The states of a preview. */
export const previewStates = [
  'Accepted',
  'RollingOut',
  'Seeding',
  'Ready',
  'Asleep',
  'Failed',
  'Expired',
] as const
export type PreviewState = (typeof previewStates)[number]
