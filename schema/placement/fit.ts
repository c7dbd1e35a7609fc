import { counted } from '../counted.ts'
import type { Placement } from './declaration.ts'

/** The label of a runtime with its tier. */
export const tierLabel = 'qleet.io/tier'

/** The label of a runtime with the name of the only instance that is placed there. */
export const dedicatedLabel = 'qleet.io/dedicated-to'

/** A runtime as far as its choice is concerned. */
export interface RuntimeCandidate {
  name: string
  labels: Readonly<Record<string, string>>
  location: string
  provider: string
  ready: boolean
  /** The phase of its status, for example `Unreachable`. */
  phase: string
  deleting: boolean
  /** Reports whether its credentials permit everything that installations need. */
  installable: boolean
  /** The support services that it provides. */
  services: readonly string[]
  /** The number of its instances, without those that others in the same runtime own. */
  instances: number
  maxInstances?: number | undefined
  /** An instance that has the runtime for itself. */
  dedicatedTo?: string | undefined
}

/** A runtime that was not chosen. */
export interface Rejection {
  runtime: string
  reason: string
}

/** The choice of a runtime. */
export interface Choice {
  /** Undefined if no runtime fits. */
  chosen: RuntimeCandidate | undefined
  reason: string
  rejected: Rejection[]
  /** A runtime that would fit if it were ready. */
  pending: RuntimeCandidate | undefined
}

/**
 * Chooses a runtime: of those that fit, the one with the fewest instances, and of these the first by name. A pure function,
 * so that a plan shows what would be chosen.
 *
 * @param self The name of the instance.
 */
export function chooseRuntime(
  placement: Placement,
  candidates: readonly RuntimeCandidate[],
  self?: string,
): Choice {
  const judged = candidates
    .map((candidate) => ({
      candidate,
      misfit: misfitOf(placement, candidate, self),
      unready: unreadinessOf(candidate),
    }))
    .toSorted((one, other) => byPreference(one.candidate, other.candidate))
  const fitting = judged.filter(({ misfit, unready }) => misfit === undefined && unready === undefined)
  const chosen = fitting[0]?.candidate
  const rejected = judged
    .filter(({ candidate }) => candidate !== chosen)
    .map(({ candidate, misfit, unready }) => ({
      runtime: candidate.name,
      reason: misfit ?? unready ?? lessPreferred(candidate, chosen),
    }))
    .toSorted((one, other) => compare(one.runtime, other.runtime))
  const unready = judged.find(({ misfit, candidate }) => misfit === undefined && !candidate.deleting)
  const pending = chosen === undefined ? unready?.candidate : undefined
  return {
    chosen,
    reason: chosen === undefined ? reasonForNone(pending) : reasonOf(chosen, fitting.length),
    rejected,
    pending,
  }
}

/** Returns the requirement that a runtime does not meet, whether it is ready or not; undefined if it meets all. */
export function misfitOf(
  placement: Placement,
  candidate: RuntimeCandidate,
  self?: string,
): string | undefined {
  const { location, provider, tier, labels = {}, capabilities = [], isolation = 'shared' } = placement
  const { instances, maxInstances } = candidate
  if (location !== undefined && location !== candidate.location)
    return `is in ${candidate.location}, not ${location}`
  if (provider !== undefined && provider !== candidate.provider)
    return `has provider ${candidate.provider}, not ${provider}`
  const required = { ...labels, ...(tier === undefined ? {} : { [tierLabel]: tier }) }
  const label = Object.entries(required).find(([key, value]) => candidate.labels[key] !== value)
  if (label !== undefined) return mislabelled(label, candidate)
  const missing = capabilities.find((each) => !candidate.services.includes(each))
  if (missing !== undefined && !candidate.installable)
    return `lacks ${missing}, and its credentials do not permit the installation`
  const reservedFor = candidate.labels[dedicatedLabel]
  if (reservedFor !== undefined && self !== undefined && reservedFor !== self)
    return `is dedicated to ${reservedFor}`
  if (candidate.dedicatedTo !== undefined) return `is dedicated to ${candidate.dedicatedTo}`
  if (isolation === 'dedicated' && instances > 0) return `has ${counted(instances, 'instance')} already`
  if (maxInstances !== undefined && instances >= maxInstances)
    return `is full: it has ${counted(instances, 'instance')} of at most ${maxInstances}`
  return undefined
}

function mislabelled([key, value]: [string, string], { labels }: RuntimeCandidate): string {
  const actual = labels[key]
  return actual === undefined
    ? `has no label ${key}, which must be ${value}`
    : `has label ${key}=${actual}, not ${value}`
}

function unreadinessOf({ deleting, ready, phase }: RuntimeCandidate): string | undefined {
  if (deleting) return 'is being deleted'
  return ready ? undefined : `is not ready (${phase})`
}

function byPreference(one: RuntimeCandidate, other: RuntimeCandidate): number {
  return one.instances - other.instances || compare(one.name, other.name)
}

function compare(one: string, other: string): number {
  return one < other ? -1 : Number(one > other)
}

function lessPreferred({ instances }: RuntimeCandidate, chosen: RuntimeCandidate | undefined): string {
  return instances === chosen?.instances
    ? 'fits as well, but its name comes later'
    : `fits as well, but has more instances: ${instances}`
}

function reasonForNone(pending: RuntimeCandidate | undefined): string {
  return pending === undefined
    ? 'No runtime fits.'
    : `No runtime that is ready fits; ${pending.name} does once it is ready.`
}

function reasonOf({ instances }: RuntimeCandidate, fitting: number): string {
  return fitting === 1
    ? 'It is the only runtime that fits.'
    : `It has the fewest instances (${instances}) of the ${fitting} runtimes that fit.`
}
