import { startControlPlane, type ControlPlaneOptions, type TestControlPlane } from './control-plane.ts'
import { clusterOf, type TestCluster } from './kubernetes.ts'
import { defaultRuntime } from './store.ts'

export interface PlaneWithRuntime {
  plane: TestControlPlane
  /** The cluster of the default runtime, `space`. */
  cluster: TestCluster
  stop(): Promise<void>
}

/** Starts a control plane with a simulated cluster that is ready. */
export async function startPlaneWithRuntime(options: ControlPlaneOptions = {}): Promise<PlaneWithRuntime> {
  const plane = await startControlPlane(options)
  await plane.client.apply(defaultRuntime)
  await plane.ready('KubernetesRuntimeInstance', 'space')
  const cluster = await clusterOf(plane, 'space')
  return {
    plane,
    cluster,
    stop: async () => {
      await cluster.close()
      await plane.stop()
    },
  }
}
