import { controllerLabel, type ClusterContext } from '../context.ts'
import { listKind } from '../objects/stored.ts'
import type { StoreEvent } from '../storage/history.ts'
import { keyOf, type Controller } from '../controllers/controller.ts'

/**
 * A controller of other software than Kubernetes, which works only while a pod is available of a Deployment with the label of
 * its support service.
 */
export interface StandIn extends Controller {
  service: string
  /** The resource whose objects it reconciles. The keys of its watches name objects of it. */
  resource: string
}

/** Returns the controller of a stand-in, which reconciles nothing while its Deployment is unavailable. */
export function controllerOfStandIn({ service, resource, ...controller }: StandIn): Controller {
  const all = ({ object }: StoreEvent, { store }: ClusterContext): string[] =>
    object.metadata.labels?.[controllerLabel] === service ? store.list(resource).map(keyOf) : []
  const own = controller.watches['deployments.apps']
  return {
    ...controller,
    watches: {
      ...controller.watches,
      'deployments.apps': (event, context) => [...all(event, context), ...(own?.(event, context) ?? [])],
    },
    reconcile: async (key, control) => {
      if (isRunning(service, control.context)) await controller.reconcile(key, control)
    },
  }
}

/** Reports whether a pod of the Deployment of a stand-in is available. */
export function isRunning(service: string, { store }: Pick<ClusterContext, 'store'>): boolean {
  return listKind(store, 'deployments.apps').some(
    ({ metadata, status }) =>
      metadata.labels?.[controllerLabel] === service && (status.availableReplicas ?? 0) > 0,
  )
}
