import { BuiltImage } from '../../schema/delivery/images.ts'
import { parseImageReference } from '../../schema/image-reference.ts'
import { usageError } from '../cli-error.ts'

/** Parses images such as `example.com/shop@sha256:…` or `example.com/shop:1.4.2`. */
export function parseImages(words: readonly string[]): BuiltImage[] {
  return words.map(parseImage)
}

function parseImage(word: string): BuiltImage {
  const { name, tag, digest } = parseImageReference(word)
  if (digest === undefined && tag === undefined)
    throw usageError(
      `image "${word}" has neither digest nor tag. Give the digest that the push printed, ${word}@sha256:…, or a tag: ${word}:TAG`,
    )
  // With a digest, the tag decides nothing, and the same build is delivered by the same images with or without it.
  const image = digest === undefined ? { name, tag } : { name, digest }
  const { success, data, error } = BuiltImage.safeParse(image)
  if (success) return data
  const [issue] = error.issues
  throw usageError(`image "${word}": ${String(issue?.path[0] ?? 'image')} ${issue?.message ?? 'is invalid'}`)
}
