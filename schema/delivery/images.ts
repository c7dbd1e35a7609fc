import { z } from 'zod'
import type { Overrides } from '../overrides.ts'

/** An image by digest. */
export const DeliveredImage = z
  .strictObject({
    name: z
      .string()
      .min(1)
      .max(255)
      .regex(/^[^\s@]+$/, {
        error: 'must be the name of an image without a digest, such as "example.com/shop"',
      })
      .meta({ description: 'The name of the image without tag and digest, for example `example.com/shop`.' }),
    digest: z
      .string()
      .regex(/^sha256:[a-f0-9]{64}$/, { error: 'must be a digest such as "sha256:…" with 64 digits' })
      .meta({ description: 'The digest of the image.' }),
  })
  .meta({ description: 'An image by digest.' })
export type DeliveredImage = z.infer<typeof DeliveredImage>

/** A tag as registries accept it: https://github.com/opencontainers/distribution-spec/blob/main/spec.md#pulling-manifests */
export const ImageTag = z.string().regex(/^[a-zA-Z0-9_][a-zA-Z0-9._-]{0,127}$/, {
  error: 'must be a tag of at most 128 letters, digits, "_", "." and "-"',
})

/** An image of a build: by digest, or by a tag whose digest is looked up once. */
export const BuiltImage = z
  .strictObject({
    name: DeliveredImage.shape.name,
    tag: ImageTag.optional().meta({
      description:
        'The tag of the image, for example `1.4.2`. Without `digest`, the registry is asked for its digest once, and the answer is ' +
        'recorded; a tag that moves afterwards changes nothing.',
    }),
    digest: DeliveredImage.shape.digest.optional().meta({
      description: 'The digest of the image. It takes precedence over `tag`.',
    }),
  })
  .meta({ description: 'An image of a build, with a digest or a tag.' })
export type BuiltImage = z.infer<typeof BuiltImage>

/** An image of a build with the digest that was found for it. */
export const ResolvedImage = z
  .strictObject({
    name: DeliveredImage.shape.name,
    tag: BuiltImage.shape.tag,
    digest: DeliveredImage.shape.digest,
    signedBy: z.string().optional().meta({
      description:
        'The fingerprint of the public key with which the signature of the image was verified: `sha256:` and the digest of the key.',
    }),
  })
  .meta({ description: 'An image of a build, with the digest that its tag had.' })
export type ResolvedImage = z.infer<typeof ResolvedImage>

/** Returns images with those that replace others of the same name, in the order of their names. */
export function mergeImages(
  images: readonly DeliveredImage[],
  newer: readonly DeliveredImage[],
): DeliveredImage[] {
  const byName = new Map([...images, ...newer].map((each) => [each.name, each]))
  return [...byName.values()].toSorted((one, other) => (one.name < other.name ? -1 : 1))
}

/** Returns the overrides of an environment with the images of a revision, which take precedence. */
export function withImagesOf(
  images: readonly DeliveredImage[],
  overrides: Overrides | undefined,
): Overrides | undefined {
  const delivered = new Set(images.map(({ name }) => name))
  const others = overrides?.images?.filter(({ name }) => !delivered.has(name)) ?? []
  const replaced = [...others, ...images]
  return replaced.length === 0 ? overrides : { ...overrides, images: replaced }
}
