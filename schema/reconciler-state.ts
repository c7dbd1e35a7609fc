import { z } from 'zod'

/**
 * The state that a reconcile passes on to the next one of its object because it cannot be observed, as flat data.
 * Unlike the status, which is for users and may be lost, it is for workers, which read and write it as a whole. Unknown
 * entries of newer workers are preserved.
 */
export const ReconcilerState = z.record(
  z.string().max(100),
  z.union([z.string().max(1000), z.number(), z.boolean()]),
)
export type ReconcilerState = z.infer<typeof ReconcilerState>

/**
 * Returns a time in the state, in milliseconds since 1970; undefined if it is none. The clock of the worker that has
 * stored it may have been ahead, so it is not later than now: otherwise all that counts from it would wait for as long.
 */
export function storedTime(value: ReconcilerState[string] | undefined, now: number): number | undefined {
  return typeof value === 'number' ? Math.min(value, now) : undefined
}
