import { z } from 'zod'
import { ClusterSettings, clusterPolicy } from '../schema/clusters/policy.ts'
import { AllowedHosts } from '../process/hosts.ts'
import { readEnvironment } from '../process/environment.ts'
import type { GuardThresholds } from './kube/apply/sync.ts'
import type { ProviderSettings } from './runtimes/provider.ts'

/** Settings of a worker, all from the environment. */
const Environment = z.object({
  QLEET_SERVER_URL: z
    .url({ protocol: /^https?$/, error: 'must be the URL of a QleetOS server' })
    .meta({ is: 'the URL of a server, or of a load balancer before several, such as http://qleet:1323' }),
  QLEET_WORKER_TOKEN: z
    .string()
    .min(20)
    .meta({ is: 'the token of the workers, as servers know it', secret: true }),
  QLEET_NATS_URL: z
    .string({ error: 'must be the URL of the NATS server' })
    .min(1)
    .meta({ is: 'the URL of the NATS server, as servers have it' }),
  QLEET_NATS_TOKEN: z.string().optional(),
  QLEET_NATS_PREFIX: z.string().default('qleet'),
  /** Threads of the reconcile pool; 0 chooses by the number of processors. */
  QLEET_WORKER_THREADS: z.coerce.number().int().min(0).max(64).default(0),
  /** Where health and metrics are served; 0 chooses a free port. */
  QLEET_WORKER_HOST: z.string().default('127.0.0.1'),
  QLEET_WORKER_PORT: z.coerce.number().int().min(0).max(65535).default(0),
  /** Names besides those of this machine that health and metrics are asked for by. */
  QLEET_ALLOWED_HOSTS: AllowedHosts,
  /** The process that hosts simulated clusters. */
  QLEET_SIMULATOR_URL: z.string().optional(),
  QLEET_SIMULATOR_TOKEN: z.string().optional(),
  /** Programs that kubeconfigs may name to get credentials, by commas; with arguments, only when called so. */
  QLEET_EXEC_PLUGINS: z.string().default(''),
  /** Where clusters of users may be, and how they may be spoken to. */
  QLEET_CLUSTER_ALLOW: ClusterSettings.allow,
  QLEET_CLUSTER_DENY: ClusterSettings.deny,
  QLEET_CLUSTER_HTTP: ClusterSettings.http,
  QLEET_CLUSTER_SKIP_TLS_VERIFY: ClusterSettings.skipTlsVerify,
  /** Whether runtimes of provider `inCluster` may use the service account of the worker. */
  QLEET_IN_CLUSTER: z.stringbool().default(false),
  /** Set by Kubernetes in each pod. */
  KUBERNETES_SERVICE_HOST: z.string().optional(),
  KUBERNETES_SERVICE_PORT: z.string().default('443'),
  /** A prune of at least so many resources that are more than this percentage of all waits for a confirmation, */
  QLEET_GUARD_COUNT: z.coerce.number().int().min(1).default(10),
  QLEET_GUARD_PERCENT: z.coerce.number().int().min(0).max(100).default(50),
  /** and so does any removal of so many. */
  QLEET_GUARD_ALWAYS: z.coerce.number().int().min(1).default(1000),
  /** Image of the forward proxy; a mirror can stand in. */
  QLEET_ENVOY_IMAGE: z.string().default('docker.io/envoyproxy/envoy:v1.40.0'),
  QLEET_LOG_LEVEL: z.enum(['debug', 'info', 'warn', 'error']).default('info'),
})
export type WorkerConfig = z.infer<typeof Environment>

/** Thrown when variables are wrong: INVALID_INPUT, with a line for each. */
export function readWorkerConfig(environment: NodeJS.ProcessEnv): WorkerConfig {
  return readEnvironment(Environment, environment)
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
    KUBERNETES_SERVICE_PORT: port,
  } = config
  const plugins = config.QLEET_EXEC_PLUGINS.split(',').map((line) => line.trim().split(/\s+/))
  return {
    policy: clusterPolicy(config),
    execPlugins: plugins.filter(([program]) => program !== ''),
    ...(url === undefined || token === undefined ? {} : { simulator: { url, token } }),
    ...(isInCluster && host !== undefined
      ? { serviceAccount: { folder: '/var/run/secrets/kubernetes.io/serviceaccount', host, port } }
      : {}),
  }
}
