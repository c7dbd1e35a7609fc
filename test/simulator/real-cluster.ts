import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll } from 'vitest'
import { EnvtestCluster } from '../../simulator/envtest/cluster.ts'
import { envtestAssets } from '../support/envtest.ts'
import { eventually } from '../support/eventually.ts'
import { Client } from './simulated.ts'

export interface RealCluster {
  readonly client: Client
  readonly kubeconfig: string
  readonly dataDir: string
}

/** Provides the tests of a file with a real API server that simulated controllers use. It needs `KUBEBUILDER_ASSETS`. */
export function useRealCluster(): RealCluster {
  let folder = ''
  let cluster: EnvtestCluster | undefined
  let started: RealCluster | undefined
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'qleet-envtest-'))
    const options = { name: 'real', folder: join(folder, 'real'), assets: envtestAssets, log: () => {} }
    const starting = new EnvtestCluster({ ...options, settings: { jobRunMs: 20 } }, 'simulated')
    cluster = starting
    const kubeconfig = await eventually(
      async () => (starting.state.is === 'running' ? starting.state.kubeconfig : undefined),
      { within: 120_000 },
    )
    started = { kubeconfig, client: new Client(kubeconfig), dataDir: folder }
  }, 130_000)
  afterAll(async () => {
    await started?.client.close()
    await cluster?.stop()
    if (folder !== '') rmSync(folder, { recursive: true, force: true })
  })
  const present = (): RealCluster => {
    if (started === undefined) throw new Error('the cluster is not available before the first test')
    return started
  }
  return {
    get dataDir() {
      return present().dataDir
    },
    get client() {
      return present().client
    },
    get kubeconfig() {
      return present().kubeconfig
    },
  }
}
