import { DeliveredImage } from '../../schema/delivery/images.ts'
import { usageError } from '../cli-error.ts'

/** Parses images such as `example.com/shop@sha256:…`. A tag before the digest means nothing, and is left out. */
export function parseImages(words: readonly string[]): DeliveredImage[] {
  return words.map(parseImage)
}

function parseImage(word: string): DeliveredImage {
  const at = word.indexOf('@')
  if (at < 0)
    throw usageError(
      `image "${word}" has no digest, and tags are not resolved. Give the digest that the push printed: ${withoutTag(word)}@sha256:…`,
    )
  const image = { name: withoutTag(word.slice(0, at)), digest: word.slice(at + 1) }
  const { success, data, error } = DeliveredImage.safeParse(image)
  if (success) return data
  const [issue] = error.issues
  throw usageError(`image "${word}": ${String(issue?.path[0] ?? 'image')} ${issue?.message ?? 'is invalid'}`)
}

/** Removes the tag of an image. A colon before a slash is that of a port. */
function withoutTag(name: string): string {
  return name.replace(/:[^/:]*$/, '')
}
