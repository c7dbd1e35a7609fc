import { z } from 'zod'
import type { SpecProblem } from '../kinds/kind.ts'
import { LabelKey, LabelValue } from '../name-rules.ts'

/* How a change reaches the locations of an instance: in waves, as long as no more locations fail than are allowed. */

/** One wave: the locations that get a change together. */
export const Wave = z
  .strictObject({
    locations: z.int().min(1).max(50).optional().meta({
      description: 'The number of locations that have the change after this wave.',
    }),
    percent: z.int().min(1).max(100).optional().meta({
      description: 'The share of the locations that have the change after this wave, rounded up.',
    }),
    labels: z.record(LabelKey, LabelValue).optional().meta({
      description: 'The labels of the runtimes whose locations get the change in this wave.',
    }),
  })
  .meta({ description: 'The locations that get a change together.' })
export type Wave = z.infer<typeof Wave>

/** The spec field with the waves of a rollout. */
export const waves = () =>
  z
    .array(Wave)
    .max(20)
    .optional()
    .meta({
      description:
        'The waves in which a change reaches the locations, in their order. Each starts once all locations of those before have been ' +
        'ready for `settle` seconds. What none of them names is the last wave. Default: all at once.',
    })

/** The spec field with the number of locations that may fail in a rollout. */
export const maxFailures = () =>
  z.int().min(0).max(50).optional().meta({
    description:
      'The number of locations that may fail in a rollout. With more, it halts, and no further location gets the change. Default: 0.',
  })

/** How a change reaches the locations of an instance. */
export const LocationRollout = z
  .strictObject({
    waves: waves(),
    maxFailures: maxFailures(),
    settle: z.int().min(0).max(3600).optional().meta({
      description: 'The seconds for which a wave must stay ready until the next one starts. Default: 10.',
    }),
    deadline: z.int().min(1).max(86_400).optional().meta({
      description: 'The seconds within which the locations of a wave must become ready. Default: 600.',
    }),
    paused: z
      .boolean()
      .optional()
      .meta({ description: 'Indicates whether no further location gets a change for now. Default: false.' }),
  })
  .meta({
    description:
      'How a change reaches the locations. Default: all get it at once, whatever becomes of it. New locations get it at once.',
  })
export type LocationRollout = z.infer<typeof LocationRollout>

/** Returns the problems of the waves at a path. */
export function waveErrors(waves: readonly Wave[], path: string): SpecProblem[] {
  return waves.flatMap((wave, index) =>
    Object.keys(wave).length === 1
      ? []
      : [
          {
            path: `${path}[${index}]`,
            code: 'INVALID' as const,
            message: 'must have exactly one of locations, percent and labels',
            remedy: 'Write a wave for each.',
          },
        ],
  )
}

/** A location, as far as a rollout is concerned. */
export interface RolledLocation {
  location: string
  /** The labels of its runtime. */
  labels: Readonly<Record<string, string>>
  /** True if it does not have the change yet. */
  isOutdated: boolean
  isReady: boolean
  /** True if it cannot become ready without a change. */
  isStalled: boolean
  /** Why it is not ready, as far as it is known. */
  cause?: string
}

export interface WaveRules {
  waves: readonly Wave[]
  maxFailures: number
  isPaused: boolean
  /** Milliseconds for which a wave must be ready until the next one starts. */
  settle: number
  /** Milliseconds within which the locations of a wave must become ready. */
  deadline: number
}

/** How far a rollout has got, as it is stored. */
export interface WaveProgress {
  /** The current wave, counted from 1. */
  wave: number
  /** When it started, in milliseconds. */
  startedAt: number
  /** When all its locations were ready, or failed within the budget; absent while they are not. */
  readyAt?: number
  /** When the rollout was paused; absent while it is not. */
  pausedAt?: number
  /** True once the last wave is ready. */
  isComplete?: boolean
}

export const waveStates = ['Progressing', 'Paused', 'Halted', 'Complete'] as const

export interface FailedLocation {
  location: string
  cause: string
}

/** The next step of a rollout. */
export interface WaveStep {
  state: (typeof waveStates)[number]
  progress: WaveProgress
  /** The number of waves. */
  waves: number
  /** The outdated locations that get the change now. */
  released: readonly string[]
  /** The locations of the waves so far that have failed. */
  failed: readonly FailedLocation[]
  /** The time at which the step may change by itself, in milliseconds. */
  until?: number
}

interface Rolled {
  /** In the order of the spec. */
  locations: readonly RolledLocation[]
  rules: WaveRules
  now: number
}

/**
 * Returns the next step of a rollout: a function of what is stored and of the time, so that it is the same whoever computes it,
 * however often, and after any crash.
 */
export function nextWave(stored: WaveProgress | undefined, { locations, rules, now }: Rolled): WaveStep {
  const planned = wavesOf(rules.waves, locations)
  const current = withPause(stored, rules.isPaused, now)
  const last = planned.length
  const outdated = planned.findIndex((wave) => wave.some((each) => each.isOutdated)) + 1
  // Without outdated locations, none is left to hold back, however labels divide them now.
  let wave = outdated === 0 ? last : Math.min(current?.wave ?? last, last)
  // Another change starts again.
  const isRestarted = outdated > 0 && (outdated <= wave || current?.isComplete === true)
  if (isRestarted) wave = outdated
  const isComplete = !isRestarted && current?.isComplete === true
  let progress: WaveProgress =
    isRestarted || current === undefined
      ? { wave, startedAt: now, ...(rules.isPaused ? { pausedAt: now } : {}) }
      : { ...current, wave, startedAt: wave > current.wave ? now : current.startedAt }
  const step = (state: WaveStep['state'], more: Partial<WaveStep> = {}): WaveStep => ({
    state,
    progress,
    waves: last,
    released: [],
    failed: [],
    ...more,
  })
  if (isComplete) return step('Complete')
  const soFar = planned.slice(0, wave).flat()
  const { deadline, settle, maxFailures: budget } = rules
  const late = progress.startedAt + deadline
  const failed = rules.isPaused || isRestarted ? [] : failedOf(soFar, { isLate: now >= late, deadline })
  if (rules.isPaused) return step('Paused')
  if (isRestarted) return step('Progressing', { released: releasedBy(soFar), until: late })
  const { readyAt = now, ...unready } = progress
  if (failed.length > budget) {
    progress = unready
    return step('Halted', { failed })
  }
  const isOpen = ({ location, isReady }: RolledLocation): boolean =>
    !isReady && !failed.some((each) => each.location === location)
  const earlier = planned.slice(0, wave - 1).flat()
  // A location that failed within the budget does not delay the waves after its own.
  const isTooMany = failed.length + earlier.filter(isOpen).length > budget
  if (isTooMany ? soFar.some(isOpen) : planned[wave - 1]?.some(isOpen) === true) {
    progress = unready
    return step('Progressing', { failed, until: late })
  }
  if (wave === last) {
    progress = { ...unready, readyAt, isComplete: true }
    return step('Complete', { failed })
  }
  if (now < readyAt + settle) {
    progress = { ...unready, readyAt }
    return step('Progressing', { failed, until: readyAt + settle })
  }
  progress = { wave: wave + 1, startedAt: now }
  const released = releasedBy(planned.slice(0, wave + 1).flat())
  // If the next wave has the change already, as new locations have, nothing of it would trigger another step.
  return released.length === 0
    ? nextWave(progress, { locations, rules, now })
    : step('Progressing', { failed, released, until: now + deadline })
}

/** Divides locations into waves. Waves that add none are left out, and what is left over is the last one. */
export function wavesOf<Each extends Pick<RolledLocation, 'labels'>>(
  declared: readonly Wave[],
  locations: readonly Each[],
): Each[][] {
  const waves: Each[][] = []
  let left = locations
  for (const each of [...declared, { percent: 100 }]) {
    const missing = countOf(each, locations.length) - (locations.length - left.length)
    const wave =
      each.labels === undefined
        ? left.slice(0, Math.max(0, missing))
        : left.filter(({ labels }) =>
            Object.entries(each.labels ?? {}).every(([key, value]) => labels[key] === value),
          )
    left = left.filter((location) => !wave.includes(location))
    if (wave.length > 0) waves.push(wave)
  }
  return waves
}

function countOf({ locations, percent = 0 }: Wave, all: number): number {
  return locations ?? Math.ceil((all * percent) / 100)
}

function releasedBy(locations: readonly RolledLocation[]): string[] {
  return locations.filter((each) => each.isOutdated).map(({ location }) => location)
}

function failedOf(
  locations: readonly RolledLocation[],
  { isLate, deadline }: { isLate: boolean; deadline: number },
): FailedLocation[] {
  return locations
    .filter(({ isReady, isStalled }) => !isReady && (isStalled || isLate))
    .map(({ location, isStalled, cause = '' }) => {
      const late = `It was not ready within ${deadline / 1000} seconds`
      if (isStalled && cause !== '') return { location, cause }
      return { location, cause: cause === '' ? `${late}.` : `${late}: ${cause}` }
    })
}

/** Returns the progress of a rollout that is paused, or goes on: the time of a pause counts for no deadline. */
function withPause(
  stored: WaveProgress | undefined,
  isPaused: boolean,
  now: number,
): WaveProgress | undefined {
  if (stored === undefined) return undefined
  const { pausedAt, ...unpaused } = stored
  if (isPaused) return { ...stored, pausedAt: pausedAt ?? now }
  if (pausedAt === undefined) return stored
  const later = Math.max(0, now - pausedAt)
  const { startedAt, readyAt } = unpaused
  return {
    ...unpaused,
    startedAt: startedAt + later,
    ...(readyAt === undefined ? {} : { readyAt: readyAt + later }),
  }
}
