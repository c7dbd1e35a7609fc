import { z } from 'zod'

/**
 * What a reconcile leaves for the next one of its object and no observation tells, as flat data. A status is for people
 * and can be lost; this is for workers, who read and write it whole. What a newer worker keeps in it stays.
 */
export const ReconcilerState = z.record(
  z.string().max(100),
  z.union([z.string().max(1000), z.number(), z.boolean()]),
)
export type ReconcilerState = z.infer<typeof ReconcilerState>
