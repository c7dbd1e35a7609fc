import type { Manifest } from '../../schema/manifests.ts'
import type { Values } from '../../schema/values-document.ts'
import { needsVolumes, urlOf, type Program } from './program.ts'
import { standInOf, volumeOf } from './stand-in.ts'

const name = 'qleet-loki'

/** Loki: https://github.com/grafana-community/helm-charts/tree/main/charts/loki. Another one in the cluster is independent of it. */
export const loki: Program = {
  name: 'logs',
  software: 'Loki',
  chart: { repo: 'oci://ghcr.io/grafana-community/helm-charts', name: 'loki', version: '18.11.0' },
  namespace: 'qleet-logs',
  releaseName: name,
  service: name,
  port: 3100,
  preflight: [
    {
      kubernetes: '>=1.25',
      remedy: 'Upgrade the cluster, or send its logs elsewhere by a LogStorageInstance.',
    },
    needsVolumes,
  ],
  proofs: [],
}

/** The name of its claim. */
export const lokiClaim = name

/** The address to which the collector sends lines. */
export const lokiPushUrl = `${urlOf(loki)}/loki/api/v1/push`

/** What a definition of logs decides. */
export interface LoggingSettings {
  retention: string
  storage: string
}

/**
 * The format in which lines are stored. It must never change for lines that exist: a later format would be another entry with
 * a date in the future. https://grafana.com/docs/loki/latest/operations/storage/schema/
 */
const schemaConfig = {
  configs: [
    {
      from: '2024-04-01',
      store: 'tsdb',
      object_store: 'filesystem',
      schema: 'v13',
      index: { prefix: 'index_', period: '24h' },
    },
  ],
}

const off = { enabled: false }

/** Returns the values of the chart: one server with its data on one volume. */
export function lokiValues({ retention }: LoggingSettings): Values {
  return {
    fullnameOverride: name,
    deploymentMode: 'Monolithic',
    loki: {
      auth_enabled: false,
      commonConfig: { replication_factor: 1 },
      storage: { type: 'filesystem' },
      schemaConfig,
      limits_config: { retention_period: retention },
      compactor: {
        retention_enabled: true,
        delete_request_store: 'filesystem',
        working_directory: '/var/loki/compactor',
      },
      analytics: { reporting_enabled: false },
    },
    singleBinary: {
      replicas: 1,
      // A claim of a StatefulSet could not grow.
      persistence: { enabled: false, dataVolumeParameters: { persistentVolumeClaim: { claimName: name } } },
    },
    read: { replicas: 0 },
    write: { replicas: 0 },
    backend: { replicas: 0 },
    gateway: off,
    // The default reserves gigabytes of memory.
    chunksCache: off,
    resultsCache: off,
    lokiCanary: off,
    test: off,
    // It would read all ConfigMaps and Secrets of the cluster.
    sidecar: { rules: off },
  }
}

/** Returns the volume of Loki. */
export function lokiVolume({ storage }: LoggingSettings): Manifest {
  return volumeOf(loki, { name, storage })
}

/** Returns what a simulated runtime has instead. */
export function lokiStandIn({ retention }: LoggingSettings): Manifest[] {
  const args = [`-limits.retention-period=${retention}`]
  return standInOf(loki, { controller: 'loki', image: 'simulated/loki', args, claim: name })
}
