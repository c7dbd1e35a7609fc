import { z } from 'zod'
import type { DeliveredImage } from './images.ts'

/* Revisions that are made of two others: the one that runs in an environment, and chosen parts of another one. */

/** The parts of a revision that a promotion names, such as `image` or `config.Deployment/web.spec.replicas`. */
export const PartNames = z
  .array(
    z
      .string()
      .max(1000)
      .regex(/^(image|config)(\..+)?$/, {
        error:
          'must be "image", "image.NAME", "config", or the name of a part, such as "config.Deployment/web.spec.replicas"',
      }),
  )
  .min(1, 'must name at least one part')
  .max(50)

/** The two revisions of which another one is made. */
export const Composition = z
  .strictObject({
    base: z.int().min(1).meta({ description: 'The number of the revision that most of it is of.' }),
    revision: z.int().min(1).meta({ description: 'The number of the revision that the parts are of.' }),
    only: PartNames.meta({ description: 'The names of the parts.' }),
  })
  .meta({ description: 'The two revisions of which a revision is made.' })
export type Composition = z.infer<typeof Composition>

/** A revision, as far as its place among others is concerned. */
export interface Ranked {
  number: number
  rank?: number | undefined
}

/**
 * Returns the place of a revision in the order of all. One that is made of two has the middle between them, so that it is newer than the one
 * that ran before, and older than the one that its parts are of.
 */
export function rankOf({ number, rank = number }: Ranked): number {
  return rank
}

/** Returns a function that returns the place of a revision, by its number, in the order of all. */
export function rankIn(revisions: readonly Ranked[]): (number: number) => number {
  return (number) => rankOf(revisions.find((each) => each.number === number) ?? { number })
}

/** Reports whether a revision is newer than another one, or than nothing. */
export function isNewer(revision: Ranked, other: Ranked | undefined): boolean {
  return other === undefined || rankOf(revision) > rankOf(other)
}

/** What a promotion asks for: a revision, or parts of it on top of another one. */
export interface PromotedParts {
  revision: number
  base?: number | undefined
  only?: readonly string[] | undefined
}

/** Returns the composition that a promotion asks for; undefined if it is one of a whole revision. */
export function compositionOf({ base, revision, only }: PromotedParts): Composition | undefined {
  if (base === undefined || only === undefined) return undefined
  return { base, revision, only: sortedParts(only) }
}

/** Returns what a promotion of parts asks for: on top of the revision that runs, or the same again if that is what runs. */
export function compositionOn(
  running: Ranked & { composition?: Composition | undefined },
  { revision, only }: { revision: number; only: readonly string[] },
): Composition {
  const { composition, number } = running
  const on = (base: number): Composition => ({ base, revision, only: sortedParts(only) })
  return composition !== undefined && isSameComposition(composition, on(composition.base))
    ? composition
    : on(number)
}

function sortedParts(only: readonly string[]): string[] {
  return [...new Set(only)].toSorted()
}

/** Reports whether two compositions are of the same parts, or neither is there. */
export function isSameComposition(one: Composition | undefined, other: Composition | undefined): boolean {
  const keyOf = (each: Composition | undefined): string =>
    each === undefined ? '' : JSON.stringify([each.base, each.revision, each.only])
  return keyOf(one) === keyOf(other)
}

/** Returns the revision that a promotion asks for; undefined if it has not been made. */
export function promotedRevision<
  Revision extends { spec: Ranked & { composition?: Composition | undefined } },
>(revisions: readonly Revision[], promotion: PromotedParts): Revision | undefined {
  const wanted = compositionOf(promotion)
  return wanted === undefined
    ? revisions.find(({ spec }) => spec.number === promotion.revision)
    : revisions.find(({ spec }) => isSameComposition(spec.composition, wanted))
}

/** Returns the newest revision that is not made of two others. */
export function newestWhole<Revision extends { spec: { composition?: Composition | undefined } }>(
  revisions: readonly Revision[],
): Revision | undefined {
  return revisions.findLast(({ spec }) => spec.composition === undefined)
}

/** Returns the images of a revision that is made of two, of which its definition may not have all. */
export function composedImages(
  base: readonly DeliveredImage[],
  source: readonly DeliveredImage[],
  only: readonly string[],
): DeliveredImage[] {
  const chosen = new Set(only)
  const images = new Map(base.map((image) => [image.name, image]))
  for (const image of source)
    if (!images.has(image.name) || chosen.has('image') || chosen.has(`image.${image.name}`))
      images.set(image.name, image)
  return [...images.values()].toSorted((one, other) => (one.name < other.name ? -1 : 1))
}
