import { imageReferenceOf, parseImageReference } from '../image-reference.ts'
import { isRecord, type Manifest } from '../manifests.ts'
import type { Overrides } from '../overrides.ts'
import { OverrideError } from './override-error.ts'
import { withContainers } from './pod-templates.ts'

type Json = Record<string, unknown>
type Image = NonNullable<Overrides['images']>[number]

/** One override of containers. */
interface ContainerOverride {
  /** Its name in errors. */
  name: string
  /** The description of what it matches, for errors. */
  wanted: string
  matches(manifest: Manifest, container: Json): boolean
  update(container: Json): Json
}

/** Returns the names of the images of all containers, without tags and digests. */
export function imagesIn(manifests: readonly Manifest[]): Set<string> {
  const found = new Set<string>()
  for (const manifest of manifests)
    withContainers(manifest, (container) => {
      const name = repositoryOf(container['image'])
      if (name !== undefined) found.add(name)
      return container
    })
  return found
}

/** Applies the overrides of containers. Throws an OverrideError for one that matches no container. */
export function withContainerOverrides(
  manifests: readonly Manifest[],
  { images = [], env = [], resources = [] }: Overrides,
): readonly Manifest[] {
  const overrides: ContainerOverride[] = [
    ...images.map((image, index) => ({
      name: `overrides.images[${index}]`,
      wanted: `container with image ${image.name}`,
      matches: (_: Manifest, container: Json) => repositoryOf(container['image']) === image.name,
      update: (container: Json) => ({ ...container, image: imageOf(String(container['image']), image) }),
    })),
    ...env.map(({ name, value, ...place }, index) => ({
      ...matcherOf(place),
      name: `overrides.env[${index}]`,
      update: (container: Json) => withVariable(container, { name, value }),
    })),
    ...resources.map(({ requests, limits, ...place }, index) => ({
      ...matcherOf(place),
      name: `overrides.resources[${index}]`,
      update: (container: Json) => withResources(container, { requests, limits }),
    })),
  ]
  return overrides.reduce(overridden, manifests)
}

function overridden(manifests: readonly Manifest[], override: ContainerOverride): readonly Manifest[] {
  let count = 0
  const result = manifests.map((manifest) =>
    withContainers(manifest, (container) => {
      if (!override.matches(manifest, container)) return container
      count += 1
      return override.update(container)
    }),
  )
  if (count === 0)
    throw new OverrideError(
      override.name,
      `matches no ${override.wanted} of the definition`,
      'correct or remove it',
    )
  return result
}

function matcherOf({
  workload,
  container: wanted,
}: {
  workload?: string | undefined
  container?: string | undefined
}) {
  return {
    wanted: `container ${[workload, wanted].filter((each) => each !== undefined).join('/')}`.trimEnd(),
    matches: ({ metadata }: Manifest, container: Json): boolean =>
      (workload === undefined || metadata.name === workload) &&
      (wanted === undefined || container['name'] === wanted),
  }
}

export function repositoryOf(image: unknown): string | undefined {
  return typeof image === 'string' && image !== '' ? parseImageReference(image).name : undefined
}

function imageOf(image: string, { newName, newTag, digest }: Image): string {
  const { name, ...version } = parseImageReference(image)
  const isChanged = digest !== undefined || newTag !== undefined
  const changed = isChanged ? { digest, tag: digest === undefined ? newTag : undefined } : version
  return imageReferenceOf({ name: newName ?? name, ...changed })
}

function withVariable(container: Json, variable: { name: string; value: string }): Json {
  const declared: unknown[] = Array.isArray(container['env']) ? container['env'] : []
  const isSame = (each: unknown): boolean => isRecord(each) && each['name'] === variable.name
  const env = declared.some(isSame)
    ? declared.map((each) => (isSame(each) ? variable : each))
    : [...declared, variable]
  return { ...container, env }
}

function withResources(container: Json, given: Record<'requests' | 'limits', Json | undefined>): Json {
  const before = isRecord(container['resources']) ? container['resources'] : {}
  const merged = Object.entries(given).flatMap(([field, quantities]) => {
    if (quantities === undefined) return []
    const own = before[field]
    return [[field, { ...(isRecord(own) ? own : {}), ...quantities }]]
  })
  return { ...container, resources: { ...before, ...(Object.fromEntries(merged) as Json) } }
}
