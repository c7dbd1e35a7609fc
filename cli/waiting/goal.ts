import type { AnyObject } from '../../client-sdk/index.ts'
import { isReady } from '../objects/record.ts'

/** A state of one object that a wait can wait for. */
export interface CustomGoal {
  /** As in `not NAME after 60s`, for example `Progressing=False`. */
  name: string
  isReached(object: AnyObject): boolean
  /** Returns how an object has reached the end of a wait without success. @default it is always a success */
  failure?(object: AnyObject): string | undefined
}

/** What a wait waits for: readiness, deletion, existence, or any state of an existing object. */
export type Goal = 'ready' | 'deleted' | 'created' | CustomGoal

/** Returns the name of a goal in sentences. */
export function goalName(goal: Goal): string {
  return typeof goal === 'string' ? goal : goal.name
}

/** Reports whether an object, or its absence, is what the wait waits for. */
export function reaches(goal: Goal, object: AnyObject | undefined): boolean {
  if (goal === 'deleted') return object === undefined
  if (object === undefined) return false
  if (goal === 'created') return true
  return goal === 'ready' ? isReady(object) : goal.isReached(object)
}

/** Reports whether an object that does not exist can never reach the goal. */
export function needsObject(goal: Goal): boolean {
  return goal !== 'deleted' && goal !== 'created'
}
