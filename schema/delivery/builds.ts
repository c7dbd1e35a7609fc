import type { BuiltImage, DeliveredImage, ResolvedImage } from './images.ts'
import type { Delivery } from '../kinds/delivery.ts'
import type { KnownRevision, Related } from './surroundings.ts'

/*
 * The order of builds. Builds of one source are ordered by their number, then by attempt; the time at which they arrive means
 * nothing, so a build that arrives late, or is repeated, never replaces a newer one.
 */

const defaultSource = 'default'

type Built = { source?: string | undefined; build?: number | undefined; attempt?: number | undefined }

export function sourceOf({ source = defaultSource }: Built): string {
  return source
}

/** Returns a positive number if the first build is newer than the second, which has the same source. */
export function compareBuilds(one: Built, other: Built): number {
  return (one.build ?? 0) - (other.build ?? 0) || (one.attempt ?? 1) - (other.attempt ?? 1)
}

/** What becomes of the deliveries that have no revision yet. */
export interface Sorted {
  /** The deliveries to make revisions of, in the order in which to make them. */
  accepted: Related<typeof Delivery>[]
  /** The deliveries that end, with the reason. */
  ended: Map<string, { state: 'Superseded' | 'Rejected'; message: string }>
}

/**
 * Sorts the deliveries that have no revision yet: of each source, only the newest build is accepted, and only if it is newer than
 * all that have a revision.
 */
export function sortBuilds(
  fresh: readonly Related<typeof Delivery>[],
  { revisions, sources }: { revisions: readonly KnownRevision[]; sources: readonly string[] | undefined },
): Sorted {
  const ended: Sorted['ended'] = new Map()
  const built = revisions.filter(({ spec }) => spec.build !== undefined).map(({ spec }) => spec)
  // Without a list, the first source is the only one: the numbers of two cannot be compared.
  const known =
    sources ??
    [built.at(0) ?? fresh.at(0)?.spec].flatMap((each) => (each === undefined ? [] : [sourceOf(each)]))
  const accepted = fresh.filter(({ name, spec }, index) => {
    const source = sourceOf(spec)
    if (!known.includes(source)) {
      ended.set(name, { state: 'Rejected', message: unknownSource(source, known) })
      return false
    }
    // Of two with the same number, the first one counts: registries tell the time of a push in whole seconds.
    const others = fresh.filter(
      (each, at) => each.name !== name && (at < index || compareBuilds(each.spec, spec) !== 0),
    )
    const newest = [...built, ...others.map((each) => each.spec)]
      .filter((each) => sourceOf(each) === source)
      .toSorted((one, other) => compareBuilds(other, one))
      .at(0)
    if (newest === undefined || compareBuilds(spec, newest) > 0) return true
    ended.set(name, { state: 'Superseded', message: `Build ${describeBuild(newest)} of ${source} is newer.` })
    return false
  })
  return { accepted, ended }
}

/**
 * Returns the images of a delivery by digest; undefined while their tags are being looked up, or while not all are signed by one of the
 * signers.
 *
 * @param signers Fingerprints. Default: no signatures are required.
 */
export function imagesOfBuild(
  { spec, outputs }: Related<typeof Delivery>,
  signers: readonly string[] | undefined,
): DeliveredImage[] | undefined {
  const found: readonly (BuiltImage & Pick<ResolvedImage, 'signedBy'>)[] = outputs.images ?? spec.images
  const images = found.flatMap(({ name, digest, signedBy = '' }) =>
    digest === undefined || signers?.includes(signedBy) === false ? [] : [{ name, digest }],
  )
  return images.length === spec.images.length ? images : undefined
}

function unknownSource(source: string, known: readonly string[]): string {
  const listed = known.map((each) => JSON.stringify(each)).join(', ')
  return `Builds of source ${JSON.stringify(source)} are not accepted, only of ${listed}. Add it to sources of the application.`
}

export function describeBuild({ build, attempt = 1 }: Built): string {
  return attempt === 1 ? String(build) : `${build}, attempt ${attempt},`
}
