import { done, requeueAfter, type Outcome } from '../engine/outcome.ts'
import type { ReconcileContext } from '../engine/reconciler.ts'
import { outputsSoFar } from '../resources/outputs-so-far.ts'
import { progressInterval, type Progress } from './progress.ts'

/** A cluster in a cloud as a reconcile has found it. */
export interface FoundCluster {
  outputs: Record<string, unknown>
  /** The kubeconfig, whose token expires; undefined while the Kubernetes API cannot be used. */
  kubeconfig: string | undefined
  /** What is not as desired yet, although the cluster may work. */
  progress: Progress | undefined
  /** What is so once everything is as desired, as a sentence. */
  message: string
  /** Milliseconds after which the cluster is looked at again. */
  recheckAfter: number
}

/** Returns the outcome of a reconcile of a cluster: a new one is offered once it has nodes, and is then used while it changes. */
export function clusterOutcome(
  context: ReconcileContext,
  { outputs: found, kubeconfig, progress, message, recheckAfter }: FoundCluster,
): Outcome {
  const { kubeconfig: stored } = context.secrets
  const isOffered = kubeconfig !== undefined && (stored !== undefined || progress === undefined)
  const result = {
    outputs: kubeconfig === undefined ? outputsSoFar(context) : found,
    ...(isOffered && stored !== kubeconfig ? { secretOutputs: { kubeconfig } } : {}),
  }
  return progress === undefined
    ? done(message, { ...result, recheckAfter })
    : requeueAfter(progressInterval, { ...progress, ...result })
}
