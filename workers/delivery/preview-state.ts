import { createHash } from 'node:crypto'
import type { z } from 'zod'
import type { Preview } from '../../schema/kinds/preview.ts'
import type { ReconcileContext } from '../engine/reconciler.ts'

/*
 * What a preview remembers: its last push, and the run of the job with its data. A push is noticed by what it changes, so that a repeated
 * one does not prolong the life of a preview.
 */

type Spec = z.infer<(typeof Preview)['spec']>

export interface Push {
  key: string
  /** The time of the push, in milliseconds. */
  at: number
}

/** The job with the data. */
export interface SeedState {
  /** The ID of the run that has started and not succeeded. */
  runId?: string
  /** Why that run has failed. */
  failure?: string
  /** The time at which a run has succeeded, in milliseconds. */
  seededAt?: number
}

/** Returns the last push of a preview, and records it if it is new. What was looked up for the one before is forgotten. */
export function notePush(context: ReconcileContext, spec: Spec, now: number): Push {
  const { state, updateState } = context
  const key = keyOf(spec)
  if (state['push'] === key && typeof state['pushedAt'] === 'number') return { key, at: state['pushedAt'] }
  const outdated = Object.keys(state).filter((each) => lookedUp.test(each))
  updateState({ ...Object.fromEntries(outdated.map((each) => [each, undefined])), push: key, pushedAt: now })
  return { key, at: now }
}

/** Returns a context without what was looked up for the images of an earlier push. */
export function contextOfPush(context: ReconcileContext, { key }: Push): ReconcileContext {
  const { state } = context
  if (state['push'] === key) return context
  const kept = Object.entries(state).filter(([each]) => !lookedUp.test(each))
  return { ...context, state: Object.fromEntries(kept) }
}

/** The entries of `resolveImages`. */
const lookedUp = /^(digest|signer) \d+$/

function keyOf({ images, build, attempt, commit }: Spec): string {
  const text = JSON.stringify([images, build, attempt, commit])
  return createHash('sha256').update(text).digest('hex').slice(0, 16)
}

export function seedStateOf({ state }: ReconcileContext): SeedState {
  const { seedRun, seedFailure, seededAt } = state
  return {
    ...(typeof seedRun === 'string' ? { runId: seedRun } : {}),
    ...(typeof seedFailure === 'string' ? { failure: seedFailure } : {}),
    ...(typeof seededAt === 'number' ? { seededAt } : {}),
  }
}

export function storeSeedState(
  { updateState }: ReconcileContext,
  { runId, failure, seededAt }: SeedState,
): void {
  updateState({ seedRun: runId, seedFailure: failure?.slice(0, 1000), seededAt })
}
