import { GetSecretsDocument } from '../../client-sdk/generated/documents.ts'
import type { Client } from '../../client-sdk/index.ts'
import { accessOf } from '../kube/access.ts'
import type { BreakerState } from '../kube/breaker.ts'
import { createKubeClient, type KubeClient, type KubeClientOptions } from '../kube/client.ts'
import type { Cluster } from '../kube/cluster.ts'
import { createDiscovery } from '../kube/discovery.ts'
import { KubeError } from '../kube/kube-error.ts'
import { createBreakers } from './breakers.ts'
import { traced } from './traced.ts'

/** Clusters by runtime, with connections that are kept. */
export interface Clusters {
  /**
   * The cluster of a runtime. Throws KubeError `unreachable` when it has no credentials yet.
   *
   * @param version Of the runtime as the caller has seen it: newer credentials than those of before are asked for.
   */
  of(runtimeId: string, version?: number): Promise<Cluster>
  /** Connects with a kubeconfig that is not stored yet. */
  connect(runtimeId: string, kubeconfig: string): Cluster
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

interface Known {
  kubeconfig: string
  cluster: Cluster
  checked: number
  /** Of the runtime when its credentials were asked for. */
  version: number
}

/** @param connectTo Makes the client of one cluster. */
export function createClusters(
  client: Client,
  connectTo: (options: KubeClientOptions) => KubeClient = createKubeClient,
): Clusters {
  const known = new Map<string, Known>()
  const asking = new Map<string, Promise<Cluster>>()
  const closing = new Map<Cluster, NodeJS.Timeout>()
  const breakers = createBreakers()

  const closeLater = (cluster: Cluster): void => {
    const close = (): void => {
      closing.delete(cluster)
      void cluster.client.close()
    }
    closing.set(cluster, setTimeout(close, grace).unref())
  }

  const connect = (runtimeId: string, kubeconfig: string, version = 0): Cluster => {
    const before = known.get(runtimeId)
    if (before?.kubeconfig === kubeconfig) {
      Object.assign(before, { checked: Date.now(), version: Math.max(version, before.version) })
      return before.cluster
    }
    const access = accessOf(kubeconfig)
    const isElsewhere = before !== undefined && before.cluster.client.server !== access.server
    const kube = traced(connectTo({ access, breaker: breakers.of(runtimeId, isElsewhere) }))
    const cluster = { runtimeId, client: kube, discovery: createDiscovery(kube) }
    known.set(runtimeId, { kubeconfig, cluster, checked: Date.now(), version })
    if (before !== undefined) closeLater(before.cluster)
    return cluster
  }

  const ask = async (runtimeId: string, version: number): Promise<Cluster> => {
    const { result } = await client.execute(GetSecretsDocument, { id: runtimeId })
    const { accessKubeconfig } = result as Record<string, string>
    if (accessKubeconfig === undefined)
      throw new KubeError('unreachable', 'the runtime has no credentials yet', { reason: 'NoCredentials' })
    return connect(runtimeId, accessKubeconfig, version)
  }

  return {
    connect: (runtimeId, kubeconfig) => connect(runtimeId, kubeconfig),
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
