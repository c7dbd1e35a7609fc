import { readFile } from 'node:fs/promises'
import type { TestProject } from 'vitest/node'
import { startRealCluster, type ApiServerProgram, type EtcdAccess } from './real-cluster.ts'

/** A real API server that the suite runs against. */
export interface RealTarget {
  name: string
  kubeconfig: string
  /** An etcd of our own, which may be compacted. */
  etcd?: EtcdAccess
  /** The program that starts another API server of the same cluster. */
  apiServer?: ApiServerProgram
}

declare module 'vitest' {
  interface ProvidedContext {
    /** The real targets; undefined in `npm test`, which runs against the simulated runtime only. */
    realTargets: readonly RealTarget[] | undefined
  }
}

/**
 * Sets up the targets that the environment requests: binaries to start (KUBEBUILDER_ASSETS), an existing cluster
 * (QLEET_TEST_KUBECONFIG).
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const assets = process.env['KUBEBUILDER_ASSETS']
  const file = process.env['QLEET_TEST_KUBECONFIG']
  const started = assets === undefined || assets === '' ? undefined : await startRealCluster(assets)
  const targets: RealTarget[] = []
  if (started !== undefined)
    targets.push({
      name: 'kube-apiserver',
      kubeconfig: started.kubeconfig,
      etcd: started.etcd,
      apiServer: started.apiServer,
    })
  if (file !== undefined && file !== '')
    targets.push({ name: 'QLEET_TEST_KUBECONFIG', kubeconfig: await readFile(file, 'utf8') })
  project.provide('realTargets', targets)
  return async () => started?.stop()
}
