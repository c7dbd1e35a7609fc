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
    const tagged = typeof tag === 'string' ? `${String(name)}:${tag}` : String(name)
    return [parseImage(typeof digest === 'string' ? `${tagged}@${digest}` : tagged)]
  })
}

/** Parses the reference of an image, such as `example.com:5000/shop:1.4@sha256:…`. */
export function parseImage(reference: string): Image {
  const [named = '', digest = ''] = reference.split('@', 2)
  const slash = named.lastIndexOf('/')
  const colon = named.indexOf(':', slash + 1)
  const name = colon < 0 ? named : named.slice(0, colon)
  const first = name.split('/', 1)[0] ?? ''
  // Only a host has a dot or a port, or is localhost. https://pkg.go.dev/github.com/distribution/reference
  const hasHost = name.includes('/') && /[.:]|^localhost$/.test(first)
  const tag = colon < 0 ? '' : named.slice(colon + 1)
  return new Image({ name, registry: hasHost ? first : 'docker.io', tag, digest })
}
