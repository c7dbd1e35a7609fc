import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll } from 'vitest'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { accessTo } from '../../support/access-to.ts'
import { createKubeClient, type KubeClient, type KubeObject } from '../../../workers/kube/client/client.ts'
import { isKubeError } from '../../../workers/kube/client/kube-error.ts'
import { startCluster } from '../../../simulator/cluster.ts'

/** A cluster for one test file: the one of QLEET_TEST_KUBECONFIG, or a simulated one. */
export interface UsedCluster {
  readonly client: KubeClient
  readonly kubeconfig: string
  /** Creates a namespace that is deleted after the tests. */
  namespace(): Promise<string>
  apply(manifest: object): Promise<KubeObject>
  get(path: string): Promise<KubeObject | undefined>
}

export function useCluster(): UsedCluster {
  let client: KubeClient | undefined
  let kubeconfig = ''
  let stop: () => Promise<void> = async () => undefined
  const namespaces: string[] = []
  const present = (): KubeClient => {
    if (client === undefined) throw new Error('the cluster is not started')
    return client
  }

  beforeAll(async () => {
    const { QLEET_TEST_KUBECONFIG: given } = process.env
    if (given === undefined) {
      const dataDir = mkdtempSync(join(tmpdir(), 'qleet-cluster-'))
      const settings = { containerStartMs: 20, jobRunMs: 30, backOffMs: 30, backOffMaxMs: 200 }
      const cluster = await startCluster({ name: 'test', dataDir, settings })
      ;({ kubeconfig } = cluster)
      stop = async () => {
        await cluster.stop()
        rmSync(dataDir, { recursive: true, force: true })
      }
    } else kubeconfig = await readFile(given, 'utf8')
    client = createKubeClient({ access: accessTo(kubeconfig) })
  })
  afterAll(async () => {
    for (const name of namespaces)
      await present().request({ method: 'DELETE', path: `/api/v1/namespaces/${name}` })
    await client?.close()
    await stop()
  })

  const apply = async (manifest: object): Promise<KubeObject> => {
    const object = manifest as KubeObject
    return (await present().request({
      method: 'PATCH',
      path: `${collectionOf(object)}/${object.metadata.name}`,
      query: { fieldManager: 'test', force: 'true' },
      contentType: 'application/apply-patch+yaml',
      body: manifest,
    })) as KubeObject
  }
  return {
    get client() {
      return present()
    },
    get kubeconfig() {
      return kubeconfig
    },
    namespace: async () => {
      const name = `test-${Date.now().toString(36)}-${namespaces.length}`
      await apply({ apiVersion: 'v1', kind: 'Namespace', metadata: { name } })
      namespaces.push(name)
      return name
    },
    apply,
    get: async (path) => {
      try {
        return (await present().request({ method: 'GET', path })) as KubeObject
      } catch (error) {
        if (isKubeError(error, 'notFound')) return undefined
        throw error
      }
    },
  }
}

function collectionOf({ apiVersion, kind, metadata }: KubeObject): string {
  const root = apiVersion.includes('/') ? `/apis/${apiVersion}` : `/api/${apiVersion}`
  const scope = metadata.namespace === undefined ? '' : `/namespaces/${metadata.namespace}`
  return `${root}${scope}/${plural(kind.toLowerCase())}`
}

function plural(kind: string): string {
  if (kind.endsWith('s')) return `${kind}es`
  return kind.endsWith('y') ? `${kind.slice(0, -1)}ies` : `${kind}s`
}
