import { GetSecretsDocument } from '../../client-sdk/generated/documents.ts'
import type { Client } from '../../client-sdk/index.ts'
import { SpanKind, inSpan } from '../../telemetry/tracing.ts'
import { accessOf } from '../kube/access.ts'
import { createKubeClient, type KubeClient } from '../kube/client.ts'
import type { Cluster } from '../kube/cluster.ts'
import { createDiscovery } from '../kube/discovery.ts'
import { KubeError } from '../kube/kube-error.ts'

/** Clusters by runtime, with connections that are kept. */
export interface Clusters {
  /** The cluster of a runtime that is ready. Throws KubeError `unreachable` when it has no credentials yet. */
  of(runtimeId: string): Promise<Cluster>
  /** Connects with a kubeconfig that is not stored yet. */
  connect(runtimeId: string, kubeconfig: string): Cluster
  close(): Promise<void>
}

/** Milliseconds for which credentials are used without asking whether they changed. */
const trust = 30_000

interface Known {
  kubeconfig: string
  cluster: Cluster
  checked: number
}

export function createClusters(client: Client): Clusters {
  const known = new Map<string, Known>()

  const connect = (runtimeId: string, kubeconfig: string): Cluster => {
    const before = known.get(runtimeId)
    if (before?.kubeconfig === kubeconfig) {
      before.checked = Date.now()
      return before.cluster
    }
    const kube = traced(createKubeClient({ access: accessOf(kubeconfig) }))
    const cluster = { runtimeId, client: kube, discovery: createDiscovery(kube) }
    known.set(runtimeId, { kubeconfig, cluster, checked: Date.now() })
    // Reconciles that still use the old connections get a while to end.
    if (before !== undefined) setTimeout(() => void before.cluster.client.close(), 60_000).unref()
    return cluster
  }

  return {
    connect,
    of: async (runtimeId) => {
      const entry = known.get(runtimeId)
      if (entry !== undefined && Date.now() - entry.checked < trust) return entry.cluster
      const { result } = await client.execute(GetSecretsDocument, { id: runtimeId })
      const { accessKubeconfig } = result as Record<string, string>
      if (accessKubeconfig === undefined)
        throw new KubeError('unreachable', 'the runtime has no credentials yet')
      return connect(runtimeId, accessKubeconfig)
    },
    close: async () => {
      await Promise.all([...known.values()].map(({ cluster }) => cluster.client.close()))
    },
  }
}

/** One span for each call of a cluster. A watch has none: it ends when nobody waits for it. */
function traced(client: KubeClient): KubeClient {
  return {
    ...client,
    request: (options) => {
      const { method, path } = options
      const attributes = { 'server.address': client.server, 'http.request.method': method, 'url.path': path }
      return inSpan(`kubernetes ${method}`, { kind: SpanKind.CLIENT, attributes }, () =>
        client.request(options),
      )
    },
  }
}
