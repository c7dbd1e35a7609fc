import { clusterPolicy } from '../schema/clusters/policy.ts'
import { defined } from '../schema/inputs.ts'
import { readSettings } from '../process/settings/read.ts'
import type { ValuesOf } from '../process/settings/setting.ts'
import { workerSettings } from '../process/settings/worker.ts'
import type { GuardThresholds } from './kube/apply/sync.ts'
import type { ProviderSettings } from './runtimes/provider.ts'

/** Settings of a worker, all from the environment. */
export interface WorkerConfig extends ValuesOf<typeof workerSettings> {
  /** Set by Kubernetes in each pod. */
  KUBERNETES_SERVICE_HOST?: string
  KUBERNETES_SERVICE_PORT?: string
}

/** Throws INVALID_INPUT where variables are wrong, with a line for each. */
export function readWorkerConfig(environment: NodeJS.ProcessEnv): WorkerConfig {
  const { KUBERNETES_SERVICE_HOST, KUBERNETES_SERVICE_PORT } = environment
  return {
    ...readSettings(workerSettings, environment),
    ...defined({ KUBERNETES_SERVICE_HOST, KUBERNETES_SERVICE_PORT }),
  }
}

/** What objects that say nothing of their own hold back. */
export function guardThresholds(config: WorkerConfig): GuardThresholds {
  return {
    count: config.QLEET_GUARD_COUNT,
    percent: config.QLEET_GUARD_PERCENT,
    always: config.QLEET_GUARD_ALWAYS,
  }
}

/** What providers of clusters may use. */
export function providerSettings(config: WorkerConfig): ProviderSettings {
  const { QLEET_SIMULATOR_URL: url, QLEET_SIMULATOR_TOKEN: token } = config
  const {
    QLEET_IN_CLUSTER: isInCluster,
    KUBERNETES_SERVICE_HOST: host,
    KUBERNETES_SERVICE_PORT: port = '443',
  } = config
  return {
    policy: clusterPolicy(config),
    execPlugins: config.QLEET_EXEC_PLUGINS,
    ...(url === undefined || token === undefined ? {} : { simulator: { url, token } }),
    ...(isInCluster && host !== undefined
      ? { serviceAccount: { folder: '/var/run/secrets/kubernetes.io/serviceaccount', host, port } }
      : {}),
  }
}
