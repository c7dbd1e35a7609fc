import type { ReconcileContext } from '../engine/reconciler.ts'

/** Returns the outputs that the last report stored, for outcomes that must not clear them. */
export function outputsSoFar({ object }: ReconcileContext): Record<string, unknown> {
  // The server parsed the status with the schema of the kind.
  return (object.status as { outputs?: Record<string, unknown> }).outputs ?? {}
}
