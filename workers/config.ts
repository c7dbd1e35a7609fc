import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { clusterPolicy } from '../schema/clusters/policy.ts'
import { defined } from '../schema/defined.ts'
import { readSettings } from '../process/settings/read.ts'
import type { ValuesOf } from '../process/settings/setting.ts'
import { workerSettings } from '../process/settings/worker.ts'
import type { AwsSettings } from './aws/clients.ts'
import type { AzureSettings } from './azure/settings.ts'
import type { ChartSettings } from './charts/charts.ts'
import type { GcpSettings } from './gcp/settings.ts'
import type { GuardThresholds } from './kube/apply/sync.ts'
import type { TerraformSettings } from './terraform/runner.ts'
import type { ProviderSettings } from './runtimes/provider.ts'

/** The configuration of a worker, read from environment variables. */
export interface WorkerConfig extends ValuesOf<typeof workerSettings> {
  /** The address of the API server, which Kubernetes sets in each pod. */
  KUBERNETES_SERVICE_HOST?: string
  KUBERNETES_SERVICE_PORT?: string
}

/** Reads the configuration. Throws INVALID_INPUT, with one line for each invalid variable. */
export function readWorkerConfig(environment: NodeJS.ProcessEnv): WorkerConfig {
  const { KUBERNETES_SERVICE_HOST, KUBERNETES_SERVICE_PORT } = environment
  return {
    ...readSettings(workerSettings, environment),
    ...defined({ KUBERNETES_SERVICE_HOST, KUBERNETES_SERVICE_PORT }),
  }
}

/** Returns the default thresholds of the deletion guard. */
export function guardThresholds(config: WorkerConfig): GuardThresholds {
  return {
    count: config.QLEET_GUARD_COUNT,
    percent: config.QLEET_GUARD_PERCENT,
    always: config.QLEET_GUARD_ALWAYS,
  }
}

/** Returns the settings for fetching and rendering Helm charts. */
export function chartSettings(config: WorkerConfig): ChartSettings {
  return {
    helm: config.QLEET_HELM,
    cacheFolder: config.QLEET_CHART_CACHE ?? join(tmpdir(), `qleet-charts-${userInfo().uid}`),
    cacheBytes: config.QLEET_CHART_CACHE_MEGABYTES * 1_000_000,
    mirrors: config.QLEET_CHART_MIRRORS,
    root: config.QLEET_CHART_ROOT,
  }
}

/** Returns the settings of runs of Terraform. */
export function terraformSettings(config: WorkerConfig): TerraformSettings {
  return {
    server: { url: config.QLEET_SERVER_URL, token: config.QLEET_WORKER_TOKEN },
    program: config.QLEET_TERRAFORM,
    cliConfig: config.QLEET_TERRAFORM_CONFIG,
    folder: config.QLEET_TERRAFORM_FOLDER ?? join(tmpdir(), `qleet-terraform-${userInfo().uid}`),
    maxRuns: config.QLEET_TERRAFORM_RUNS,
    memoryMegabytes: config.QLEET_TERRAFORM_MEMORY_MEGABYTES,
    hidden: config.QLEET_TERRAFORM_HIDDEN.split(',').filter((path) => path !== ''),
    aws: awsSettings(config),
  }
}

/** Returns the settings of AWS. */
export function awsSettings({
  QLEET_AWS_ENDPOINT: endpoint,
  QLEET_AWS_IDENTITY: identity,
}: WorkerConfig): AwsSettings {
  return {
    endpoint,
    identity: identity === undefined || identity === 'environment' ? identity : { tokenFile: identity },
  }
}

/** Returns the settings of Google Cloud. */
export function gcpSettings({
  QLEET_GCP_ENDPOINT: endpoint,
  QLEET_GCP_IDENTITY: identity,
}: WorkerConfig): GcpSettings {
  return {
    endpoint,
    identity: identity === undefined || identity === 'environment' ? identity : { tokenFile: identity },
  }
}

/** Returns the settings of Azure. */
export function azureSettings({
  QLEET_AZURE_ENDPOINT: endpoint,
  QLEET_AZURE_AUTHORITY: authority,
  QLEET_AZURE_IDENTITY: tokenFile,
}: WorkerConfig): AzureSettings {
  return { endpoint, authority, identity: tokenFile === undefined ? undefined : { tokenFile } }
}

/** Returns the settings of runtime providers. */
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
