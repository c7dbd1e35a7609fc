import type { ClusterContext } from '../context.ts'
import { autoscalerController } from './autoscalers.ts'
import { budgetController } from './budgets.ts'
import { clusterRoleController } from './cluster-roles.ts'
import { startController, type Controller } from './controller.ts'
import { cronJobController } from './cron-jobs.ts'
import { daemonSetController } from './daemon-sets.ts'
import { definitionController } from './definitions.ts'
import { deploymentController } from './deployments.ts'
import { startGarbageCollector } from './garbage-collector.ts'
import { jobController } from './jobs.ts'
import { startKubelet } from './kubelet.ts'
import { namespaceController } from './namespaces.ts'
import { quotaController } from './quotas.ts'
import { replicaSetController } from './replica-sets.ts'
import { schedulerController } from './scheduler.ts'
import { endpointsController, loadBalancerController } from './services.ts'
import { statefulSetController } from './stateful-sets.ts'
import { volumeController, volumeProtectionController } from './volumes.ts'

/** The controllers of Kubernetes itself. */
export const builtinControllers: readonly Controller[] = [
  autoscalerController,
  budgetController,
  clusterRoleController,
  cronJobController,
  daemonSetController,
  definitionController,
  deploymentController,
  endpointsController,
  jobController,
  loadBalancerController,
  namespaceController,
  quotaController,
  replicaSetController,
  schedulerController,
  statefulSetController,
  volumeController,
  volumeProtectionController,
]

export interface Controllers {
  stop(): Promise<void>
}

/** Starts controllers, and what is no controller of one resource: the garbage collector and the kubelets. */
export function startControllers(context: ClusterContext, controllers: readonly Controller[]): Controllers {
  const running = [
    ...controllers.map((each) => startController(context, each)),
    startGarbageCollector(context),
    startKubelet(context),
  ]
  return {
    async stop() {
      await Promise.all(running.map((each) => each.stop()))
    },
  }
}
