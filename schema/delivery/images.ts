import { z } from 'zod'

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

/** Returns images with those that replace others of the same name, in the order of their names. */
export function mergeImages(
  images: readonly DeliveredImage[],
  newer: readonly DeliveredImage[],
): DeliveredImage[] {
  const byName = new Map([...images, ...newer].map((each) => [each.name, each]))
  return [...byName.values()].toSorted((one, other) => (one.name < other.name ? -1 : 1))
}
