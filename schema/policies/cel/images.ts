import { parseImageReference, registryHostOf, type ImageReference } from '../../image-reference.ts'
import { isRecord, type Manifest } from '../../manifests.ts'
import { withContainers } from '../../overriding/pod-templates.ts'
import { Image } from './language.ts'

/** The most images of one object that expressions read. */
const maxImages = 5000

/** Returns the images of all containers, including init containers, each once. */
export function imagesOf(manifests: readonly Manifest[]): Image[] {
  const found = new Set<string>()
  for (const manifest of manifests)
    withContainers(manifest, (container) => {
      if (typeof container['image'] === 'string') found.add(container['image'])
      return container
    })
  return [...found].slice(0, maxImages).map(parseImage)
}

/** Returns the images that a build delivers, each with a digest or a tag. */
export function deliveredImages(images: unknown): Image[] {
  return (Array.isArray(images) ? images : []).flatMap((each: unknown) => {
    if (!isRecord(each)) return []
    const { name, tag, digest } = each
    return [imageOf({ name: String(name), tag: textIn(tag), digest: textIn(digest) })]
  })
}

function textIn(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}

/** Parses the reference of an image, such as `example.com:5000/shop:1.4@sha256:…`. */
export function parseImage(reference: string): Image {
  return imageOf(parseImageReference(reference))
}

function imageOf({ name, tag = '', digest = '' }: ImageReference): Image {
  return new Image({ name, registry: registryHostOf(name) ?? 'docker.io', tag, digest })
}
