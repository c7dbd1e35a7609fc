import { GetClusterAccessDocument } from '../generated/documents.ts'
import type { Client } from '../../client-sdk/index.ts'
import { trustedPolicy, type ClusterPolicy } from '../../schema/clusters/policy.ts'
import { accessOf, type ClusterAccess } from '../../schema/clusters/kubeconfig/access.ts'
import { KubeconfigError } from '../../schema/clusters/kubeconfig/kubeconfig.ts'
import { kubeFailures } from '../kube/client/kube-failures.ts'
import type { BreakerState } from '../upstream/breaker.ts'
import { createKubeClient, type KubeClient, type KubeClientOptions } from '../kube/client/client.ts'
import type { Cluster } from '../kube/client/cluster.ts'
import { createDiscovery } from '../kube/client/discovery.ts'
import { KubeError } from '../kube/client/kube-error.ts'
import { createBreakers } from '../upstream/breakers.ts'
import { providers } from './index.ts'
import { traced } from './traced.ts'

/** Clusters by runtime, with connections that are kept. */
export interface Clusters {
  /**
   * The cluster of a runtime. Throws KubeError `unreachable` when it has no credentials yet.
   *
   * @param version Of the runtime as the caller has seen it: newer credentials than those of before are asked for.
   */
  of(runtimeId: string, version?: number): Promise<Cluster>
  /** Connects with a kubeconfig that is not stored yet, as this provider has given it. */
  connect(runtimeId: string, kubeconfig: string, provider: ProviderName): Cluster
  /** Its credentials were refused: they are asked for again before the next use. */
  doubt(runtimeId: string): void
  /** The runtime is gone. */
  forget(runtimeId: string): Promise<void>
  breakers(): ReadonlyMap<string, BreakerState>
  close(): Promise<void>
}

/** Milliseconds for which credentials are used without asking whether they changed. */
const trust = 30_000
/** Milliseconds for which reconciles may go on to use connections with older credentials. */
const grace = 60_000

type ProviderName = keyof typeof providers

interface Credentials {
  kubeconfig: string
  provider: ProviderName
  version?: number
}

interface Known {
  kubeconfig: string
  provider: ProviderName
  cluster: Cluster
  checked: number
  /** Of the runtime when its credentials were asked for. */
  version: number
}

export interface ClustersOptions {
  client: Client
  /** Where clusters of users may be. */
  policy: ClusterPolicy
  /** Makes the client of one cluster. @default one over HTTP */
  connectTo?: (options: KubeClientOptions) => KubeClient
}

export function createClusters({ client, policy, connectTo = createKubeClient }: ClustersOptions): Clusters {
  const known = new Map<string, Known>()
  const asking = new Map<string, Promise<Cluster>>()
  const closing = new Map<Cluster, NodeJS.Timeout>()
  const breakers = createBreakers({ failures: kubeFailures, channelName: 'qleet-breakers' })

  const closeLater = (cluster: Cluster): void => {
    const close = (): void => {
      closing.delete(cluster)
      void cluster.client.close()
    }
    closing.set(cluster, setTimeout(close, grace).unref())
  }

  const connect = (runtimeId: string, { kubeconfig, provider, version = 0 }: Credentials): Cluster => {
    const before = known.get(runtimeId)
    if (before?.kubeconfig === kubeconfig && before.provider === provider) {
      Object.assign(before, { checked: Date.now(), version: Math.max(version, before.version) })
      return before.cluster
    }
    const access = usable(kubeconfig, providers[provider].isTrusted === true ? trustedPolicy : policy)
    const isElsewhere = before !== undefined && before.cluster.client.server !== access.server
    const kube = traced(connectTo({ access, breaker: breakers.of(runtimeId, isElsewhere) }))
    const cluster = { runtimeId, client: kube, discovery: createDiscovery(kube), access }
    known.set(runtimeId, { kubeconfig, provider, cluster, checked: Date.now(), version })
    if (before !== undefined) closeLater(before.cluster)
    return cluster
  }

  const ask = async (runtimeId: string, version: number): Promise<Cluster> => {
    const { result, runtime } = await client.execute(GetClusterAccessDocument, { id: runtimeId })
    const { accessKubeconfig } = result as Record<string, string>
    if (accessKubeconfig === undefined || runtime == null)
      throw new KubeError('unreachable', 'the runtime has no credentials yet', { reason: 'NoCredentials' })
    return connect(runtimeId, {
      kubeconfig: accessKubeconfig,
      provider: runtime.definition.spec.provider,
      version,
    })
  }

  return {
    connect: (runtimeId, kubeconfig, provider) => connect(runtimeId, { kubeconfig, provider }),
    of: async (runtimeId, version = 0) => {
      const entry = known.get(runtimeId)
      if (entry !== undefined && entry.version >= version && Date.now() - entry.checked < trust)
        return entry.cluster
      const running = asking.get(runtimeId)
      if (running !== undefined && version === 0) return running
      const answer = ask(runtimeId, version).finally(() => asking.delete(runtimeId))
      asking.set(runtimeId, answer)
      return answer
    },
    doubt: (runtimeId) => {
      const entry = known.get(runtimeId)
      if (entry !== undefined) entry.checked = 0
    },
    forget: async (runtimeId) => {
      const entry = known.get(runtimeId)
      known.delete(runtimeId)
      breakers.forget(runtimeId)
      await entry?.cluster.client.close()
    },
    breakers: () => breakers.states(),
    close: async () => {
      for (const timer of closing.values()) clearTimeout(timer)
      const all = [...[...known.values()].map(({ cluster }) => cluster), ...closing.keys()]
      await Promise.all(all.map((cluster) => cluster.client.close()))
      breakers.close()
    },
  }
}

/** What was stored may be refused now: settings change, and so does what is checked. */
function usable(kubeconfig: string, policy: ClusterPolicy): ClusterAccess {
  try {
    return accessOf(kubeconfig, policy)
  } catch (error) {
    if (error instanceof KubeconfigError)
      throw new KubeError('unreachable', error.message, { reason: 'InvalidKubeconfig', cause: error })
    throw error
  }
}
