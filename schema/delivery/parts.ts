import { dequal } from 'dequal'
import { stringify } from 'yaml'
import { isRecord, parseManifests, resourceNameOf, type Manifest } from '../manifests.ts'
import { imagesIn, withContainerOverrides } from '../overriding/containers.ts'
import { composedImages } from './composition.ts'
import type { DeliveredImage } from './images.ts'
import type { ApplicationJob } from './jobs.ts'
import { differingParts, mergedParts, type NamedPart, type Tree } from './part-tree.ts'

/* The parts by which two revisions differ, and revisions that are made of them. */

/** What a revision consists of. */
export interface RevisionContent {
  /** The spec of its definition. */
  definition: Readonly<Record<string, unknown>>
  images: readonly DeliveredImage[]
  jobs: readonly ApplicationJob[]
}

/** Returns the parts by which a revision differs from another one, in the order of their names. */
export function partsBetween(base: RevisionContent, source: RevisionContent): NamedPart[] {
  const named = (images: readonly DeliveredImage[]) => new Set(images.map(({ name }) => `image.${name}`))
  const [before, after] = [named(base.images), named(source.images)]
  const byPart = new Map(
    differingParts(treeOf(base, base.images), treeOf(source, source.images))
      // An image without a digest is not exact, so it never takes the place of one that was delivered.
      .filter(({ part }) => !before.has(part) || after.has(part))
      .map((each) => [each.part, each]),
  )
  return [...byPart.values()].toSorted((one, other) => (one.part < other.part ? -1 : 1))
}

/** Returns the names that choose none of the parts. */
export function unknownParts(only: readonly string[], parts: readonly NamedPart[]): string[] {
  const known = new Set(parts.flatMap(({ names }) => names))
  return only.filter((name) => !known.has(name))
}

/** Returns what a revision that is made of two consists of. */
export function composedContent(
  base: RevisionContent,
  source: RevisionContent,
  only: readonly string[],
): RevisionContent {
  const definition = composedDefinition(base.definition, source.definition, only)
  const existing = imagesIn(manifestsOf(definition))
  return {
    definition,
    images: composedImages(base.images, source.images, only).filter(({ name }) => existing.has(name)),
    jobs: composedJobs(base.jobs, source.jobs, only),
  }
}

/** Returns the jobs of a revision that is made of two. */
export function composedJobs(
  base: readonly ApplicationJob[],
  source: readonly ApplicationJob[],
  only: readonly string[],
): ApplicationJob[] {
  // Jobs are taken field by field of jobs.
  return mergedParts({ jobs: base }, { jobs: source }, new Set(only))['jobs'] as ApplicationJob[]
}

/** Returns the definition of a revision that is made of two. If only images are taken, its text stays as it was written. */
export function composedDefinition(
  base: RevisionContent['definition'],
  source: RevisionContent['definition'],
  only: readonly string[],
): Record<string, unknown> {
  const tree = mergedParts(treeOf({ definition: base }), treeOf({ definition: source }), new Set(only))
  const { definition, ...resources } = tree
  const manifests = Object.values(resources)
  const written = [base, source].find((each) => dequal(manifestsOf(each), manifests))
  const yamlDocument =
    written === undefined
      ? manifests.map((each) => stringify(each, writtenAs)).join('---\n')
      : textOf(written)
  return { ...(isRecord(definition) ? definition : {}), yamlDocument }
}

/** Texts that YAML 1.1 would read as something else are quoted. */
const writtenAs = { version: '1.1', lineWidth: 0, aliasDuplicateObjects: false } as const

function textOf({ yamlDocument }: RevisionContent['definition']): string {
  return typeof yamlDocument === 'string' ? yamlDocument : ''
}

function manifestsOf(definition: RevisionContent['definition']): readonly Manifest[] {
  return parseManifests(textOf(definition)).manifests
}

/** Returns the content of a revision by resource, with those of its images that its definition has. */
function treeOf(
  { definition, jobs }: Pick<RevisionContent, 'definition'> & Partial<RevisionContent>,
  images: readonly DeliveredImage[] = [],
): Tree {
  const { yamlDocument: _, source: __, ...settings } = definition
  const manifests = manifestsOf(definition)
  const existing = imagesIn(manifests)
  const delivered = images.filter(({ name }) => existing.has(name))
  const resources = withContainerOverrides(manifests, { images: delivered })
  return {
    ...byResource(resources),
    definition: settings,
    ...(jobs === undefined ? {} : { jobs }),
  }
}

/** Returns resources by their names. Of two kinds with the same name in different groups, the second one has its group. */
function byResource(manifests: readonly Manifest[]): Tree {
  const resources = new Map<string, Manifest>()
  for (const manifest of manifests) {
    const name = resourceNameOf(manifest)
    resources.set(resources.has(name) ? `${manifest.apiVersion.split('/')[0]}/${name}` : name, manifest)
  }
  return Object.fromEntries(resources)
}
