/** The parts of a reference of an image, such as `example.com:5000/shop:1.4@sha256:…`. */
export interface ImageReference {
  /** With the host of the registry, if it has one. */
  name: string
  tag?: string | undefined
  digest?: string | undefined
}

/** Parses a reference of an image. https://pkg.go.dev/github.com/distribution/reference */
export function parseImageReference(reference: string): ImageReference {
  const [named, digest] = splitAt(reference, reference.indexOf('@'))
  // A colon before a slash is that of a port.
  const [name, tag] = splitAt(named, named.indexOf(':', named.lastIndexOf('/') + 1))
  return { name, tag, digest }
}

/** Returns the reference of an image, as {@link parseImageReference} parses it. */
export function imageReferenceOf({ name, tag, digest }: ImageReference): string {
  return `${name}${tag === undefined ? '' : `:${tag}`}${digest === undefined ? '' : `@${digest}`}`
}

/**
 * Returns the host of the registry in the name of an image; undefined if it has none and is one of Docker Hub. Only a host has a dot or a
 * port, or is `localhost`.
 */
export function registryHostOf(name: string): string | undefined {
  const [first = '', ...rest] = name.split('/')
  return rest.length > 0 && /[.:]|^localhost$/.test(first) ? first : undefined
}

function splitAt(text: string, index: number): [string, string?] {
  return index < 0 ? [text] : [text.slice(0, index), text.slice(index + 1)]
}
