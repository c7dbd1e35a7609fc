import { createNameLookup } from './resources/zone-delegation.ts'
import { flushCompileCache } from 'node:module'
import { workerData } from 'node:worker_threads'
import { createClient, type Client } from './api-client.ts'
import { clusterPolicy } from '../schema/clusters/policy.ts'
import { returnIdleMemory } from '../process/idle-memory.ts'
import { createLog } from '../telemetry/log.ts'
import { startTracing, traceHeaders } from '../telemetry/tracing.ts'
import { createAwsClients } from './aws/clients.ts'
import { createAzureClients } from './azure/clients.ts'
import { createCharts } from './charts/charts.ts'
import { createDownloader } from './charts/download.ts'
import {
  awsSettings,
  azureSettings,
  chartSettings,
  gcpSettings,
  guardThresholds,
  providerSettings,
  terraformSettings,
  type WorkerConfig,
} from './config.ts'
import { createGcpClients } from './gcp/clients.ts'
import { serveThread } from './engine/serve-thread.ts'
import { ReconcilerCaches, type Environment } from './environment.ts'
import { createPrometheusValues } from './delivery/prometheus-values.ts'
import { createImageRegistry } from './registries/image-registry.ts'
import { createSinks } from './notifications/sinks.ts'
import { createModuleProbe } from './modules/module-probe.ts'
import { reconcilers } from './registry.ts'
import { createTerraformRunner } from './terraform/runner.ts'
import { createHttpTransport } from './http-transport.ts'
import { createClusters } from './runtimes/clusters.ts'

/* A thread of the pool: the dependencies that its reconciles share, and the task function that Piscina calls. */

// The main thread has parsed the configuration and passes it to the pool.
const config = workerData as WorkerConfig
const log = createLog('worker', config.QLEET_LOG_LEVEL)
await startTracing('worker')
const client: Client = createClient({
  url: config.QLEET_SERVER_URL,
  token: config.QLEET_WORKER_TOKEN,
  retryFor: 5000,
  program: 'the worker',
  post: createHttpTransport(),
  headers: traceHeaders,
})
const environment: Environment = {
  clusters: createClusters({ client, policy: clusterPolicy(config) }),
  guardThresholds: guardThresholds(config),
  envoyImage: config.QLEET_ENVOY_IMAGE,
  nameLookup: createNameLookup(config.QLEET_DNS_RESOLVERS),
  charts: createCharts(chartSettings(config), createDownloader(clusterPolicy(config))),
  images: createImageRegistry(clusterPolicy(config), config.QLEET_CHART_MIRRORS),
  sinks: createSinks(clusterPolicy(config)),
  prometheus: createPrometheusValues(clusterPolicy(config)),
  aws: createAwsClients(awsSettings(config)),
  gcp: createGcpClients(gcpSettings(config)),
  azure: createAzureClients(azureSettings(config)),
  terraform: createTerraformRunner(terraformSettings(config)),
  modules: createModuleProbe(clusterPolicy(config)),
  providers: providerSettings(config),
  caches: new ReconcilerCaches(),
}

// With a module compile cache (NODE_COMPILE_CACHE), a thread that replaces this one starts much faster.
flushCompileCache()
returnIdleMemory()

// Piscina calls the default export of the module.
export default serveThread({ reconcilers, environment, client, log })
