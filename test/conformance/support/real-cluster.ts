import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defaultSettings } from '../../../simulator/context.ts'
import { startComponents } from '../../../simulator/envtest/components.ts'
import { loadCredentials, readIdentity } from '../../../simulator/envtest/credentials.ts'
import { startKubernetes } from '../../../simulator/envtest/kubernetes.ts'

/** A real control plane on loopback, as runtimes of provider `envtest` have it, with the controllers of Kubernetes. */
export interface RealCluster {
  kubeconfig: string
  etcd: EtcdAccess
  apiServer: ApiServerProgram
  stop(): Promise<void>
}

export interface EtcdAccess {
  url: string
  ca: string
  certificate: string
  key: string
}

/** The program and arguments of an API server of the cluster, without its port. */
export interface ApiServerProgram {
  program: string
  args: readonly string[]
}

/** Starts the binaries in a folder (envtest's convention, plus kube-controller-manager and kube-scheduler). */
export async function startRealCluster(assets: string): Promise<RealCluster> {
  const folder = await mkdtemp(join(tmpdir(), 'qleet-kube-'))
  const credentials = await loadCredentials(folder)
  const common = { name: 'real', credentials, controllers: 'kubernetes', log: () => undefined } as const
  const kubernetes = await startKubernetes({ ...common, folder, assets, isDurable: false })
  const { client, kubeconfig, etcdUrl, apiServerArguments: args } = kubernetes
  const settings = { ...defaultSettings, containerStartMs: 20, jobRunMs: 30 }
  const stopComponents = await startComponents({ ...common, client, settings })
  return {
    kubeconfig,
    etcd: { url: etcdUrl, ...(await readIdentity(credentials, 'apiserver')) },
    apiServer: { program: join(assets, 'kube-apiserver'), args },
    stop: async () => {
      await stopComponents()
      await kubernetes.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
