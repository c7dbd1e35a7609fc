import { GetClusterAccessDocument } from '../generated/documents.ts'
import type { Client } from '../api-client.ts'
import { trustedPolicy, type ClusterPolicy } from '../../schema/clusters/policy.ts'
import { accessOf, type ClusterAccess } from '../../schema/clusters/kubeconfig/access.ts'
import { KubeconfigError } from '../../schema/clusters/kubeconfig/kubeconfig.ts'
import { kubeFailures } from '../kube/client/kube-failures.ts'
import type { BreakerState, OpenBreaker } from '../../process/upstream/breaker.ts'
import { createKubeClient, type KubeClient, type KubeClientOptions } from '../kube/client/client.ts'
import type { Cluster } from '../kube/client/cluster.ts'
import { createDiscovery } from '../kube/client/discovery.ts'
import { isKubeError, KubeError } from '../kube/client/kube-error.ts'
import { createBreakers } from '../../process/upstream/breakers.ts'
import { providerName, providers } from './index.ts'
import { traced } from './traced.ts'

/** A cache of cluster connections, by runtime. */
export interface Clusters {
  /**
   * Returns the cluster of a runtime. Throws KubeError `unreachable` when it has no credentials yet.
   *
   * @param version The version of the runtime that the caller has seen. Credentials of an earlier one are read again; without a
   *   version, those that were read more than half a minute ago.
   */
  of(runtimeId: string, version?: number): Promise<Cluster>
  /** Connects with a kubeconfig that the provider has just returned and that is not stored yet. */
  connect(runtimeId: string, kubeconfig: string, provider: ProviderName): Cluster
  /** Invalidates refused credentials: they are read again before the next use. */
  invalidate(runtimeId: string): void
  /** Closes and drops the connection of a deleted runtime. */
  evict(runtimeId: string): Promise<void>
  /** Returns the state of each circuit breaker, by runtime id. */
  breakers(): ReadonlyMap<string, BreakerState>
  /** Returns the circuit breakers that are open, by runtime id. */
  openBreakers(): ReadonlyMap<string, OpenBreaker>
  close(): Promise<void>
}

/** Milliseconds for which credentials are cached for callers that do not know the version of the runtime. */
const credentialsTtl = 30_000
/** Milliseconds after which a replaced connection is closed, so that running reconciles can finish with it. */
const closeDelay = 60_000

type ProviderName = keyof typeof providers

interface Credentials {
  kubeconfig: string
  provider: ProviderName
  version?: number
}

interface CachedCluster {
  kubeconfig: string
  provider: ProviderName
  cluster: Cluster
  checkedAt: number
  /** The version of the runtime when its credentials were read. */
  version: number
}

export interface ClustersOptions {
  client: Client
  /** Restricts the addresses of clusters that users configure. */
  policy: ClusterPolicy
  /** Creates the client of a cluster. @default an HTTP client */
  connectTo?: (options: KubeClientOptions) => KubeClient
}

export function createClusters({ client, policy, connectTo = createKubeClient }: ClustersOptions): Clusters {
  const cached = new Map<string, CachedCluster>()
  const requests = new Map<string, Promise<Cluster>>()
  const closing = new Map<Cluster, NodeJS.Timeout>()
  const breakers = createBreakers({ failures: kubeFailures, channelName: 'qleet-breakers' })

  const closeLater = (cluster: Cluster): void => {
    const close = (): void => {
      closing.delete(cluster)
      void cluster.client.close()
    }
    closing.set(cluster, setTimeout(close, closeDelay).unref())
  }

  const connect = (runtimeId: string, { kubeconfig, provider, version = 0 }: Credentials): Cluster => {
    const before = cached.get(runtimeId)
    if (before?.kubeconfig === kubeconfig && before.provider === provider) {
      before.checkedAt = Date.now()
      before.version = Math.max(version, before.version)
      return before.cluster
    }
    const access = usable(kubeconfig, providers[provider].isTrusted === true ? trustedPolicy : policy)
    const isElsewhere = before !== undefined && before.cluster.client.server !== access.server
    const kube = traced(connectTo({ access, breaker: breakers.of(runtimeId, isElsewhere) }))
    const cluster = { runtimeId, client: kube, discovery: createDiscovery(kube), access }
    cached.set(runtimeId, { kubeconfig, provider, cluster, checkedAt: Date.now(), version })
    if (before !== undefined) closeLater(before.cluster)
    return cluster
  }

  /** Drops a connection without usable credentials, of which nothing can find out any more whether its cluster responds. */
  const forget = (runtimeId: string): void => {
    const entry = cached.get(runtimeId)
    cached.delete(runtimeId)
    breakers.evict(runtimeId)
    if (entry !== undefined) closeLater(entry.cluster)
  }

  const requestCredentials = async (runtimeId: string, version: number): Promise<Cluster> => {
    const { result } = await client.execute(GetClusterAccessDocument, { id: runtimeId })
    const { accessKubeconfig } = result.secrets as Record<string, string>
    const definition =
      result.object !== null && 'definition' in result.object ? result.object.definition : null
    if (accessKubeconfig === undefined || definition === null)
      throw new KubeError('unreachable', 'the runtime has no credentials yet', { reason: 'NoCredentials' })
    return connect(runtimeId, {
      kubeconfig: accessKubeconfig,
      provider: providerName(definition),
      version,
    })
  }

  return {
    connect: (runtimeId, kubeconfig, provider) => connect(runtimeId, { kubeconfig, provider }),
    of: async (runtimeId, version = 0) => {
      const entry = cached.get(runtimeId)
      if (entry !== undefined && isCurrent(entry, version)) return entry.cluster
      const pending = requests.get(runtimeId)
      if (pending !== undefined && version === 0) return pending
      const request = requestCredentials(runtimeId, version)
        .catch((error: unknown) => {
          // Any other error is one of the API server.
          if (isKubeError(error)) forget(runtimeId)
          throw error
        })
        .finally(() => requests.delete(runtimeId))
      requests.set(runtimeId, request)
      return request
    },
    invalidate: (runtimeId) => {
      const entry = cached.get(runtimeId)
      if (entry !== undefined) entry.checkedAt = 0
    },
    evict: async (runtimeId) => {
      const entry = cached.get(runtimeId)
      cached.delete(runtimeId)
      breakers.evict(runtimeId)
      await entry?.cluster.client.close()
    },
    breakers: () => breakers.states(),
    openBreakers: () => breakers.open(),
    close: async () => {
      for (const timer of closing.values()) clearTimeout(timer)
      const all = [...[...cached.values()].map(({ cluster }) => cluster), ...closing.keys()]
      await Promise.all(all.map((cluster) => cluster.client.close()))
      breakers.close()
    },
  }
}

/** @param version The version of the runtime that the caller has seen; 0 if it has seen none. */
function isCurrent({ checkedAt, version: known }: CachedCluster, version: number): boolean {
  return version === 0 ? Date.now() - checkedAt < credentialsTtl : checkedAt > 0 && known >= version
}

/** Parses a stored kubeconfig, which may have become invalid because settings or checks have changed. */
function usable(kubeconfig: string, policy: ClusterPolicy): ClusterAccess {
  try {
    return accessOf(kubeconfig, policy)
  } catch (error) {
    if (error instanceof KubeconfigError)
      throw new KubeError('unreachable', error.message, { reason: 'InvalidKubeconfig', cause: error })
    throw error
  }
}
