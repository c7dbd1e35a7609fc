import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Agent, request } from 'undici'
import { afterAll, beforeAll, describe, inject } from 'vitest'
import { accessTo } from '../../support/access-to.ts'
import { createKubeClient, type KubeClient, type KubeObject } from '../../../workers/kube/client/client.ts'
import { isKubeError } from '../../../workers/kube/client/kube-error.ts'
import { startCluster } from '../../../simulator/cluster.ts'
import { poll } from '../../support/eventually.ts'
import { startAnotherServer, type AnotherServer } from './another-server.ts'
import type { RealTarget } from './global-setup.ts'
import type { EtcdAccess } from './real-cluster.ts'

/** An API server under test. {@link Target.close} deletes everything that tests create in it. */
export interface Target {
  kubeconfig: string
  client: KubeClient
  /** The prefix of the name of everything that is not in a namespace of ours. */
  prefix: string
  /** Creates a namespace that is ready for pods. */
  namespace(): Promise<string>
  /** Registers an object outside our namespaces for deletion at the end. */
  owned(path: string): void
  /** Reports whether claims get volumes dynamically, which not every cluster provides. */
  hasStorage(): Promise<boolean>
  /** The server can call servers of this process. */
  isLocal: boolean
  /** Discards the history before now, as the server eventually does. Absent if the server is not ours. */
  compact?: () => Promise<void>
  /** Starts an API server of the same cluster without history. Absent if we cannot start one. */
  forgetful?: () => Promise<AnotherServer>
  close(): Promise<void>
}

const simulated = 'the simulated runtime'

/** Describes behaviour of every target: of the simulated runtime always, of real API servers if they are configured. */
export function onEachTarget(subject: string, tests: (target: () => Target) => void): void {
  const real = inject('realTargets') ?? []
  describe.each([{ name: simulated }, ...real])(
    `${subject} on $name`,
    (given: { name: string } | RealTarget) => {
      let open: Target | undefined
      beforeAll(async () => {
        open = 'kubeconfig' in given ? targetOf(given) : await simulatedTarget()
      }, 120_000)
      afterAll(async () => open?.close(), 120_000)
      tests(() => {
        if (open === undefined) throw new Error(`${given.name} is not available before the first test`)
        return open
      })
    },
  )
}

/** The number of events per resource that the simulated runtime retains: few, so that a test can exceed it. */
const watchHistory = 100

async function simulatedTarget(): Promise<Target> {
  const dataDir = await mkdtemp(join(tmpdir(), 'qleet-conformance-'))
  const settings = { watchHistory, containerStartMs: 20, jobRunMs: 30 }
  const cluster = await startCluster({ name: 'simulated', dataDir, settings })
  const target = targetOf(cluster)
  const compact = async (): Promise<void> => {
    const namespace = await target.namespace()
    // A watch or list from before this has too much to catch up with.
    for (let count = 0; count <= watchHistory * 2; count++)
      await put(target.client, `/api/v1/namespaces/${namespace}/configmaps/busy`, {
        apiVersion: 'v1',
        kind: 'ConfigMap',
        metadata: { name: 'busy' },
        data: { count: String(count) },
      })
  }
  return {
    ...target,
    isLocal: true,
    compact,
    forgetful: async () => {
      await compact()
      return { client: target.client, close: async () => undefined }
    },
    // Deletes everything at once, whatever it contains.
    close: async () => {
      await target.client.close()
      await cluster.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

async function put(client: KubeClient, path: string, body: object): Promise<void> {
  const query = { fieldManager: 'busy', force: 'true' }
  await client.request({ method: 'PATCH', path, query, body, contentType: 'application/apply-patch+yaml' })
}

function targetOf({ kubeconfig, etcd, apiServer }: Omit<RealTarget, 'name'>): Target {
  const client = createKubeClient({ access: accessTo(kubeconfig), timeout: 60_000 })
  const prefix = `t${randomBytes(4).toString('hex')}`
  const made: string[] = []
  let count = 0
  return {
    kubeconfig,
    client,
    prefix,
    namespace: async () => {
      const name = `${prefix}-${(count += 1)}`
      await client.request({
        method: 'POST',
        path: '/api/v1/namespaces',
        body: { apiVersion: 'v1', kind: 'Namespace', metadata: { name } },
      })
      made.push(`/api/v1/namespaces/${name}`)
      await untilExists(client, `/api/v1/namespaces/${name}/serviceaccounts/default`)
      return name
    },
    owned: (path) => made.push(path),
    hasStorage: async () => {
      const classes = await client.request({ method: 'GET', path: '/apis/storage.k8s.io/v1/storageclasses' })
      return JSON.stringify(classes).includes('"storageclass.kubernetes.io/is-default-class":"true"')
    },
    isLocal: etcd !== undefined,
    ...(etcd === undefined ? {} : { compact: () => compactEtcd(client, etcd) }),
    ...(etcd === undefined || apiServer === undefined
      ? {}
      : {
          // A server retains what it has seen, however etcd is compacted; one that starts now has seen nothing.
          forgetful: async () => {
            await compactEtcd(client, etcd)
            return startAnotherServer(apiServer, kubeconfig)
          },
        }),
    close: async () => {
      for (const path of made.reverse()) await deleteIfExists(client, path)
      await client.close()
    },
  }
}

async function untilExists(client: KubeClient, path: string): Promise<void> {
  const there = await poll(async () => {
    try {
      return await client.request({ method: 'GET', path })
    } catch (error) {
      if (isKubeError(error, 'notFound')) return undefined
      throw error
    }
  })
  if (there === undefined) throw new Error(`${path} does not exist in time`)
}

async function deleteIfExists(client: KubeClient, path: string): Promise<void> {
  try {
    await client.request({ method: 'DELETE', path, query: { propagationPolicy: 'Background' } })
  } catch (error) {
    if (!isKubeError(error, 'notFound', 'conflict')) throw error
  }
}

async function compactEtcd(client: KubeClient, { url, ca, certificate, key }: EtcdAccess): Promise<void> {
  const list = (await client.request({
    method: 'GET',
    path: '/api/v1/namespaces',
    query: { limit: '1' },
  })) as KubeObject
  const dispatcher = new Agent({ connect: { ca, cert: certificate, key } })
  const { statusCode, body } = await request(`${url}/v3/kv/compaction`, {
    method: 'POST',
    body: JSON.stringify({ revision: list.metadata.resourceVersion, physical: true }),
    dispatcher,
  })
  const text = await body.text()
  await dispatcher.close()
  if (statusCode !== 200) throw new Error(`etcd does not compact: ${text}`)
}
