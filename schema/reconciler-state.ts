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
