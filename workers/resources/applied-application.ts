import { unreadyOwned } from '../engine/owned-objects.ts'
import type { Done, Outcome } from '../engine/outcome.ts'
import type { ReconcileContext } from '../engine/reconciler.ts'
import { awaitDependencies, type Dependencies } from './dependencies.ts'
import { describeDueRestarts, type DueRestarts } from './due-restarts.ts'

/** What the outcome of an application depends on besides its resources. */
interface AppliedApplication {
  dependencies: Dependencies
  restarts: DueRestarts
  object: ReconcileContext['object']
}

/**
 * Completes the outcome of an application whose resources are ready: it waits for its dependencies and support services, and
 * its message names the restarts that are due.
 */
export function withDependencies(
  applied: Done,
  { dependencies, restarts, object }: AppliedApplication,
): Outcome {
  restarts.recordApplied()
  return (
    awaitDependencies(dependencies, applied.outputs) ??
    awaitServices(dependencies, applied.outputs) ??
    withRestarts(applied, restarts, object)
  )
}

/** Returns an outcome that waits for the first support service that is not ready; undefined when all are. */
function awaitServices(
  { services }: Dependencies,
  outputs: Readonly<Record<string, unknown>>,
): Outcome | undefined {
  const waiting = unreadyOwned({ objects: services })
  return waiting?.outcome === 'waitingFor' ? { ...waiting, outputs } : waiting
}

/** Adds the restarts that are due to the message of an application that is ready. */
function withRestarts(applied: Done, { names }: DueRestarts, object: AppliedApplication['object']): Outcome {
  if (names.length === 0) return applied
  return { ...applied, message: `${applied.message} ${describeDueRestarts(names, object)}` }
}
