import type { Reconciler } from '../engine/reconciler.ts'
import type { Environment } from '../environment.ts'
import { KubernetesRuntimeInstance } from './kubernetes-runtime.ts'
import { WorkloadServiceDependency } from './workload-service-dependency.ts'
import { WorkloadInstance } from './workload.ts'

/** One for each kind that the registry calls reconciled; a contract test compares the two. */
export const reconcilers: Readonly<Record<string, Reconciler<Environment>>> = {
  KubernetesRuntimeInstance,
  WorkloadInstance,
  WorkloadServiceDependency,
}
