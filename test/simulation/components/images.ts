import { createHash } from 'node:crypto'
import type { ImageRegistry } from '../../../workers/registries/image-registry.ts'

/** A registry with an image for each tag. */
export const simulatedImages: ImageRegistry = {
  signaturesOf: async () => [],
  digestOf: async ({ image: { name, tag } }) =>
    `sha256:${createHash('sha256').update(`${name}:${tag}`).digest('hex')}`,
}
