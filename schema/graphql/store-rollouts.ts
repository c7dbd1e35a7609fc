import type { ObjectTarget } from './store-writes.ts'

/* Rollouts of definitions and profiles. */

/** What a person can decide about a rollout. */
export const rolloutActions = ['pause', 'resume', 'abort', 'finish'] as const
export type RolloutAction = (typeof rolloutActions)[number]

export const rolloutStates = ['Progressing', 'Paused', 'Halted', 'RolledBack', 'Aborted', 'Complete'] as const
export type RolloutState = (typeof rolloutStates)[number]

export interface RolloutControl {
  target: ObjectTarget
  action: RolloutAction
}

/** An object that an edit of a definition or a profile reaches. */
export interface ReachedObject {
  kind: string
  project: string | null
  name: string
  /** The wave in which it gets the edit, counted from 1. */
  wave: number
  /** True if it does not have the present version yet. */
  isOutdated: boolean
}

/** The objects that edits of a definition or a profile reach. */
export interface Reach {
  total: number
  /** The number of those that do not have the present version yet. */
  outdated: number
  /** The number of waves: 1 if an edit reaches all at once, and 0 if it reaches none by itself. */
  waves: number
  /** The first of them, in the order of waves. */
  objects: ReachedObject[]
}

/** The rollout of a definition or a profile, as far as its instances do not say it. */
export interface StoredRollout {
  /** The generation that is rolled out. */
  generation: number
  state: RolloutState
  /** The current wave, counted from 1; 0 before the first. */
  wave: number
  waves: number
  /** Why it has halted, or been aborted. */
  cause: string | null
  startedAt: Date
  /** Null while it is in progress. */
  endedAt: Date | null
}
