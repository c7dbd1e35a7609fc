import { isDeepStrictEqual } from 'node:util'
import type { z } from 'zod'
import { defined } from '../defined.ts'
import type { Application } from '../kinds/application.ts'
import type { Delivery } from '../kinds/delivery.ts'
import { shortName } from '../short-name.ts'
import { imagesOfBuild, sortBuilds, type Sorted } from './builds.ts'
import {
  composedImages,
  compositionOf,
  newestWhole,
  promotedRevision,
  rankOf,
  type Composition,
} from './composition.ts'
import { mergeImages } from './images.ts'
import { composedJobs } from './parts.ts'
import { isFinal } from './states.ts'
import type { KnownRevision, Related, Surroundings } from './surroundings.ts'

/* Which revisions an application gets: a function of what is stored, so that whoever computes it gets the same ones. */

/** The number of ended deliveries, and of promotions, that are kept. */
export const keptRecords = 20

type Spec = z.infer<(typeof Application)['spec']>

/** An application, and what is known around it. */
export interface KnownApplication {
  name: string
  spec: Spec
  /** The generation of its definition. */
  generation: number
  /** The number of the last revision that it has made. */
  last: number
  /** Fingerprints of the keys that have to sign images. @default no signatures are required */
  signers: readonly string[] | undefined
}

export interface NewRevisions {
  /** All valid revisions, in the order of their numbers. */
  revisions: KnownRevision[]
  ended: Sorted['ended']
  last: number
}

/** Returns the revisions with those that deliveries, or a change of the definition, call for. */
export function withNewRevisions(application: KnownApplication, around: Surroundings): NewRevisions {
  const { revisions, invalid, deliveries } = around
  const { spec, generation, signers } = application
  const taken = new Set([...revisions, ...invalid].map((each) => each.spec.delivery))
  const fresh = deliveries.filter(
    ({ name, outputs: { state } }) => !taken.has(name) && (state === undefined || !isFinal(state)),
  )
  const known = { revisions: [...revisions, ...invalid], sources: spec.sources }
  const { accepted, ended } = sortBuilds(
    fresh.filter((each) => imagesOfBuild(each, signers) !== undefined),
    known,
  )
  let last = Math.max(0, application.last, ...[...revisions, ...invalid].map((each) => each.spec.number))
  const all = [...revisions]
  const add = (build: Partial<KnownRevision['spec']>, images: KnownRevision['spec']['images']): void => {
    last += 1
    all.push(newRevision(application, { ...build, number: last, images }))
  }
  for (const each of accepted)
    add(buildOf(each), mergeImages(imagesOf(newestWhole(all)), imagesOfBuild(each, signers) ?? []))
  // One whose tags or signers are unknown takes no place of another, but it need not be looked up once a newer one is there.
  for (const each of fresh.filter((one) => imagesOfBuild(one, signers) === undefined))
    for (const [name, end] of sortBuilds([each], { ...known, revisions: [...invalid, ...all] }).ended)
      ended.set(name, end)
  const newest = newestWhole(all)
  if (newest === undefined) add({}, [])
  else if (newest.ready && (isOlder(newest, generation) || !hasJobs(newest, spec))) add({}, imagesOf(newest))
  for (const { spec: promotion } of around.promotions.slice(-keptRecords)) {
    const wanted = compositionOf(promotion)
    if (wanted === undefined || promotedRevision([...all, ...invalid], promotion) !== undefined) continue
    const composed = composedSpec(wanted, all)
    if (composed !== undefined) add(composed, composed.images)
  }
  return { revisions: all, ended, last }
}

function isOlder({ outputs }: KnownRevision, generation: number): boolean {
  return outputs.generation !== undefined && outputs.generation < generation
}

function hasJobs({ spec }: KnownRevision, { jobs = [] }: Spec): boolean {
  return isDeepStrictEqual(spec.jobs ?? [], jobs)
}

/** Returns the images of a revision, without those that its definition no longer has. */
function imagesOf(revision: KnownRevision | undefined): KnownRevision['spec']['images'] {
  return revision?.outputs.images ?? revision?.spec.images ?? []
}

function buildOf({ name, spec, createdAt }: Related<typeof Delivery>): Partial<KnownRevision['spec']> {
  const { source, build, attempt, commit, committedAt } = spec
  const delivered = spec.images.map((image) => image.name)
  return {
    delivery: name,
    delivered,
    build,
    deliveredAt: createdAt,
    ...defined({ source, attempt, commit, committedAt }),
  }
}

/** Returns the spec of a revision that is made of two; undefined if these do not exist, or are not recorded. */
function composedSpec(
  composition: Composition,
  revisions: readonly KnownRevision[],
): Omit<KnownRevision['spec'], 'number' | 'application' | 'definition'> | undefined {
  const recorded = (number: number) => revisions.find((each) => each.spec.number === number && each.ready)
  const [base, source] = [recorded(composition.base), recorded(composition.revision)]
  if (base === undefined || source === undefined) return undefined
  const { only } = composition
  const { commit, committedAt, deliveredAt } = source.spec
  const jobs = composedJobs(base.spec.jobs ?? [], source.spec.jobs ?? [], only)
  return {
    composition,
    rank: (rankOf(base.spec) + rankOf(source.spec)) / 2,
    images: composedImages(imagesOf(base), imagesOf(source), only),
    baseDefinition: base.outputs.definition ?? base.name,
    sourceDefinition: source.outputs.definition ?? source.name,
    ...(jobs.length === 0 ? {} : { jobs }),
    // What is new in it is that of the source.
    ...defined({ commit, committedAt, deliveredAt }),
  }
}

function newRevision(
  { name, spec: { definition, jobs = [] } }: KnownApplication,
  spec: Pick<KnownRevision['spec'], 'number' | 'images'> & Partial<KnownRevision['spec']>,
): KnownRevision {
  return {
    name: shortName(`${name}-r${spec.number}`),
    spec: {
      application: name,
      definition,
      ...(jobs.length === 0 || spec.composition !== undefined ? {} : { jobs }),
      ...spec,
    },
    outputs: {},
    ready: false,
    status: { cause: null },
  }
}
