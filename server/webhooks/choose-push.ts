import { imageAddress } from '../../schema/delivery/image-address.ts'
import { ImageTag } from '../../schema/delivery/images.ts'
import type { Push } from './pushes.ts'

/** The tags of signatures, attestations and other artifacts that belong to an image. */
const artifactTag = /^sha256-[a-f0-9]{64}/

/** Returns why a push is not one of the image and the tags of a webhook; undefined if it is. */
export function reasonToIgnore(
  { host, repository, tag }: Push,
  { image, tags }: { image: string; tags?: readonly string[] | undefined },
): string | undefined {
  const wanted = imageAddress(image)
  const full = host === 'docker.io' && !repository.includes('/') ? `library/${repository}` : repository
  if (full !== wanted?.repository || (host !== undefined && host !== wanted.registry))
    return `it is a push of ${host === undefined ? '' : `${host}/`}${repository}, not of ${image}`
  if (tag === undefined) return 'it is a push without a tag'
  if (artifactTag.test(tag) || !ImageTag.safeParse(tag).success) return `${tag} is not the tag of an image`
  if (tags !== undefined && !tags.some((pattern) => patternOf(pattern).test(tag)))
    return `the tag ${tag} does not match ${tags.join(', ')}`
  return undefined
}

/** A pattern has at most two stars and a tag 128 characters, so that matching is fast. */
function patternOf(pattern: string): RegExp {
  return new RegExp(`^${pattern.replaceAll(/[.]/g, String.raw`\.`).replaceAll('*', '.*')}$`)
}
