import { readFile } from 'node:fs/promises'
import type { TestProject } from 'vitest/node'
import { startRealCluster, type ApiServerProgram } from './real-cluster.ts'

/** A real API server that the suite is held against. */
export interface RealTarget {
  name: string
  kubeconfig: string
  /** Of an etcd that is only ours, so that it may be compacted. */
  etcdUrl?: string
  /** With which another API server of the same cluster can be started. */
  apiServer?: ApiServerProgram
}

declare module 'vitest' {
  interface ProvidedContext {
    /** Absent in `npm test`, which has the simulated runtime alone. */
    realTargets: readonly RealTarget[] | undefined
  }
}

/** What is asked for by environment: binaries to start (KUBEBUILDER_ASSETS), a cluster that is there (QLEET_TEST_KUBECONFIG). */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const assets = process.env['KUBEBUILDER_ASSETS']
  const file = process.env['QLEET_TEST_KUBECONFIG']
  const started = assets === undefined || assets === '' ? undefined : await startRealCluster(assets)
  const targets: RealTarget[] = []
  if (started !== undefined)
    targets.push({
      name: 'kube-apiserver',
      kubeconfig: started.kubeconfig,
      etcdUrl: started.etcdUrl,
      apiServer: started.apiServer,
    })
  if (file !== undefined && file !== '')
    targets.push({ name: 'QLEET_TEST_KUBECONFIG', kubeconfig: await readFile(file, 'utf8') })
  project.provide('realTargets', targets)
  return async () => started?.stop()
}
