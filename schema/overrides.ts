import { z } from 'zod'

/* What an instance changes about the resources of its definition. */

const container = z
  .string()
  .min(1)
  .optional()
  .meta({ description: 'The name of the container. Default: all containers.' })

const workload = z.string().min(1).optional().meta({
  description: 'The name of the resource with the pods, such as a Deployment. Default: all of them.',
})

const quantities = (description: string) =>
  z
    .record(
      z.string().min(1),
      z.string().regex(/^\d+(\.\d+)?(m|k|M|G|T|P|E|Ki|Mi|Gi|Ti|Pi|Ei)?$/, {
        error: 'must be a quantity such as "500m" or "256Mi"',
      }),
    )
    .optional()
    .meta({ description })

/** Matches a patch that names a Secret. One in JSON is refused when it is tried on the resources of the definition. */
const namesSecret = /^(["']?)kind\1 *: *(["']?)Secret\2 *(#.*)?\r?$/m

export const Overrides = z.strictObject({
  images: z
    .array(
      z
        .strictObject({
          name: z.string().min(1).meta({
            description:
              'The image in the definition, without its tag and digest, for example `example.com/shop`.',
          }),
          newName: z
            .string()
            .min(1)
            .optional()
            .meta({ description: 'The name of the image to use instead.' }),
          newTag: z
            .string()
            .regex(/^\w[\w.-]{0,127}$/, { error: 'must be a tag such as "1.4.2"' })
            .optional()
            .meta({ description: 'The tag of the image.' }),
          digest: z
            .string()
            .regex(/^sha256:[a-f0-9]{64}$/, { error: 'must be a digest such as "sha256:…" with 64 digits' })
            .optional()
            .meta({ description: 'The digest of the image, which takes precedence over the tag.' }),
        })
        .refine(({ newName, newTag, digest }) => (newName ?? newTag ?? digest) !== undefined, {
          error: 'must set newName, newTag or digest',
        }),
    )
    .max(100)
    .optional()
    .meta({ description: 'The images to replace.' }),
  env: z
    .array(
      z.strictObject({
        workload,
        container,
        name: z
          .string()
          .regex(/^[A-Za-z_][\w.-]*$/, { error: 'must be the name of an environment variable' })
          .meta({ description: 'The name of the variable.' }),
        value: z.string().max(32_768).meta({ description: 'The value of the variable. Not for secrets.' }),
      }),
    )
    .max(200)
    .optional()
    .meta({ description: 'The environment variables to set. They replace those of the definition.' }),
  resources: z
    .array(
      z.strictObject({
        workload,
        container,
        requests: quantities('The requested quantities by resource, for example `cpu: 500m`.'),
        limits: quantities('The limits by resource, for example `memory: 256Mi`.'),
      }),
    )
    .max(100)
    .optional()
    .meta({ description: 'The CPU, memory and other resources of containers.' }),
  patches: z
    .array(
      z
        .strictObject({
          target: z
            .strictObject({
              group: z
                .string()
                .optional()
                .meta({ description: 'The API group of the resources. Default: any.' }),
              kind: z
                .string()
                .min(1)
                .optional()
                .meta({ description: 'The kind of the resources. Default: any.' }),
              name: z
                .string()
                .min(1)
                .optional()
                .meta({ description: 'The name of the resource. Default: any.' }),
            })
            .optional()
            .meta({
              description:
                'The resources to patch. Default: the one with the kind and the name in a strategic merge patch.',
            }),
          patch: z
            .string()
            .min(1)
            .max(100_000)
            .meta({
              description:
                'A strategic merge patch, or a list of JSON patch operations (RFC 6902), as YAML or JSON, with the meaning ' +
                'that kustomize gives them.',
            }),
        })
        .refine(({ target, patch }) => target?.kind !== 'Secret' && !namesSecret.test(patch), {
          error: 'cannot patch Secrets, whose values it would not store encrypted',
          params: { remedy: 'Set their values in the definition or in a SecretDefinition.' },
        }),
    )
    .max(50)
    .optional()
    .meta({ description: 'The patches of resources, applied before all other overrides.' }),
})
export type Overrides = z.infer<typeof Overrides>
